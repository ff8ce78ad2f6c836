// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

@testable import BelfryModel
@testable import BelfryTool
internal import Testing

@Suite struct GeneratedManifestTests {
    @Test func `is read without a warning, and says what it was given`() throws {
        let generated = GeneratedManifest(
            name: "Fish & <Chips>",
            identifier: "org.example.fish",
            principalClass: "$(PRODUCT_MODULE_NAME).Courier"
        )
        let context = BuildContext(bundleName: "Fish & <Chips>")
        let manifest = try Manifest.parse(Array(generated.text.utf8), context: context)
        #expect(manifest.identifier == "org.example.fish")
        #expect(manifest.executable == "Fish & <Chips>")
        #expect(manifest.displayName == "Fish & <Chips>")
        #expect(manifest.extensionPoint == .service)
        #expect(manifest.principalClass == "Fish____Chips_.Courier")
        #expect(manifest.version == "1.0")
        #expect(manifest.warnings.isEmpty)
    }

    @Test func `leaves the class out where there is none`() throws {
        let generated = GeneratedManifest(name: "A", identifier: "local.A", principalClass: nil)
        let context = BuildContext(bundleName: "A")
        let manifest = try Manifest.parse(Array(generated.text.utf8), context: context)
        #expect(manifest.principalClass == nil)
    }

    @Test func `a content extension has a category, and a storyboard in place of a class`() throws {
        let generated = GeneratedManifest(
            name: "A",
            identifier: "local.A",
            extensionPoint: .content,
            mainStoryboard: "MainInterface"
        )
        let context = BuildContext(bundleName: "A")
        let manifest = try Manifest.parse(Array(generated.text.utf8), context: context)
        #expect(manifest.extensionPoint == .content)
        #expect(manifest.mainStoryboard == "MainInterface")
        #expect(manifest.principalClass == nil)
        #expect(manifest.warnings.isEmpty)
    }
}
