// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

@testable import BelfryTool
internal import EndToEndSupport
internal import Foundation
internal import Testing

/// `belfry build` with packages that are called as frameworks of Apple's which are not here.
@Suite struct BuildPackageNameTests {
    let folder: TemporaryFolder
    let belfry: Tool

    init() throws {
        folder = try TemporaryFolder()
        belfry = folder.belfry
    }

    private func writePackage(_ name: String, in place: String) throws {
        try folder.write(
            """
            // swift-tools-version: 5.9
            import PackageDescription
            let package = Package(
                name: "\(name)",
                products: [.library(name: "\(name)", targets: ["\(name)"])],
                targets: [.target(name: "\(name)")]
            )
            """,
            to: "\(place)/Package.swift"
        )
        try folder.write(
            "public func ping() -> String { \"the package answers\" }\n",
            to: "\(place)/Sources/\(name)/Ping.swift"
        )
    }

    private func build(_ arguments: String...) async throws -> Tool.Outcome {
        try await belfry.run(
            ["build", "-o", "Service.appex"] + arguments,
            environment: ["XDG_CACHE_HOME": folder("cache")]
        )
    }

    @Test func `a package called Network is imported`() async throws {
        try writePackage("Network", in: "Network")
        try folder.write(
            BuildLibraryTests.service(importing: "Network", title: "ping()"),
            to: "NotificationService.swift"
        )
        let build = try await build("NotificationService.swift", "--package", "Network")
        #expect(build.status == 0, "\(build.errors)")
        #expect(build.errors == "belfry: building network; the first time takes a while\n")
        #expect(try await folder.deliveredTitle() == "the package answers")
    }

    @Test func `a project's product called Messages is imported`() async throws {
        try writePackage("Messages", in: "Kits/Letters")
        let project = SampleProject.text(
            target: "packageProductDependencies = (PMESSAGES);",
            more: """
                PMESSAGES = {isa = XCSwiftPackageProductDependency; package = NEAR;
                    productName = Messages; };
                NEAR = {isa = XCLocalSwiftPackageReference; relativePath = Kits/Letters; };
                """
        )
        try folder.write(project, to: "App.xcodeproj/project.pbxproj")
        try folder.write(SampleProject.plist(), to: "Service/Info.plist")
        try folder.write(
            BuildLibraryTests.service(importing: "Messages", title: "ping()"),
            to: "Service/NotificationService.swift"
        )
        let build = try await build("App.xcodeproj")
        #expect(build.status == 0, "\(build.errors)")
        #expect(build.errors.contains("belfry: building letters"), "\(build.errors)")
        #expect(!build.errors.contains("is not offered here"))
        #expect(try await folder.deliveredTitle() == "the package answers")
    }

    @Test func `what a package is known to have is not taken for Apple's`() throws {
        try folder.write(
            """
            let name = "Speech"
            let package = Package(targets: [
                .target(name: "Vision", dependencies: [.product(name: "Metal", package: "m")]),
                .target(name: name, linkerSettings: [.linkedFramework("StoreKit")]),
            ])
            """,
            to: "kit/Package.swift"
        )
        try folder.write("", to: "kit/Sources/Speech/S.swift")
        var inputs = BuildInputs(name: "Service", sources: SourceFiles(among: []))
        inputs.packages = ["Photos"]
        inputs.packageSet = PackageSet(
            packages: [
                try PackageReference(folder: folder("kit")),
                try PackageReference("https://example.org/arkit.git@1.0"),
            ],
            products: [PackageSet.Product(name: "Social", package: nil)]
        )
        #expect(inputs.packageModules == ["ARKit", "Photos", "Social", "Speech", "Vision"])
    }
}
