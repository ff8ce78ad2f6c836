// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

@testable import BelfryTool
internal import Testing

/// What `belfry build` says of sources that no compiler reads any more.
@Suite struct OlderSwiftTests {
    @Test func `spellings of Swift 2 and 3 are named with today's`() async throws {
        let folder = try TemporaryFolder()
        try folder.write(
            """
            import UIKit
            import UserNotifications

            func open(_ url: URL) {}

            final class Old: UNNotificationServiceExtension {
                override func didReceiveNotificationRequest(request: UNNotificationRequest) {
                    let center = UNUserNotificationCenter.currentNotificationCenter()
                    open(NSURL(string: "https://example.org")!)
                    let name = "a".stringByAppendingString("b")
                    let manager = NSFileManager.defaultManager()
                    UIView().backgroundColor = UIColor.redColor()
                }
            }
            """,
            to: "Old.swift"
        )
        let build = try await folder.belfry("build", "Old.swift")
        #expect(build.status == 65)
        let start =
            "belfry: the sources have names of Swift 3 or earlier, for which Swift 5 has others: "
        let said = build.errors.split(separator: "\n").filter { $0.hasPrefix(start) }
        #expect(said.count == 1, "\(build.errors)")
        let list = try #require(said.first).dropFirst(start.count)
        let named = Set(list.split(separator: ", ").map(String.init))
        #expect(
            named == [
                "didReceiveNotificationRequest is didReceive(_:withContentHandler:)",
                "currentNotificationCenter is current()", "NSURL is URL",
                "stringByAppendingString is appending(_:)", "NSFileManager is FileManager",
                "redColor is red",
            ],
            "\(build.errors)"
        )
    }

    @Test(arguments: [
        "error: cannot find 'bell' in scope",
        "error: value of type 'Bell' has no member 'tintColor'",
        "error: type 'UIColor' has no member 'mauveColor'", "",
    ])
    func `other names are not taken for old ones`(output: String) {
        #expect(OlderSwift(output: output).explanation == nil)
    }

    @Test func `of many the first are named`() throws {
        let names = ["black", "blue", "brown", "clear", "cyan", "gray", "green", "red", "white"]
        let output = names.map { "error: type 'UIColor' has no member '\($0)Color'\n" }.joined()
        let line = try #require(OlderSwift(output: output + output).explanation)
        #expect(line.hasSuffix("greenColor is green, redColor is red, …"), "\(line)")
        #expect(line.contains(": blackColor is black, blueColor is blue, "))
    }
}
