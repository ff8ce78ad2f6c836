// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import CBelfry
internal import FoundationSupplement
internal import Synchronization

/// The process that a host runs an extension in, of whichever kind.
package enum ExtensionProcess {
    private static let current = Mutex<Host?>(nil)

    /// The host; none in an app or a test.
    package static var host: Host? { current.withLock { $0 } }

    /// Why an extension cannot start: what `start` answers, and a sentence for the report.
    package struct Refusal: Error {
        package let status: bf_status
        /// What the report says; nil where there is no host to tell.
        package let message: String?
    }

    /// Takes over the host and makes the process what Foundation takes an extension's for: its log,
    /// its bundle, its directories.
    ///
    /// - Parameter table: The host's table.
    /// - Returns: The host and where the extension lives.
    /// - Throws: `Refusal` for a host that lacks what an extension cannot do without.
    package static func begin(
        _ table: UnsafePointer<bf_host>?
    ) throws(Refusal) -> (host: Host, bundle: HostedBundle) {
        guard let host = unsafe Host(table) else {
            throw Refusal(status: ABI.Status.unsupported, message: nil)
        }
        RunLog.begin { level, line in host.log(ABI.LogLevel(level), line) }
        guard let bundle = host.bundle() else {
            let message = "The host has no table \(ABI.bundleInterface), which names the class."
            throw Refusal(status: ABI.Status.unsupported, message: message)
        }
        let folders = host.folders()
        MainBundle.become(bundle)
        FoundationRepairs.make()
        Storage.shared.take(folders, for: bundle, of: host)
        Storage.giveKeychains(of: folders)
        current.withLock { $0 = host }
        return (host, bundle)
    }

    /// Starts an extension as `start` of its table does, and tells the report what is wrong.
    ///
    /// - Parameters:
    ///   - table: The host's table.
    ///   - find: Finds what the extension consists of.
    /// - Returns: What `start` answers.
    package static func start(
        _ table: UnsafePointer<bf_host>?,
        _ find: (Host, HostedBundle) throws(PrincipalClass.NotFound) -> Void
    ) -> bf_status {
        do throws(Refusal) {
            let (host, bundle) = try unsafe begin(table)
            do throws(PrincipalClass.NotFound) {
                try find(host, bundle)
                return ABI.Status.ok
            } catch {
                host.explain(error.message)
                return ABI.Status.notFound
            }
        } catch {
            if let message = error.message { unsafe Host(table)?.explain(message) }
            return error.status
        }
    }
}
