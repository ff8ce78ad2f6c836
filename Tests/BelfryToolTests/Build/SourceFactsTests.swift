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

    /// What sources say together, the first of which is `1.swift`.
    private func together(_ sources: String...) -> SourceFacts {
        SourceFacts(
            merging: sources.enumerated().map { index, source in
                SourceFacts(SwiftText(source), path: "\(index + 1).swift")
            }
        )
    }

    @Test func `takes the class that inherits from others, whatever file it is in`() {
        let service = together(
            "final class Courier: Kit.Middle, @unchecked Sendable {}",
            "open class Base: UNNotificationServiceExtension {}\nclass Middle: Base {}",
            "class Other: Box<Base> {}"
        )
        #expect(service.principalClass(.service) == "Courier")
        #expect(service.principalClasses(.service) == ["Base", "Middle", "Courier"])
        #expect(service.principalClassReason(.service) == nil)
        let content = together(
            "class Card: UIViewController, UNNotificationContentExtension {}\nclass Small: Card {}"
        )
        #expect(content.principalClass(.content) == "Small")
        #expect(content.extensionPoint == .content)
        #expect(together("class A: B {}\nclass B: A {}").principalClass(.service) == nil)
    }

    @Test(arguments: [
        ("A", "B", "A, B, as it is the first"),
        ("A", "NotificationService", "A, NotificationService, as Xcode's template calls it so"),
    ])
    func `says why one of two classes is taken`(first: String, second: String, reason: String) {
        let sources = [first, second].map { "class \($0): UNNotificationServiceExtension {}\n" }
        let facts = together(sources.joined())
        #expect(facts.principalClassReason(.service) == "one of the classes \(reason)")
    }

    @Test func `says why the class that Xcode's template names is not taken`() {
        let template = "class NotificationService: UNNotificationServiceExtension {}\n"
        let facts = together(template + "class Loud: NotificationService {}")
        #expect(facts.principalClass(.service) == "Loud")
        #expect(
            facts.principalClassReason(.service)
                == "one of the classes Loud, NotificationService, as others inherit from "
                + "NotificationService"
        )
    }

    @Test func `knows a class within a type, and where it is`() {
        let inner = "struct A {\nenum E {\nclass S: UNNotificationServiceExtension {}\n}\n}\n"
        let facts = together("let text = \"{\"\n", inner)
        let found = InnerClass(name: "S", path: "A.E.S", place: "2.swift:3")
        #expect(facts.principalClass(.service) == nil)
        #expect(facts.principalInnerClass(.service) == found)
        for name in ["S", "A.E.S", "App.S", "App.A.E.S"] {
            #expect(facts.innerClass(written: name, .service, in: "App") == found)
        }
        #expect(facts.innerClass(written: "Other.S", .service, in: "App") == nil)
        #expect(facts.innerClass(written: "S", .content, in: "App") == nil)
        let outer = together(inner, "class T: UNNotificationServiceExtension {}")
        #expect(outer.principalClass(.service) == "T")
        #expect(outer.principalInnerClass(.service) == nil)
    }

    @Test(arguments: ["}", "{"])
    func `of braces that do not match nothing is within`(brace: String) {
        let facts = together("\(brace)\nclass S: UNNotificationServiceExtension {}")
        #expect(facts.principalClass(.service) == "S")
        #expect(facts.principalInnerClass(.service) == nil)
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
