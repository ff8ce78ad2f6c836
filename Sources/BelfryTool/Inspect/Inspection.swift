// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// What a bundle is, found out without running any of it.
///
/// As JSON it is versioned by ``schema``; members are added, never changed in meaning.
struct Inspection: Codable, Equatable {
    /// A key of `Info.plist` and what the host makes of it.
    struct Field: Codable, Equatable {
        /// Apple's name, or ours with the dictionary before it.
        var key: String
        var value: String
    }

    /// The limits of a run, with the host's defaults for what the bundle leaves out.
    struct BudgetSummary: Codable, Equatable {
        var wallMilliseconds: Double
        var startMilliseconds: Double
        var cpuMilliseconds: Double
        var memoryByteCount: Int
        var outputByteCount: Int
        var networkByteCount: Int
        var requestCount: Int
        var connectionCount: Int

        /// Those that the bundle asks for itself.
        var requested: [String]
    }

    /// A library that the extension's needs.
    struct NeededLibrary: Codable, Equatable {
        var name: String

        /// Where a worker finds it; nil where it does not.
        var path: String?
    }

    /// A directory in which the library has others looked for.
    struct RunPath: Codable, Equatable {
        var path: String

        /// Whether it leads out of the bundle.
        var isForeign: Bool
    }

    /// The library, as its headers and tables describe it.
    struct Library: Codable, Equatable {
        var file: String
        var byteCount: Int
        var architecture: String

        /// Which zygote it runs in: `bare` or `swift`.
        var runtime: String

        /// Whether Swift's runtime and the SDK are in the library itself.
        var isSelfContained: Bool

        var buildID: String?
        var needed: [NeededLibrary]
        var runPaths: [RunPath]
        var exports: [String]
    }

    /// One thing that must hold for the extension to be loaded.
    struct Check: Codable, Equatable {
        var name: String

        /// What was found, and the way out where it failed.
        var detail: String

        /// 0 where it holds, else the status that the tool ends with.
        var exitStatus: Int32 = 0

        /// Whether it holds.
        var isPassed: Bool { exitStatus == 0 }
    }

    var schema = 1
    var name: String
    var path: String
    var extensionPoint: String
    var fields: [Field]

    /// The build variables in the file, with their values.
    var variables: [Field]
    var categories: [String]
    var budget: BudgetSummary

    /// The origins it may reach; nil where the key is absent.
    var network: [String]?

    /// Nil where the file cannot be read as a shared library.
    var library: Library?
    var checks: [Check]
    var warnings: [String]

    /// Whether it could be loaded, as far as can be told.
    var isLoadable: Bool { checks.allSatisfy(\.isPassed) }

    /// The status of the first check that failed.
    var exitStatus: ExitStatus {
        ExitStatus(code: checks.first { !$0.isPassed }?.exitStatus ?? 0)
    }
}
