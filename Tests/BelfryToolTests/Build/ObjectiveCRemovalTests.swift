// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

@testable import BelfryTool
internal import Testing

/// What is taken out of Swift sources so that they compile without Objective-C.
@Suite struct ObjectiveCRemovalTests {
    private func rewritten(_ source: String) -> String? {
        ObjectiveCRemoval.rewrite(SwiftText(source)).map { String(decoding: $0, as: UTF8.self) }
    }

    @Test(arguments: [
        ("@objc func a() {}", "      func a() {}"),
        ("@objc(a:b:) func a() {}", "            func a() {}"),
        ("@objc(\n  A\n) class A {}", "      \n   \n  class A {}"),
        ("@objcMembers public class A {}", "             public class A {}"),
        ("@IBOutlet weak var a: UILabel!", "          weak var a: UILabel!"),
        ("@IBAction func a(_ b: Any) {}", "          func a(_ b: Any) {}"),
        ("@objc dynamic var a = 1", "      dynamic var a = 1"),
        ("\"\\({ @objc in }())\"", "\"\\({       in }())\""),
    ])
    func `attributes become spaces`(source: String, expected: String) {
        #expect(rewritten(source) == expected)
    }

    @Test(arguments: [
        "let a = \"@objc\"", "// @objc\n/* @IBOutlet */", "let a = #\"@objc\"#",
        "let a = \"\"\"\n@objc\n\"\"\"", "@objcNot var a = 1", "let r = #/@objc/#",
        "@available(iOS 14, *) class A {}", "@MainActor func a() {}", "",
    ])
    func `everything else is compiled as it is`(source: String) {
        #expect(rewritten(source) == nil)
    }

    @Test(arguments: [
        ("#selector(tapped(_:)), x", "SEL(\"tapped:\")       , x"),
        ("#selector(tapped), x", "SEL(\"tapped\")    , x"),
        ("#selector(self.ring(_:after:)), x", "SEL(\"ring:after:\")            , x"),
        ("#selector(Bell.ring(with:)), x", "SEL(\"ringWith:\")           , x"),
        ("#selector(getter: Bell.tone), x", "SEL(\"tone\")                 , x"),
        ("#selector(setter: Bell.tone), x", "SEL(\"setTone:\")             , x"),
        ("#selector(ring as () -> Void), x", "SEL(\"ring\")                  , x"),
        ("#selector(\n  ring\n), x", "SEL(\"ring\")\n     \n , x"),
        ("#keyPath(AVPlayer.status), x", "\"status\"                 , x"),
    ])
    func `selectors keep line and column of what follows`(source: String, expected: String) {
        let result = rewritten(source)
        #expect(result == expected)
        #expect(result?.utf8.count == source.utf8.count)
    }

    @Test(arguments: [
        (["AVPlayerItem", ".", "status"], "status"), (["UIView", ".", "isHidden"], "hidden"),
        (["WKWebView", ".", "url"], "URL"), (["Bell", ".", "isLoud"], "isLoud"),
        (["self", ".", "player", "?", ".", "rate"], "player.rate"), (["Bell"], nil),
    ])
    func `names of properties are those of Objective-C`(expression: [String], name: String?) {
        #expect(KeyPathName(expression: expression)?.text == name)
    }

    @Test(arguments: [
        (["a"], "a"), (["a", "(", ")"], "a"), (["a", "(", "_", ":", ")"], "a:"),
        (["a", "(", "b", ":", "c", ":", ")"], "aWithB:c:"),
        (["a", "(", "from", ":", ")"], "aFrom:"), (["a", "(", "forKey", ":", ")"], "aForKey:"),
        (["`default`"], "default"),
    ])
    func `names are those of Objective-C`(expression: [String], name: String) {
        #expect(SelectorName(expression: expression)?.text == name)
    }
}
