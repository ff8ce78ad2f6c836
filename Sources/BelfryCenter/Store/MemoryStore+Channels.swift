// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfryModel

/// Broadcast channels.
extension MemoryStore {
    package func insert(_ channel: BroadcastChannel) {
        tables.channels.append(channel)
    }

    package func channel(_ identifier: String) -> BroadcastChannel? {
        tables.channels.first { $0.identifier.isExactly(identifier) }
    }

    package func channels(of app: String, in environment: PushEnvironment) -> [BroadcastChannel] {
        tables.channels.filter { $0.app == app && $0.environment == environment }
    }

    package func channelCount(in environment: PushEnvironment) -> Int {
        tables.channels.count { $0.environment == environment }
    }

    package func removeChannel(_ identifier: String) {
        tables.channels.removeAll { $0.identifier.isExactly(identifier) }
    }
}
