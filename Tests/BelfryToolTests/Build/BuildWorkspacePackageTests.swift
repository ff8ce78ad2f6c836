// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation
internal import Testing

/// `belfry build` with packages in folders that a workspace above the project shows.
@Suite struct BuildWorkspacePackageTests {
    let folder: TemporaryFolder
    let belfry: Tool

    init() throws {
        folder = try TemporaryFolder()
        belfry = folder.belfry
        // What is above the folder is not for its tests.
        try folder.write("", to: ".git/config")
        try folder.write(SampleProject.plist(), to: "App/Service/Info.plist")
        try folder.write(
            BuildLibraryTests.service(importing: "Core", title: "Core.name"),
            to: "App/Service/NotificationService.swift"
        )
        try folder.write(
            SampleProject.text(
                target: "packageProductDependencies = (PCORE);",
                more: "PCORE = {isa = XCSwiftPackageProductDependency; productName = Core; };"
            ),
            to: "App/App.xcodeproj/project.pbxproj"
        )
    }

    /// Writes the package, and the workspace that shows it.
    private func writePackage(in place: String, name: String = #""Core""#) throws {
        try folder.write(
            """
            <Workspace version = "1.0">
               <FileRef location = "group:App/App.xcodeproj"></FileRef>
               <FileRef location = "group:\(place)"></FileRef>
            </Workspace>
            """,
            to: "App.xcworkspace/contents.xcworkspacedata"
        )
        try folder.write(
            """
            // swift-tools-version: 5.9
            import PackageDescription
            let name = "Core"
            let package = Package(
                name: name,
                products: [.library(name: \(name), targets: [name])],
                targets: [.target(name: name)]
            )
            """,
            to: "\(place)/Package.swift"
        )
        try folder.write(
            "public enum Core { public static var name: String { \"the core\" } }\n",
            to: "\(place)/Sources/Core/Core.swift"
        )
    }

    private func build(_ arguments: String...) async throws -> Tool.Outcome {
        try await belfry.run(
            ["build", "-o", "Service.appex"] + arguments,
            environment: ["XDG_CACHE_HOME": folder("cache")]
        )
    }

    @Test(arguments: [#""Core""#, "name"])
    func `a package in the project's folder is found`(name: String) async throws {
        try writePackage(in: "App/Core", name: name)
        let build = try await build("App/Service")
        #expect(build.status == 0, "\(build.errors)")
        #expect(build.errors == "belfry: building core; the first time takes a while\n")
        #expect(try await folder.deliveredTitle() == "the core")
        let again = try await self.build("App/Service")
        #expect(again.output.contains("unchanged"), "\(again.output)")
        try folder.write(
            "public enum Core { public static var name: String { \"the new core\" } }\n",
            to: "App/Core/Sources/Core/Core.swift"
        )
        #expect(try await self.build("App/Service").status == 0)
        #expect(try await folder.deliveredTitle() == "the new core")
    }

    @Test func `a package beside the project's folder is built with the workspace`() async throws {
        try writePackage(in: "Core")
        let outside = try await build("App/Service")
        #expect(outside.status == 66)
        let command = "belfry build App.xcworkspace --target MyService"
        #expect(
            outside.errors.contains(
                "build the workspace that has it (\(command)), or allow it with --allow-outside "
                    + folder("Core")
            ),
            "\(outside.errors)"
        )
        let build = try await build("App.xcworkspace", "--target", "MyService")
        #expect(build.status == 0, "\(build.errors)")
        #expect(try await folder.deliveredTitle() == "the core")
    }

    @Test func `a package elsewhere is not asked what it has`() async throws {
        try writePackage(in: "Core", name: "name")
        let build = try await build("App/Service")
        #expect(build.status == 65)
        let warning = "\(folder("Core")) is outside of what the command line names ("
        #expect(build.errors.contains("belfry: warning: \(warning)"), "\(build.errors)")
        #expect(build.errors.contains("; built without it\n"))
        #expect(build.errors.contains("Core is a package's module; name the package"))
    }
}
