// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation
internal import Testing

/// What `belfry build` warns of when a project has frameworks of its own.
@Suite struct BuildLibraryWarningTests {
    @Test func `a framework that is not here is named once for all modules`() async throws {
        let folder = try TemporaryFolder()
        let kits = ["Kit", "Tones"].map { SampleTarget(name: $0, sources: ["\($0).swift"]) }
        try folder.write(
            SampleProject.text(libraries: kits, linked: kits.map(\.name)),
            to: "App.xcodeproj/project.pbxproj"
        )
        try folder.write(SampleProject.plist(), to: "Service/Info.plist")
        let absent = "import SwiftUI\nimport StoreKit\n"
        try folder.write("\(absent)public let tone = 1\n", to: "Tones/Tones.swift")
        try folder.write("import SwiftUI\npublic let kit = 2\n", to: "Kit/Kit.swift")
        try folder.write(
            absent
                + BuildLibraryTests.service(importing: "Kit", "Tones", title: "\"\\(tone + kit)\""),
            to: "Service/NotificationService.swift"
        )
        let build = try await folder.belfry("build", "Service")
        #expect(build.status == 0, "\(build.errors)")
        let lines = build.errors.split(separator: "\n")
        #expect(lines.count == 2, "\(build.errors)")
        for (line, module, files) in [
            (lines.first, "SwiftUI", ["Service/NotificationService", "Kit/Kit", "Tones/Tones"]),
            (lines.last, "StoreKit", ["Service/NotificationService", "Tones/Tones"]),
        ] {
            let line = try #require(line)
            #expect(line.contains(": \(module) is not offered here"), "\(line)")
            #expect(files.allSatisfy { line.contains("\($0).swift") }, "\(line)")
        }
    }
}
