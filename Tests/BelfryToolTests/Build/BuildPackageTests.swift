// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

@testable import BelfryTool
internal import BelfryModel
internal import BelfryTerminal
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
        let targets = try XcodeProject(
            folder("App.xcodeproj"),
            configuration: "Release",
            within: BuildPlaces([folder("")])
        ).targets
        let service = try #require(targets.first { $0.name == "MyService" })
        #expect(service.packages == ["CourierKit", "Far", "Lost"])
        let set = service.packageSet
        #expect(set.packages.map(\.identity) == ["courier-kit", "far"])
        #expect(set.packages.last?.requirement == #"from: "1.4.0""#)
        #expect(set.needed(for: ["CourierKit"]).packages.map(\.identity) == ["courier-kit"])
        #expect(set.needed(for: ["Other"]) == set)
        #expect(set.needed(for: []).isEmpty)
    }

    private static let source = "Service/NotificationService.swift"

    /// A project with the service whose folder the suite writes, which links products.
    private func writeProject(products: String, objects: String) throws {
        let project = SampleProject.text(
            target: "packageProductDependencies = (\(products));",
            more: objects
        )
        try folder.write(project, to: "App.xcodeproj/project.pbxproj")
        try folder.write(SampleProject.plist(), to: "Service/Info.plist")
    }

    @Test func `a package that the project shows as a folder is found by its product`() throws {
        try writeProject(
            products: "PKIT, PTOOL, PLOST",
            objects: """
                PKIT = {isa = XCSwiftPackageProductDependency; productName = CourierKit; };
                PTOOL = {isa = XCSwiftPackageProductDependency; productName = Tool; };
                PLOST = {isa = XCSwiftPackageProductDependency; productName = Lost; };
                NEAR = {isa = PBXFileReference; lastKnownFileType = wrapper; path = "courier-kit";
                    sourceTree = "<group>"; };
                """
        )
        try folder.write(
            #"<Workspace><FileRef location = "group:Tools"></FileRef></Workspace>"#,
            to: "App.xcworkspace/contents.xcworkspacedata"
        )
        try folder.write(
            #"let package = Package(name: "Tools", products: [.library( name: "Tool", targets: [])])"#,
            to: "Tools/Package.swift"
        )
        let targets = try XcodeProject(
            folder("App.xcodeproj"),
            configuration: "Release",
            within: BuildPlaces([folder("")])
        ).targets
        let service = try #require(targets.first { $0.name == "MyService" })
        #expect(service.packages == ["CourierKit", "Tool", "Lost"])
        #expect(service.packageSet.packages.map(\.identity) == ["courier-kit", "tools"])
        #expect(service.packageSet.products.map(\.name) == ["CourierKit", "Tool"])
    }

    @Test func `a package that a framework of the project links is built with it`() async throws {
        let bells = SampleTarget(
            name: "Bells",
            sources: ["Bells.swift"],
            more: "packageProductDependencies = (PKIT);"
        )
        try folder.write(
            SampleProject.text(
                libraries: [bells],
                linked: ["Bells"],
                more: """
                    PKIT = {isa = XCSwiftPackageProductDependency; package = NEAR;
                        productName = CourierKit; };
                    NEAR = {isa = XCLocalSwiftPackageReference; relativePath = "courier-kit"; };
                    """
            ),
            to: "App.xcodeproj/project.pbxproj"
        )
        try folder.write(SampleProject.plist(), to: "Service/Info.plist")
        try folder.write(
            "import CourierKit\npublic let greeting = Kit().greeting\n",
            to: "Bells/Bells.swift"
        )
        try folder.write(
            BuildLibraryTests.service(importing: "Bells", title: "greeting"),
            to: Self.source
        )
        let build = try await build()
        #expect(build.status == 0, "\(build.errors)")
        #expect(build.errors.hasPrefix("belfry: building courier-kit"), "\(build.errors)")
        #expect(try folder.read("Service.appex/MyService").contains("Ding"))
    }

    @Test func `a package that cannot be fetched is named, and the others are built`() async throws
    {
        try writeProject(
            products: "PKIT, PFAR",
            objects: """
                PKIT = {isa = XCSwiftPackageProductDependency; productName = CourierKit; };
                NEAR = {isa = PBXFileReference; lastKnownFileType = wrapper; path = "courier-kit";
                    sourceTree = "<group>"; };
                PFAR = {isa = XCSwiftPackageProductDependency; package = FAR; productName = Far; };
                FAR = {isa = XCRemoteSwiftPackageReference;
                    repositoryURL = "file://\(folder("far.git"))";
                    requirement = {kind = upToNextMajorVersion; minimumVersion = 1.4; }; };
                """
        )
        let source = String(decoding: try folder.read(Self.source), as: UTF8.self)
        try folder.write(
            "#if canImport(Far)\nimport Far\n#endif\n"
                + source.replacing("class Courier:", with: "class NotificationService:"),
            to: Self.source
        )
        let build = try await build()
        #expect(build.status == 0, "\(build.errors)")
        let warnings = build.errors.split(separator: "\n").filter {
            $0.hasPrefix("belfry: warning: ")
        }
        #expect(warnings.count == 1, "\(build.errors)")
        let warning = try #require(warnings.first)
        #expect(warning.hasPrefix("belfry: warning: file://\(folder("far.git")): "), "\(warning)")
        // The package manager says why, or it waits for itself for ever and git says why.
        let causes = ["Failed to clone repository ", "git cannot read "]
        #expect(causes.contains { warning.contains($0) }, "\(warning)")
        #expect(warning.hasSuffix("; built without it"))
        #expect(try folder.read("Service.appex/MyService").contains("Ding"))
    }

    /// Writes a package `bell` with a library `Bell` and its only target.
    private func writeBell(_ target: String) throws {
        let manifest = """
            // swift-tools-version: 5.9
            import PackageDescription
            let package = Package(
                name: "bell",
                products: [.library(name: "Bell", targets: ["Bell"])],
                targets: [\(target)]
            )
            """
        try folder.write(manifest, to: "bell/Package.swift")
        try folder.write("import Bell\n" + Samples.swift, to: "Ring.swift")
    }

    @Test func `a package in Objective-C is said to be one`() async throws {
        try writeBell(#".target(name: "Bell")"#)
        try folder.write("@interface Bell\n@end\n", to: "bell/Sources/Bell/include/Bell.h")
        try folder.write(
            "#import <Foundation/Foundation.h>\n#import \"Bell.h\"\n@implementation Bell\n@end\n",
            to: "bell/Sources/Bell/Bell.m"
        )
        let build = try await belfry("build", "Ring.swift", "--package", folder("bell"))
        #expect(build.status == 65)
        #expect(
            build.errors.hasSuffix(
                "\nbelfry: swift could not build Bell for Linux; see above: Bell.m is in Objective-C, "
                    + "which has no runtime here (`belfry help FromIOS`)\n"
            ),
            "\(build.errors)"
        )
    }

    @Test func `a package that is a binary for Apple's systems is said to be one`() async throws {
        try writeBell(#".binaryTarget(name: "Bell", path: "Bell.xcframework")"#)
        try folder.write(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <plist version="1.0"><dict>
            <key>AvailableLibraries</key><array><dict>
            <key>LibraryIdentifier</key><string>ios-arm64</string>
            <key>LibraryPath</key><string>Bell.framework</string>
            <key>SupportedArchitectures</key><array><string>arm64</string></array>
            <key>SupportedPlatform</key><string>ios</string>
            </dict></array>
            <key>CFBundlePackageType</key><string>XFWK</string>
            <key>XCFrameworkFormatVersion</key><string>1.0</string>
            </dict></plist>
            """,
            to: "bell/Bell.xcframework/Info.plist"
        )
        let build = try await belfry("build", "Ring.swift", "--package", folder("bell"))
        #expect(build.status == 65)
        #expect(
            build.errors.contains(
                "\nbelfry: Bell is not there for Linux: Objective-C has no runtime here, and a package's "
                    + "binaries are for Apple's systems; send what it reports by URLSession, and make "
                    + "its use conditional with #if canImport(Bell)\n"
            ),
            "\(build.errors)"
        )
    }

    /// A build of a package that cannot be fetched, by a package manager that answers with these in turn.
    private func fetching(_ answers: [CompilerOutcome]) throws -> (build: PackageBuild, git: String)
    {
        let address = "file://\(folder("far.git"))"
        let answers = Answers(rest: answers)
        let build = PackageBuild(
            set: PackageSet(packages: [try PackageReference("\(address)@1.0.0")]),
            imports: [],
            isDebug: false,
            moduleFolders: [],
            manager: "swift",
            folder: folder("packages"),
            run: { step throws(ToolFailure) in
                guard step.program == "swift" else {
                    return try await step.run(log: Terminal(descriptor: -1))
                }
                return answers.rest.removeFirst()
            }
        )
        return (build, "git cannot read \(address): ")
    }

    private final class Answers {
        var rest: [CompilerOutcome]
        init(rest: [CompilerOutcome]) { self.rest = rest }
    }

    private static let still = CompilerOutcome(
        output: "",
        failure: ToolFailure("swift stood still", .software),
        hasStoodStill: true
    )

    @Test(arguments: [
        still,
        CompilerOutcome(
            output: "error: Git command 'git -C /a config --get remote.origin.url' failed: none",
            failure: ToolFailure("swift could not fetch", .badData)
        ),
    ])
    func `a cause that the package manager hides is asked of git`(
        _ answer: CompilerOutcome
    ) async throws {
        let (build, git) = try fetching([answer])
        let failure = await #expect(throws: ToolFailure.self) { _ = try await build.build() }
        let message = try #require(failure?.message)
        #expect(
            message.hasPrefix("swift could not fetch the packages: \(git)fatal: "),
            "\(message)"
        )
    }

    @Test func `a package manager that stands still is begun again where git can read all`()
        async throws
    {
        let made = try await CompilerStep(
            program: "/usr/bin/env",
            arguments: ["git", "init", "--quiet", "--bare", folder("far.git")],
            purpose: "make a repository"
        ).run(log: Terminal(descriptor: -1))
        #expect(made.failure == nil)
        let refused = CompilerOutcome(
            output: "error: no tag 1.0.0",
            failure: ToolFailure("swift could not fetch", .badData)
        )
        let (build, _) = try fetching([Self.still, refused])
        let failure = await #expect(throws: ToolFailure.self) { _ = try await build.build() }
        #expect(failure?.message == "swift could not fetch: no tag 1.0.0")
    }

    @Test func `the cause of a failure is the first error, with what git said`() {
        let output = """
            Fetching https://example.org/far
            error: Failed to clone repository https://example.org/far:
                Cloning into bare repository '/tmp/far'...
                fatal: repository 'https://example.org/far/' not found
            error: another
            """
        #expect(
            PackageBuild.cause(in: output)
                == "Failed to clone repository https://example.org/far: "
                + "fatal: repository 'https://example.org/far/' not found"
        )
        let compiled = "/a/Kit.swift:3:9: error: cannot find 'nothing' in scope\nmore"
        #expect(PackageBuild.cause(in: compiled) == "cannot find 'nothing' in scope")
        #expect(PackageBuild.cause(in: "all is well") == nil)
    }
}

extension Data {
    fileprivate func contains(_ text: String) -> Bool { range(of: Data(text.utf8)) != nil }
}
