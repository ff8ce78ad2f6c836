// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
@testable import BelfryTool
internal import Testing

/// What the tool finds out from sources: enough of Swift to fill in an `Info.plist`.
@Suite struct SourceFactsTests {
    private func facts(_ source: String) -> SourceFacts { SourceFacts(SwiftText(source)) }

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
        #expect(facts(source).serviceClasses == ["A"])
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
        "class", "class A", "class :",
    ])
    func `takes nothing else for one`(source: String) {
        #expect(facts(source).serviceClasses.isEmpty)
    }

    @Test func `prefers the name in Xcode's template to the first`() {
        let base = "class Base: UNNotificationServiceExtension {}\n"
        let usual = "class NotificationService: UNNotificationServiceExtension {}\n"
        #expect(facts(base + usual).principalClass(.service) == "NotificationService")
        #expect(facts(base).principalClass(.service) == "Base")
        #expect(facts("").principalClass(.service) == nil)
    }

    @Test func `knows what Objective-C calls classes`() {
        let source = "@objc(Courier) public final class Post: UNNotificationServiceExtension {}"
        #expect(facts(source).objectiveCNames == ["Courier": "Post"])
    }

    @Test func `tells imports that are conditional from those that are not`() {
        let source = """
            import UIKit
            @testable import struct Kit.Sub
            #if canImport(Other)
            import Other
            #endif
            let text = "import Nothing"
            """
        let imports = facts(source).imports
        #expect(imports.map(\.module) == ["UIKit", "Kit", "Other"])
        #expect(imports.map(\.isConditional) == [false, false, true])
    }

    @Test func `finds app groups that are named as texts`() {
        let source = """
            let a = UserDefaults(suiteName: "group.org.example"), b = "group.org.example"
            let c = "group.\\(name)", d = "group.", e = "my group.x", f = "group.two words"
            // "group.comment"
            """
        #expect(facts(source).appGroups == ["group.org.example"])
    }

    @Test func `a content extension is one by its class's header or by an extension's`() {
        let controller = "class NotificationViewController: UIViewController"
        let direct = facts("class A: UIViewController, UNNotificationContentExtension {}")
        #expect(direct.contentClasses == ["A"])
        #expect(direct.extensionPoint == .content)
        let later = facts(
            "\(controller) {}\nextension NotificationViewController: UNNotificationContentExtension {}"
        )
        #expect(later.principalClass(.content) == "NotificationViewController")
        #expect(facts("\(controller) {}").extensionPoint == .service)
    }
}
