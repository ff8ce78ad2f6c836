// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryCenter
import Foundation
import Testing

@testable import BelfryServer

@Suite struct AppFolderTests {
    /// The folders below the apps' one, as `IDENTIFIER/DIGEST`.
    private func versions(_ scripts: InstalledScripts) throws -> [String] {
        let files = FileManager.default
        return try files.contentsOfDirectory(atPath: scripts.apps.path).sorted().flatMap { name in
            try files.contentsOfDirectory(atPath: "\(scripts.apps.path)/\(name)").sorted()
                .map { "\(name)/\($0)" }
        }
    }

    @Test func `keeps what a restored ledger does not know, and says what is missing`() throws {
        let scripts = try InstalledScripts()
        defer { scripts.remove() }
        let app = InstalledScripts.app
        let first = try scripts.install("one", "exit")
        let second = try scripts.install("two", "exit")
        let staged = scripts.apps.path + "/.staging-left"
        try FileManager.default.createDirectory(atPath: staged, withIntermediateDirectories: false)
        // A ledger from before the app was installed, or whose row of it cannot be read.
        #expect(scripts.apps.sweep([]) == [])
        let unread = CenterApp(identifier: app)
        #expect(scripts.apps.sweep([unread]) == [unread])
        #expect(try versions(scripts) == ["\(app)/one", "\(app)/two"])
        // One from before the update, whose version an update has removed.
        var gone = first
        gone.digest = "zero"
        #expect(scripts.apps.sweep([gone]) == [gone])
        #expect(try versions(scripts) == ["\(app)/one", "\(app)/two"])
        #expect(scripts.apps.sweep([second]) == [])
        #expect(try versions(scripts) == ["\(app)/two"])
    }
}
