// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

@testable import BelfryTool
internal import Testing

/// Which imports are left out of Swift sources, and that nothing else moves.
@Suite struct ImportRemovalTests {
    private func removal(_ source: String) -> ImportRemoval {
        ImportRemoval(SwiftText(source), absent: ["SwiftUI", "StoreKit", "ARKit"])
    }

    @Test(arguments: [
        ("import SwiftUI\nlet a = 1", "import Swift  \nlet a = 1"),
        (
            "@preconcurrency import StoreKit; let a = 1",
            "@preconcurrency import Swift   ; let a = 1"
        ),
        ("import UIKit\nimport ARKit // why", "import UIKit\nimport Swift // why"),
        ("import ARKit.Faces.Noses\nlet a = 1", "import Swift            \nlet a = 1"),
        ("import struct SwiftUI.Color\nlet a = 1", "import Swift               \nlet a = 1"),
        ("import func ARKit.see; let a = 1", "import Swift         ; let a = 1"),
    ])
    func `an import of what is not here becomes Swift's own`(source: String, expected: String) {
        let rewritten = removal(source).rewritten.map { String(decoding: $0, as: UTF8.self) }
        #expect(rewritten == expected)
    }

    @Test(arguments: [
        "import UIKit", "// import SwiftUI", "let a = \"import SwiftUI\"", "import SwiftUIBells",
        "#if canImport(SwiftUI)\nimport SwiftUI\n#endif", "import struct UIKit.Color", "import",
        "import struct", "import class ARKits.Face",
        "",
    ])
    func `every other one stays`(source: String) {
        #expect(removal(source).rewritten == nil)
        #expect(removal(source).modules.isEmpty)
    }

    @Test(arguments: [
        ("import CoreImage.CIFilterBuiltins", "CoreImage"),
        ("import JavaScriptCore", "JavaScriptCore"),
    ])
    func `knows the frameworks of Apple's`(source: String, module: String) {
        let removal = ImportRemoval(SwiftText(source), absent: AppleFrameworks.names)
        #expect(removal.modules == [module])
    }

    @Test func `says what it left out`() {
        #expect(removal("import SwiftUI\nimport StoreKit").modules == ["SwiftUI", "StoreKit"])
        #expect(removal("import struct SwiftUI.Color").modules == ["SwiftUI"])
    }

    @Test(arguments: [
        ("CC_MD5(a, 1, &b)", true), ("let n = Int(CC_SHA256_DIGEST_LENGTH)", true),
        ("kCCSuccess", true), ("CCCrypt(a)", true), ("// CC_MD5", false), ("CCTV()", false),
    ])
    func `knows CommonCrypto's names`(source: String, isUsed: Bool) {
        #expect(SourceFacts(SwiftText(source)).usesCommonCrypto == isUsed)
    }

    @Test func `knows who reads XML`() {
        #expect(SourceFacts(SwiftText("class A: NSObject, XMLParserDelegate {}")).usesXML)
        #expect(!SourceFacts(SwiftText("let a = \"XMLParser\"")).usesXML)
    }
}
