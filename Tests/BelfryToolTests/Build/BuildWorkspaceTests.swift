// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

@testable import BelfryTool
internal import EndToEndSupport
internal import Foundation
internal import Testing

/// `belfry build` with frameworks that are targets of other projects.
@Suite struct BuildWorkspaceTests {
    let folder: TemporaryFolder
    let belfry: Tool

    init() throws {
        folder = try TemporaryFolder()
        belfry = folder.belfry
        // What is above the folder is not for its tests.
        try folder.write("", to: ".git/config")
        try folder.write(SampleProject.plist(), to: "App/Service/Info.plist")
        try folder.write(
            BuildLibraryTests.service(importing: "Kit", title: "Kit.name"),
            to: "App/Service/NotificationService.swift"
        )
        try folder.write(
            "public enum Kit { public static var name: String { \"the kit of another project\" } }\n",
            to: "Kit/Kit/Kit.swift"
        )
        let kit = SampleTarget(name: "Kit", sources: ["Kit.swift"])
        try folder.write(
            """
            { rootObject = ROOT; objects = {
            ROOT = {isa = PBXProject; targets = (Kit); };
            \(kit.objects) }; }
            """,
            to: "Kit/Kit.xcodeproj/project.pbxproj"
        )
    }

    private func writeProject(linking objects: String) throws {
        try folder.write(
            SampleProject.text(libraries: [], linked: ["KIT"], more: objects),
            to: "App/App.xcodeproj/project.pbxproj"
        )
    }

    private func build(_ options: String...) async throws -> Tool.Outcome {
        try await belfry.run(["build", "App/Service", "-o", "Service.appex"] + options)
    }

    private static let byName = """
        YKIT = {isa = PBXBuildFile; fileRef = XKIT; };
        XKIT = {isa = PBXFileReference; path = Kit.framework; sourceTree = BUILT_PRODUCTS_DIR; };
        """

    private func writeWorkspace() throws {
        try folder.write(
            """
            <Workspace version = "1.0">
               <FileRef location = "group:App/App.xcodeproj"></FileRef>
               <Group location = "container:Kit" name = "Kits">
                  <FileRef location = "group:Kit.xcodeproj"></FileRef>
               </Group>
               <FileRef location = "group:Missing.xcodeproj"/>
            </Workspace>
            """,
            to: "All.xcworkspace/contents.xcworkspacedata"
        )
    }

