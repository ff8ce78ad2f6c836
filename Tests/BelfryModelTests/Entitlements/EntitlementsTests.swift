// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import Testing

struct EntitlementsTests {
    private func parse(_ members: String) throws -> Entitlements {
        let text = "<plist version=\"1.0\"><dict>\(members)</dict></plist>"
        return try Entitlements.parse(Array(text.utf8), context: BuildContext(bundleName: "Name"))
    }

    private func message(_ members: String) -> String {
        do {
            _ = try parse(members)
            return "none"
        } catch {
            return "\(error)"
        }
    }

    private static let groups = "<key>com.apple.security.application-groups</key>"
    private static let keychain = "<key>keychain-access-groups</key>"
    private static let filtering = "<key>com.apple.developer.usernotifications.filtering</key>"

    @Test func `reads Apple's keys, with the team's prefix empty`() throws {
        let entitlements = try parse(
            """
            \(Self.groups)<array><string>group.com.example.app</string></array>
            \(Self.keychain)<array><string>$(AppIdentifierPrefix)com.example.shared</string></array>
            \(Self.filtering)<true/>
            <key>aps-environment</key><string>development</string>
            """
        )
        #expect(entitlements.applicationGroups == ["group.com.example.app"])
        #expect(entitlements.keychainAccessGroups == ["com.example.shared"])
        #expect(entitlements.filtering)
        #expect(entitlements.warnings.isEmpty)
    }

    @Test func `an empty file asks for nothing`() throws {
        #expect(try parse("") == Entitlements())
    }

    @Test(arguments: [
        "", "..", "../x", "a/b", ".hidden", "a..b", "a.", "a b", "grüppe", "a\u{0}b",
        String(repeating: "a", count: 129),
    ])
    func `refuses a group that is no directory's name`(_ group: String) {
        #expect(!StorageName.isValid(group))
        guard !group.contains("\u{0}") else { return }
        let found = message("\(Self.groups)<array><string>\(group)</string></array>")
        #expect(found.contains("application-groups") && found.contains("group.com.example.app"))
    }

    @Test func `names the key of a wrong type and what to write`() {
        let number = message("\(Self.groups)<array><integer>1</integer></array>")
        #expect(number.contains("application-groups") && number.contains("write a <string>"))
        #expect(message("\(Self.filtering)<string>YES</string>").contains("write <true/>"))
        #expect(message("\(Self.keychain)<true/>").contains("an <array> of strings"))
        let many = (0...16).map { "<string>group.g\($0)</string>" }.joined()
        // What is beyond is not looked at.
        let groups = message("\(Self.groups)<array>\(many)<string>/</string></array>")
        #expect(groups.contains("more than 16 groups") && groups.contains("name 16 at most"))
    }

    @Test func `says what is odd`() throws {
        let again = String(repeating: "<string>group.a</string>", count: 1000)
        let repeated = try parse("\(Self.groups)<array>\(again)</array>")
        #expect(repeated.applicationGroups == ["group.a"])
        #expect(repeated.warnings.map(\.problem) == ["names group.a more than once"])
        let near = try parse("<key>com.apple.security.application-group</key><array/>")
        #expect(near.warnings.first?.fix == "write com.apple.security.application-groups")
    }

    @Test func `Apple's right to filter is the manifest's`() {
        var manifest = Manifest(identifier: "a", executable: "a", extensionPoint: .service)
        var entitlements = Entitlements()
        entitlements.filtering = true
        manifest.take(entitlements)
        #expect(manifest.filtering)
    }
}
