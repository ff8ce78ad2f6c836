// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

@testable import BelfryTool
internal import Testing

@Suite struct PrincipalClassScanTests {
    @Test(arguments: [
        "class A: UNNotificationServiceExtension {}",
        "public final class A : UNNotificationServiceExtension, Sendable\n{}",
        "@objc(Other) open class A: UserNotifications.UNNotificationServiceExtension {}",
        "class A:\n  // why\n  Marker, /* { */ UNNotificationServiceExtension {}",
        "let text = \"class B: UNNotificationServiceExtension {\"\n"
            + "class A: UNNotificationServiceExtension {}",
        "let text = \"not closed\nclass A: UNNotificationServiceExtension {}",
    ])
    func `finds a class that inherits by name`(source: String) {
        #expect(PrincipalClassScan.classes(in: source) == ["A"])
    }

    @Test(arguments: [
        "",
        "class A {}",
        "class A: NSObject {}",
        "class A: MyUNNotificationServiceExtension {}",
        "// class A: UNNotificationServiceExtension {}",
        "/* /* */ class A: UNNotificationServiceExtension {} */",
        "let text = \"\"\"\nclass A: UNNotificationServiceExtension {}\n\"\"\"",
        "extension A: UNNotificationServiceExtension {}",
        "subclass A: UNNotificationServiceExtension {}",
    ])
    func `takes nothing else for one`(source: String) {
        #expect(PrincipalClassScan.classes(in: source).isEmpty)
    }

    @Test func `prefers the name in Xcode's template to the first`() {
        #expect(
            PrincipalClassScan.best(of: ["Base", "NotificationService"]) == "NotificationService"
        )
        #expect(PrincipalClassScan.best(of: ["First", "Second"]) == "First")
        #expect(PrincipalClassScan.best(of: []) == nil)
    }
}
