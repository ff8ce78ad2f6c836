// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryEgress
internal import BelfryModel
internal import BelfryRuntime
internal import BelfrySystem
internal import Glibc

/// Looks at a bundle's `Info.plist`, then at its library, and collects what it finds.
struct BundleInspector {
    private let bundle: ExtensionBundle
    private let sdk: SDKLocation?
    private let search: LibrarySearch

    /// An inspector of one bundle.
    ///
    /// - Parameters:
    ///   - bundle: The bundle.
    ///   - sdk: Where the libraries of Swift extensions are; nil where they are not installed.
    init(_ bundle: ExtensionBundle, sdk: SDKLocation?) {
        self.bundle = bundle
        self.sdk = sdk
        search = LibrarySearch(sdk: sdk)
    }

    /// Everything there is to say.
    func inspect() -> Inspection {
        let manifest = bundle.manifest
        var inspection = Inspection(
            name: bundle.name,
            path: bundle.path,
            extensionPoint: manifest.extensionPoint.rawValue,
            fields: ManifestFields(manifest).all,
            variables: variables(),
            categories: manifest.categories,
            budget: Inspection.BudgetSummary(manifest.budget),
            network: manifest.network,
            library: nil,
            checks: [checkNetwork()],
            warnings: manifest.warnings.map(\.description)
        )
        LibraryInspector(bundle: bundle, sdk: sdk, search: search).inspect(into: &inspection)
        return inspection
    }

    private func checkNetwork() -> Inspection.Check {
        let name = "Info.plist"
        do throws(OriginError) {
            _ = try NetworkPolicy(bundle.manifest.network ?? [])
            let count = bundle.manifest.warnings.count
            let detail =
                switch count {
                case 0: "every key that is read has its type"
                case 1: "it can be read, with the warning below"
                default: "it can be read, with the \(count) warnings below"
                }
            return Inspection.Check(name: name, detail: detail)
        } catch {
            let status = ExitStatus.badManifest.code
            return Inspection.Check(name: name, detail: error.description, exitStatus: status)
        }
    }

    /// The build variables that are written in `Info.plist`, each once.
    private func variables() -> [Inspection.Field] {
        let path = bundle.path + "/Info.plist"
        guard let file = try? Descriptor.open(path, O_RDONLY),
            let bytes = try? file.readAll(limit: PropertyList.maximumByteCount),
            let list = try? PropertyList.parse(bytes)
        else { return [] }
        let context = BuildContext(bundleName: bundle.name)
        return Set(Self.variables(in: list)).sorted().compactMap { name in
            context[name].map { Inspection.Field(key: "$(\(name))", value: $0) }
        }
    }

    private static func variables(in list: PropertyList) -> [String] {
        switch list {
        case .string(let text): text.matches(of: /\$[({](\w+)/).map { String($0.1) }
        case .array(let elements): elements.flatMap(variables)
        case .dictionary(let members): members.values.flatMap(variables)
        default: []
        }
    }
}

extension Inspection.BudgetSummary {
    fileprivate init(_ request: Manifest.BudgetRequest) {
        var budget = Budget()
        budget.apply(request)
        wallMilliseconds = budget.wall / .milliseconds(1)
        startMilliseconds = budget.start / .milliseconds(1)
        cpuMilliseconds = budget.cpu / .milliseconds(1)
        memoryByteCount = budget.memoryByteCount
        outputByteCount = budget.outputByteCount
        networkByteCount = budget.network.byteCount
        requestCount = budget.network.requestCount
        connectionCount = budget.network.connectionCount
        let asked = [
            ("wall", request.wall != nil), ("start", request.start != nil),
            ("cpu", request.cpu != nil), ("memory", request.memory != nil),
            ("output", request.output != nil), ("network", request.network != nil),
            ("requests", request.requests != nil), ("connections", request.connections != nil),
        ]
        requested = asked.filter(\.1).map(\.0)
    }
}
