// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryRuntime
internal import Glibc

extension ExtensionHost {
    /// Where Belfry's own parts are: `belfry-worker`, `belfry-symbolise` and the SDK's library.
    ///
    /// They are not part of a program that depends on this module: `make install` installs them.
    public struct Parts: Sendable, Hashable {
        private var path: String?

        /// Beside the running program, or else where `make install` puts them.
        ///
        /// The places are, in this order: the folder of the running program; `..` of it, as of a
        /// program in `PREFIX/bin`; `/usr/local`; `/usr`.
        public static let automatic = Parts(path: nil)

        /// At a place and nowhere else.
        ///
        /// - Parameter path: The `PREFIX` that Belfry was installed under, such as `/usr/local`, or the
        ///   build folder of a clone, such as `belfry/.build/debug`.
        /// - Returns: The place.
        public static func at(_ path: String) -> Parts { Parts(path: path) }

        private init(path: String?) {
            self.path = path
        }
    }
}

extension ExtensionHost.Parts {
    /// Where the worker is, from an installation's prefix.
    private static let installedWorker = "/libexec/belfry/belfry-worker"

    /// Finds them.
    ///
    /// - Throws: ``BelfryError/Code/partsNotFound`` with every place that was looked in.
    func located() throws(BelfryError) -> SDKLocation {
        var places: [String] = []
        for folder in path.map({ [$0] }) ?? Self.usualFolders {
            let folder = Self.canonical(folder)
            if let found = try? SDKLocation(executableDirectory: folder) { return found }
            // The path of an installation's `bin` is all that is asked of it.
            if let found = try? SDKLocation(executableDirectory: folder + "/bin") { return found }
            places += [folder + Self.installedWorker, folder + "/belfry-worker"]
        }
        throw BelfryError(
            .partsNotFound,
            at: places.first ?? "",
            "belfry-worker is not at \(places.joined(separator: " nor at ")); install Belfry with "
                + "`make install`, or give Configuration.parts the prefix that it is installed under "
                + "or the build folder of a clone"
        )
    }

    private static var usualFolders: [String] {
        let program = canonical("/proc/self/exe").split(separator: "/").dropLast()
        return ["/" + program.joined(separator: "/"), "/usr/local", "/usr"]
    }

    /// The path without links and relative parts; as it is where there is nothing.
    private static func canonical(_ path: String) -> String {
        guard let resolved = unsafe realpath(path, nil) else { return path }
        defer { unsafe free(resolved) }
        return unsafe String(cString: resolved)
    }
}
