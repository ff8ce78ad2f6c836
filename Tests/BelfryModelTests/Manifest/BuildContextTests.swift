// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

@testable import BelfryModel
import Testing

@Suite struct BuildContextTests {
    let context = BuildContext(bundleName: "My Photo-2.appex", overrides: ["TEAM": "ab C"])

    @Test(arguments: [
        ("$(PRODUCT_NAME)", "My Photo-2"),
        ("${PRODUCT_MODULE_NAME}.NotificationService", "My_Photo_2.NotificationService"),
        ("$(PRODUCT_BUNDLE_IDENTIFIER)", "local.My-Photo-2"),
        (
            "a $(TEAM:rfc1034identifier) $(TEAM:c99extidentifier) $(TEAM:lower:upper)",
            "a ab-C ab_C AB C"
        ),
        ("$(NONE:default=x)$(TEAM:default=x)", "xab C"),
        ("$5, $ and $", "$5, $ and $"),
        ("", ""),
    ])
    func `puts values in`(text: String, expected: String) throws {
        #expect(try context.expand(text) == expected)
    }

    @Test(arguments: [
        ("$(NONE).x", "$(NONE)"), ("$(TEAM:rot13)", "$(TEAM:rot13)"), ("a $(TEAM", "$(TEAM"),
        ("$()", "$()"), ("$(A_$(TEAM))", "$(A_$(TEAM)"),
    ])
    func `names a reference that has no value`(text: String, reference: String) throws {
        let error = try #require(throws: BuildContext.Unresolved.self) {
            try context.expand(text, requiresValues: true)
        }
        #expect(error.reference == reference)
    }

    @Test(arguments: [
        ("$(NONE).x", ".x"), ("$(NONE:lower)$(NONE:default=y)", "y"), ("${NONE}", ""),
    ])
    func `a variable without a value is empty`(text: String, expected: String) throws {
        #expect(try context.expand(text) == expected)
    }

    @Test(arguments: ["$(TEAM:rot13)", "a $(TEAM", "$(NONE:rot13)"])
    func `refuses a reference that cannot be read`(text: String) {
        #expect(throws: BuildContext.Unresolved.self) { try context.expand(text) }
    }

    @Test func `refuses a text that comes to more than a list may hold`() throws {
        let long = String(repeating: "a", count: 100_000)
        let context = BuildContext(bundleName: "Bell", overrides: ["LONG": long])
        for text in [
            String(repeating: "$(LONG)", count: 11),
            "$(LONG" + String(repeating: ":upper", count: 10) + ")",
        ] {
            let error = try #require(throws: BuildContext.Unresolved.self) {
                _ = try context.expand(text)
            }
            #expect(error.problem.hasPrefix("comes to more than 1048576 bytes"))
            #expect(error.reference.count <= 80)
        }
    }

    @Test func `an empty value replaces none that follows from the name`() {
        let context = BuildContext(
            bundleName: "Bell.appex",
            overrides: ["PRODUCT_NAME": "", "SUFFIX": ""]
        )
        #expect(context["PRODUCT_NAME"] == "Bell")
        #expect(context["SUFFIX"]?.isEmpty == true)
    }

    @Test func `escapes what does not show in the name of a variable`() throws {
        let error = try #require(throws: BuildContext.Unresolved.self) {
            try context.expand("$(A\u{0}\u{202E}\n)", requiresValues: true)
        }
        #expect(error.fix.contains(#"give "A\0\u{202E}\n" a value"#), "\(error.fix)")
    }

    @Test(arguments: [("1Photo", "_Photo"), ("Zdjęcie", "Zdjęcie"), ("a.b", "a_b")])
    func `makes a module name of a bundle's name`(name: String, module: String) {
        #expect(BuildContext(bundleName: name)["PRODUCT_MODULE_NAME"] == module)
    }
}
