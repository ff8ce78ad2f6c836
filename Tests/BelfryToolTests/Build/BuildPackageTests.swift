// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

@testable import BelfryTool
internal import BelfryModel
internal import Foundation
internal import Testing

/// `belfry build` with Swift packages that lie beside the extension: nothing is fetched.
@Suite struct BuildPackageTests {
    let folder: TemporaryFolder
    let belfry: Tool

    init() throws {
        folder = try TemporaryFolder()
        belfry = folder.belfry
        let manifest = """
            // swift-tools-version: 5.9
            import PackageDescription
            let package = Package(
                name: "courier-kit",
                products: [
                    .library(name: "CourierKit", targets: ["CourierKit"]),
                    .library(name: "CourierTools", targets: ["CourierTools"]),
                ],
                targets: [
                    .target(name: "CourierC"),
                    .target(name: "CourierKit", dependencies: ["CourierC"]),
                    .target(name: "CourierTools"),
                ]
            )
            """
        try folder.write(manifest, to: "courier-kit/Package.swift")
        try folder.write("int bell(void);\n", to: "courier-kit/Sources/CourierC/include/bell.h")
        try folder.write(
            "#include \"bell.h\"\nint bell(void) { return 7; }\n",
            to: "courier-kit/Sources/CourierC/bell.c"
        )
        try folder.write(
            Self.kit("Ding, ding, ding, says the bell"),
            to: "courier-kit/Sources/CourierKit/Kit.swift"
        )
        try folder.write("nonsense", to: "courier-kit/Sources/CourierTools/Tools.swift")
        try folder.write(
            Samples.swift.replacing(
                "contentHandler(request.content)",
                with: "print(Kit().greeting); contentHandler(request.content)"
            ) + "\nimport CourierKit\n",
            to: "Service/NotificationService.swift"
        )
    }

    /// A package's module, which uses C of its own and the SDK.
    private static func kit(_ greeting: String) -> String {
        """
        import CourierC
        import UserNotifications

        public struct Kit {
            public init() {}
            public var greeting: String { "\\(UNMutableNotificationContent().title)\(greeting)\\(bell())" }
        }
        """
    }

    private func build(_ arguments: String...) async throws -> Tool.Outcome {
        let named = ["build", "Service", "-o", "Service.appex"] + arguments
        return try await belfry.run(named, environment: ["XDG_CACHE_HOME": folder("cache")])
    }

    @Test func `a folder's package is built, linked, and built again when it has changed`()
        async throws
    {
        let build = try await build("--package", "courier-kit")
        #expect(build.status == 0, "\(build.errors)")
        #expect(build.errors.contains("belfry: building courier-kit"))
        let again = try await self.build("--package", "courier-kit")
        #expect(again.status == 0 && again.errors.isEmpty, "\(again.errors)")
        #expect(again.output.contains("unchanged"))
        try folder.write(
            Self.kit("Dong, dong, dong, says the bell"),
            to: "courier-kit/Sources/CourierKit/Kit.swift"
        )
        let changed = try await self.build("--package", "courier-kit")
        #expect(changed.status == 0, "\(changed.errors)")
        #expect(!changed.output.contains("unchanged"))
        #expect(try folder.read("Service.appex/Service").contains("Dong, dong, dong"))
    }

    @Test func `what is not there is said, with what is`() async throws {
        let product = try await build("--package", "courier-kit", "--product", "CourierKid")
        #expect(product.status == 65, "\(product.errors)")
        #expect(product.errors.contains("CourierKid"))
        try folder.write(Samples.swift, to: "Service/NotificationService.swift")
        let unused = try await build("--package", "courier-kit")
        #expect(unused.status == 64)
        #expect(unused.errors.contains("it has CourierKit, CourierTools"), "\(unused.errors)")
        let absent = try await build("--package", "elsewhere")
        #expect(absent.status == 66)
        #expect(absent.errors.contains("--package elsewhere: there is no such folder"))
        let unversioned = try await build("--package", "https://example.org/courier")
        #expect(unversioned.status == 64)
        #expect(unversioned.errors.contains("https://example.org/courier@1.2.0"))
        let homeless = try await build("--product", "CourierKit")
        #expect(homeless.status == 64)
        #expect(homeless.errors.contains("Name it with --package"))
    }

    @Test(arguments: [
        ("https://example.org/a/courier.git@1.2", "courier", #"exact: "1.2.0""#),
        ("git@example.org:a/courier@v2.0.1-beta.1", "courier", #"exact: "2.0.1-beta.1""#),
        ("ssh://git@example.org/a/Courier@main", "courier", #"branch: "main""#),
    ])
    func `an address has its version behind it`(
        text: String,
        identity: String,
        requirement: String
    ) throws {
        let package = try PackageReference(text)
        #expect(package.identity == identity)
        #expect(package.requirement == requirement)
        #expect(package.dependency.hasSuffix(", \(requirement))"))
    }

    @Test func `a project's packages are taken as it names them`() throws {
        let project = SampleProject.text(
            target: "packageProductDependencies = (PKIT, PFAR, PLOST);",
            more: """
                PKIT = {isa = XCSwiftPackageProductDependency; package = NEAR; productName = CourierKit; };
                NEAR = {isa = XCLocalSwiftPackageReference; relativePath = "courier-kit"; };
                PFAR = {isa = XCSwiftPackageProductDependency; package = FAR; productName = Far; };
                FAR = {isa = XCRemoteSwiftPackageReference; repositoryURL = "https://example.org/far";
                    requirement = {kind = upToNextMajorVersion; minimumVersion = 1.4; }; };
                PLOST = {isa = XCSwiftPackageProductDependency; productName = Lost; };
                """
        )
        try folder.write(project, to: "App.xcodeproj/project.pbxproj")
        let targets = try XcodeProject(folder("App.xcodeproj"), configuration: "Release").targets
        let service = try #require(targets.first { $0.name == "MyService" })
        #expect(service.packages == ["CourierKit", "Far", "Lost"])
        let set = service.packageSet
        #expect(set.packages.map(\.identity) == ["courier-kit", "far"])
        #expect(set.packages.last?.requirement == #"from: "1.4.0""#)
        #expect(set.needed(for: ["CourierKit"]).packages.map(\.identity) == ["courier-kit"])
        #expect(set.needed(for: ["Other"]) == set)
        #expect(set.needed(for: []).isEmpty)
    }
}

extension Data {
    fileprivate func contains(_ text: String) -> Bool { range(of: Data(text.utf8)) != nil }
}
