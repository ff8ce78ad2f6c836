// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import CBelfry
internal import Foundation
internal import Synchronization
internal import Testing

@testable internal import UserNotifications

extension ServiceTests {
    /// What is refused, by either side, and what is said about it.
    @Suite(.serialized) struct RefusalTests {
        @Test func `a refused field keeps its value and is named in the log`() throws {
            ScriptedService.script.withLock {
                $0 = { content in
                    content.title = "too long"
                    content.body = "new"
                    return content
                }
            }
            let original = FakeHost.Content(texts: [1: "title"])
            let started = try Extension.started("ScriptedService", original: original)
            FakeHost.state.withLock { $0.refusedKeys = [1] }
            started.didReceive()
            #expect(FakeHost.answers.map(\.texts) == [[1: "title", 3: "new"]])
            #expect(FakeHost.state.withLock { $0.log.first }?.contains("refused title") == true)
        }

        @Test func `userInfo that JSON cannot hold stays as it came`() throws {
            ScriptedService.script.withLock {
                $0 = { content in
                    content.userInfo["object"] = NSObject()
                    content.title = "new"
                    return content
                }
            }
            let original = FakeHost.Content(texts: [11: "{\"a\":1}"])
            try Extension.started("ScriptedService", original: original).didReceive()
            #expect(FakeHost.answers.map(\.texts) == [[1: "new", 11: "{\"a\":1}"]])
            #expect(FakeHost.state.withLock { $0.log.first }?.contains("\"object\"") == true)
        }

        @Test func `without a copy to change the original is answered`() throws {
            ScriptedService.script.withLock {
                $0 = { content in
                    content.title = "new"
                    return content
                }
            }
            let started = try Extension.started("ScriptedService")
            FakeHost.state.withLock { $0.copyLimit = 0 }
            started.didReceive()
            #expect(FakeHost.state.withLock { $0.decisions } == [0])
            #expect(FakeHost.state.withLock { $0.log.count } == 1)
        }

        @Test(arguments: [
            ("", "no NSExtensionPrincipalClass"),
            ("NotAService", "NotAService does not inherit"),
            ("UserNotificationsTests.NotAService", "does not inherit"),
            ("Missing", "has no class Missing (looked for UserNotificationsTests.Missing,"),
            ("Other.Missing", "has no class Other.Missing; set"),
            ("A.B.C", "has no class A.B.C; set"),
        ])
        func `a principal class that cannot serve is explained`(
            _ name: String,
            _ explanation: String
        ) throws {
            FakeHost.reset(principalClass: name)
            #expect(try #require(Extension()).start() == -8)
            let explanations = FakeHost.state.withLock { $0.explanations }
            #expect(explanations.count == 1)
            #expect(explanations.first?.contains(explanation) == true, "\(explanations)")
        }

        @Test func `a bare class name is found in the bundle's module`() throws {
            FakeHost.reset(principalClass: "EchoService")
            let started = try #require(Extension())
            try #require(started.start() == 0)
            started.didReceive()
            #expect(FakeHost.state.withLock { $0.decisions } == [0])
        }

        @Test(arguments: [
            ("My Service-2", "My_Service_2"), ("2Fast", "_Fast"), ("Plain_1", "Plain_1"),
            ("Grüße", "Gr__e"),
        ])
        func `a product's name becomes a module's`(_ product: String, _ module: String) {
            #expect(ModuleNames.ofProduct(product) == module)
        }

        @Test func `the executable of the manifest names a module too`() throws {
            let folder = try TemporaryFolder()
            let manifest = try PropertyListSerialization.data(
                fromPropertyList: ["CFBundleExecutable": "libRich-Push.so"],
                format: .xml,
                options: 0
            )
            try manifest.write(to: folder.url.appendingPathComponent("Info.plist"))
            let bundle = HostedBundle(
                identifier: "org.example.shop.push",
                path: folder.url.path,
                principalClass: "Service"
            )
            #expect(bundle.moduleNames.dropFirst() == ["Rich_Push", "push"])
        }

        @Test(
            arguments: [
                (UInt32(1) << 16, UInt32(1) << 16), (1 << 16 | 1, 1 << 16 | 1),
                (1 << 16 | 7, 1 << 16 | 3), (2 << 16, nil),
                (0, nil),
            ] as [(UInt32, UInt32?)]
        )
        func `ABI-9: another major version is refused, a newer minor is not`(
            _ offered: UInt32,
            _ chosen: UInt32?
        ) {
            #expect(Extension(offering: offered)?.version == chosen)
        }

        @Test func `the descriptor leaves identity to the manifest`() throws {
            let found = try #require(Extension())
            let size = unsafe UInt64(MemoryLayout<bf_extension>.size)
            #expect(found.facts == [0x3145_4642, size, 0, 0])
        }

        @Test func `tables are found by their ids, the same each time`() throws {
            let found = try #require(Extension())
            for id in ["bf.service/1", "bf.mainloop/1"] {
                #expect(found.address(of: id) != nil)
                #expect(found.address(of: id) == found.address(of: id))
            }
            #expect(found.address(of: "bf.service/2") == nil)
        }
    }
}
