// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySystem

/// Removes directories, however much is in them, on a thread of its own: a million files take a while.
final class DirectoryRemover: Sendable {
    private let thread = SideThread(named: "belfry-remove")

    /// Removes a directory soon, with all that is in it; what cannot be removed is left.
    ///
    /// - Parameters:
    ///   - name: Its name.
    ///   - parent: The path of the directory it is in, which nobody else can replace.
    func remove(_ name: String, in parent: String) {
        thread.perform {
            do throws(SystemError) {
                try Descriptor.openDirectory(parent).removeTree(name)
            } catch {
                return
            }
        }
    }

    /// Waits until all that was asked for so far is done.
    func settle() async {
        await thread.settle()
    }
}
