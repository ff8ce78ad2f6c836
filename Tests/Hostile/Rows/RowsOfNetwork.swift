// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryRuntime

extension HostileRow {
    /// G: the network.
    static let network: [HostileRow] = [
        HostileRow(54, "makes sockets", NetworkTrials.sockets),
        HostileRow(55, "asks for hosts that are not listed", NetworkTrials.others),
        HostileRow(56, "follows redirects inside", NetworkTrials.redirects),
        HostileRow(57, "downloads for ever", NetworkTrials.endless),
        HostileRow(58, "fetches ten thousand times", NetworkTrials.many),
        HostileRow(59, "leaks through names", NetworkTrials.names),
        HostileRow(117, "has the kernel keep bytes in sockets", KernelTrials.sockets),
        HostileRow(121, "opens connections and says nothing", ProxyFloodTrials.silent),
        HostileRow(122, "takes no answer", ProxyFloodTrials.unread),
        HostileRow(123, "asks for names without end", ProxyFloodTrials.names),
        HostileRow(127, "speaks to the proxy crookedly", NetworkTrials.crooked),
        HostileRow(130, "speaks where nobody listens", NetworkTrials.unheard),
    ]
}
