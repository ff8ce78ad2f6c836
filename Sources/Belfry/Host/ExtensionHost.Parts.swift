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
    /// One place to look in.
    private enum Place {
        case prefix(String)
        case buildFolder(String)

        var location: SDKLocation? {
            switch self {
            case .prefix(let path): SDKLocation(prefix: path)
            case .buildFolder(let path): SDKLocation(buildFolder: path)
            }
        }

        /// The file that is looked for.
        var worker: String {
            switch self {
            case .prefix(let path): path + SDKLocation.installedWorker
            case .buildFolder(let path): path + SDKLocation.builtWorker + ", in a clone"
            }
        }
    }

    /// Finds them.
    ///
    /// - Returns: The first that are there.
    /// - Throws: ``BelfryError/Code/partsNotFound`` with every place that was looked in.
    func located() throws(BelfryError) -> SDKLocation {
        let places = places
        if let found = places.lazy.compactMap(\.location).first { return found }
        throw BelfryError(
            .partsNotFound,
            at: path ?? "Configuration.parts",
            "belfry-worker is not at \(places.map(\.worker).joined(separator: " nor at ")); install "
                + "the package belfry, or give Configuration.parts the prefix that it is "
                + "installed under or the build folder of a clone"
        )
    }

    private var places: [Place] {
        if let path {
            let path = Self.canonical(path)
            return [.prefix(path), .buildFolder(path)]
        }
        let program = Self.canonical("/proc/self/exe").split(separator: "/").dropLast()
        let folder = "/" + program.joined(separator: "/")
        let above = "/" + program.dropLast().joined(separator: "/")
        return [.buildFolder(folder), .prefix(above), .prefix("/usr/local"), .prefix("/usr")]
    }

    /// The path without links and relative parts; as it is where there is nothing.
    private static func canonical(_ path: String) -> String {
        guard let resolved = unsafe realpath(path, nil) else { return path }
        defer { unsafe free(resolved) }
        return unsafe String(cString: resolved)
    }
}
