// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import Foundation

/// The Swift packages of a project's targets.
extension XcodeProjectReader {
    /// The products of packages that a target links.
    func packageProducts(of target: PropertyList) -> [PropertyList] {
        (target["packageProductDependencies"]?.texts ?? []).compactMap { objects[$0] }
    }

    /// The packages that they are of, as far as the project says where those are.
    func packageSet(of target: PropertyList) -> PackageSet {
        var set = PackageSet()
        for product in packageProducts(of: target) {
            guard let name = product["productName"]?.text else { continue }
            guard
                let package = object(product["package"]).flatMap(package)
                    ?? localPackage(offering: name)
            else {
                set.unplaced.append(name)
                continue
            }
            if !set.packages.contains(package) { set.packages.append(package) }
            set.products.append(PackageSet.Product(name: name, package: package))
        }
        if !set.unplaced.isEmpty { set.shown = localPackages }
        let pins = "\(path)/project.xcworkspace/xcshareddata/swiftpm/Package.resolved"
        if FileManager.default.fileExists(atPath: pins) { set.pins = pins }
        return set
    }

    private func package(_ reference: PropertyList) -> PackageReference? {
        if let folder = reference["relativePath"]?.text {
            return try? PackageReference(
                folder: SourcePath.absolute(SourcePath.resolve(folder, in: root))
            )
        }
        guard let address = reference["repositoryURL"]?.text,
            let requirement = reference["requirement"],
            let kind = requirement["kind"]?.text
        else { return nil }
        func version(_ key: String) -> String {
            PackageReference.completed(requirement[key]?.text ?? "").quotedForSwift
        }
        let versions =
            switch kind {
            case "exactVersion": "exact: \(version("version"))"
            case "upToNextMinorVersion": ".upToNextMinor(from: \(version("minimumVersion")))"
            case "versionRange": "\(version("minimumVersion"))..<\(version("maximumVersion"))"
            case "branch": "branch: \((requirement["branch"]?.text ?? "").quotedForSwift)"
            case "revision": "revision: \((requirement["revision"]?.text ?? "").quotedForSwift)"
            default: "from: \(version("minimumVersion"))"
            }
        return PackageReference(address: address, requirement: versions)
    }

    /// The package in a folder of the project's that has a product.
    ///
    /// A package that was dragged into the project or its workspace is a folder there, and its
    /// products name no package.
    private func localPackage(offering product: String) -> PackageReference? {
        let declaration = ".library(name:\"\(product)\""
        return localPackages.first { package in
            guard case .folder(let folder) = package.place,
                let manifest = FileContents.text(of: "\(folder)/Package.swift")
            else { return false }
            return manifest.filter { !$0.isWhitespace }.contains(declaration)
        }
    }

    /// The packages that the project and its workspaces show as folders, each once.
    private var localPackages: [PackageReference] {
        var packages: [PackageReference] = []
        for folder in localFolders {
            guard let package = try? PackageReference(folder: folder),
                !packages.contains(package)
            else { continue }
            packages.append(package)
        }
        return packages
    }

    /// The folders that the project shows, the workspaces beside it, and those above that show the
    /// project, from the root of the file system.
    private var localFolders: [String] {
        let folders = objects.sorted { $0.key < $1.key }.compactMap { id, object -> String? in
            switch object["isa"]?.text {
            case "XCLocalSwiftPackageReference":
                return object["relativePath"]?.text.map { SourcePath.resolve($0, in: root) }
            case "PBXFileReference":
                let type = object["lastKnownFileType"]?.text ?? "folder"
                return ["wrapper", "folder"].contains(type) ? place(of: id) : nil
            default: return nil
            }
        }
        let directory = FilePath(SourcePath.absolute(path)).directory
        let names = FolderListing.names(in: directory) ?? []
        let shown = names.filter { $0.hasSuffix(".xcworkspace") }.sorted()
            .flatMap { XcodeWorkspace("\(directory)/\($0)").places }
        let above = XcodeWorkspace.showing(path).flatMap(\.places)
        return (folders + shown + above).map(SourcePath.absolute)
    }
}