    @Test func `a workspace shows the project that makes a framework`() async throws {
        try writeProject(linking: Self.byName)
        try writeWorkspace()
        let workspace = XcodeWorkspace(folder("All.xcworkspace"))
        #expect(
            workspace.projects
                == ["App/App.xcodeproj", "Kit/Kit.xcodeproj", "Missing.xcodeproj"].map {
                    folder($0)
                }
        )
        let outside = try await build()
        #expect(outside.status == 66)
        #expect(
            outside.errors.contains(
                "build the workspace that has it (belfry build All.xcworkspace --target MyService), "
                    + "or allow it with --allow-outside \(folder("Kit"))\n"
            ),
            "\(outside.errors)"
        )
        let build = try await build("--allow-outside", "Kit")
        #expect(build.status == 0, "\(build.errors)")
        let library = try folder.read("Service.appex/MyService")
        #expect(library.range(of: Data("the kit of another project".utf8)) != nil)
    }

    @Test func `a workspace that is named is built with all that is in its folder`() async throws {
        try writeProject(linking: Self.byName)
        try writeWorkspace()
        let named = ["build", "All.xcworkspace", "-o", "Service.appex"]
        let build = try await belfry.run(named)
        #expect(build.status == 0, "\(build.errors)")
        #expect(build.errors.isEmpty, "\(build.errors)")
        #expect(try await folder.deliveredTitle() == "the kit of another project")
        let target = try await belfry.run(named + ["--target", "MyService"])
        #expect(target.status == 0, "\(target.errors)")
        let absent = try await belfry.run(named + ["--target", "Other"])
        #expect(absent.status == 66)
        #expect(
            absent.errors
                == "belfry: All.xcworkspace shows no project with a target Other (known are MyService, "
                + "MyContent); name the project, or the extension's folder or files\n"
        )
        let framework = try await belfry.run(named + ["--target", "Kit"])
        #expect(framework.status == 64)
        #expect(
            framework.errors
                == "belfry: --target Kit: Kit is a framework, no notification extension; the extensions "
                + "are: MyService, MyContent\n"
        )
        let missing = try await belfry.run(["build", "None.xcworkspace"])
        #expect(missing.status == 66)
        #expect(missing.errors.contains("None.xcworkspace is no workspace that shows anything"))
    }

    @Test func `a project that a named workspace shows elsewhere is not taken`() async throws {
        try writeProject(linking: Self.byName)
        try folder.write(
            #"<Workspace><FileRef location = "group:../App/App.xcodeproj"/></Workspace>"#,
            to: "Stranger/All.xcworkspace/contents.xcworkspacedata"
        )
        let build = try await belfry.run(["build", "Stranger/All.xcworkspace"])
        #expect(build.status == 66)
        #expect(
            build.errors.contains(
                "shows no project with a target that makes a notification extension; outside of its "
                    + "folder it shows App/App.xcodeproj, which is read when it is named itself"
            ),
            "\(build.errors)"
        )
    }

    @Test func `a workspace's places are read with their character references`() throws {
        try folder.write(
            """
            <Workspace version = "1.0">
               <Group location = "container:Salt &amp; Pepper" name = "S&amp;P">
                  <FileRef location = "group:&quot;Q&#38;A&quot; &#x26; &lt;more&gt;.xcodeproj"/>
               </Group>
               <FileRef location = "group:It&apos;s &amp;lt; &unknown; &#xFFFFFFFF;.xcodeproj"/>
            </Workspace>
            """,
            to: "All.xcworkspace/contents.xcworkspacedata"
        )
        let workspace = XcodeWorkspace(folder("All.xcworkspace"))
        #expect(
            workspace.projects == [
                folder("Salt & Pepper/\"Q&A\" & <more>.xcodeproj"),
                folder("It's &lt; &unknown; &#xFFFFFFFF;.xcodeproj"),
            ]
        )
    }

    @Test(arguments: [
        // The target, as a dependency.
        """
        XKIT = {isa = PBXTargetDependency; name = Kit; targetProxy = PROXY; };
        PROXY = {isa = PBXContainerItemProxy; containerPortal = OTHER; proxyType = 1;
            remoteGlobalIDString = Kit; remoteInfo = Kit; };
        """,
        // The framework, as something to link.
        """
        YKIT = {isa = PBXBuildFile; fileRef = PRODUCT; };
        PRODUCT = {isa = PBXReferenceProxy; path = Kit.framework; remoteRef = PROXY;
            sourceTree = BUILT_PRODUCTS_DIR; };
        PROXY = {isa = PBXContainerItemProxy; containerPortal = OTHER; proxyType = 2;
            remoteGlobalIDString = XKit; remoteInfo = Kit; };
        """,
    ])
    func `a project within the project is read`(_ objects: String) async throws {
        let other = """
            OTHER = {isa = PBXFileReference; path = ../Kit/Kit.xcodeproj; sourceTree = SOURCE_ROOT; };
            """
        let project = SampleProject.text(libraries: [], linked: ["KIT"], more: objects + other)
        try folder.write(
            project.replacing("dependencies = ();", with: "dependencies = (XKIT);"),
            to: "App/App.xcodeproj/project.pbxproj"
        )
        let build = try await build("--allow-outside", "Kit")
        #expect(build.status == 0, "\(build.errors)")
        #expect(try await self.build().status == 66)
        try FileManager.default.removeItem(atPath: folder("Kit/Kit.xcodeproj"))
        let absent = try await self.build("--allow-outside", "Kit")
        #expect(absent.status == 65)
        #expect(absent.errors.contains("no target of App/App.xcodeproj or of a workspace"))
    }

    @Test func `a workspace of other projects is not taken`() async throws {
        try writeProject(linking: Self.byName)
        try folder.write(
            #"<Workspace><FileRef location = "group:Kit/Kit.xcodeproj"/></Workspace>"#,
            to: "All.xcworkspace/contents.xcworkspacedata"
        )
        let build = try await build("--allow-outside", "Kit")
        #expect(build.status == 65)
        #expect(build.errors.contains("Kit: Kit.framework is linked, but no target of"))
    }
}
