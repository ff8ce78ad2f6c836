// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

@testable import BelfryTool
internal import Testing

/// What `belfry build` says of an observer that overrides nothing.
@Suite struct ObserverOverrideTests {
    @Test func `an observer that is only an NSObject is told what to write`() async throws {
        let folder = try TemporaryFolder()
        try folder.write(
            """
            import UserNotifications

            final class Watcher: NSObject {
                override func observeValue(
                    forKeyPath keyPath: String?,
                    of object: Any?,
                    change: [NSKeyValueChangeKey: Any]?,
                    context: UnsafeMutableRawPointer?
                ) {}
            }

            final class Service: UNNotificationServiceExtension {
                override func observeValue(
                    forKeyPath keyPath: String?,
                    of object: Any?,
                    change: [NSKeyValueChangeKey: Any]?,
                    context: UnsafeMutableRawPointer?
                ) {}
            }
            """,
            to: "Watcher.swift"
        )
        let build = try await folder.belfry("build", "Watcher.swift")
        #expect(build.status == 65)
        let said = build.errors.split(separator: "\n").filter {
            $0.hasPrefix("belfry: observeValue(forKeyPath:of:change:context:) is overridden in")
        }
        #expect(said.count == 1, "\(build.errors)")
        #expect(build.errors.contains("Watcher.swift:4:"))
        #expect(!build.errors.contains("Watcher.swift:13:"), "\(build.errors)")
    }

    @Test(arguments: [
        """
        a.swift:1:1: error: method does not override any method from its superclass
        1 |     override func ring() {}
          |                   `- error: method does not override any method from its superclass
        2 |     override func observeValue(
        """,
        "a.swift:1:1: error: cannot find 'a' in scope\n"
            + "1 |     override func observeValue(\n", "",
    ])
    func `other complaints are none of it`(output: String) {
        #expect(ObserverOverride.explanation(output: output) == nil)
    }
}
