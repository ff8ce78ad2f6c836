// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryModel
import Testing

@Suite struct ManifestTests {
    static let service = """
        <key>NSExtensionPointIdentifier</key><string>com.apple.usernotifications.service</string>
        """
    static let content = """
        <key>NSExtensionPointIdentifier</key>
        <string>com.apple.usernotifications.content-extension</string>
        """

    /// Reads a file with the given keys at its root.
    static func parse(_ keys: String) throws(ManifestError) -> Manifest {
        let text = "<plist version=\"1.0\"><dict>\(keys)</dict></plist>"
        return try Manifest.parse(
            Array(text.utf8),
            context: BuildContext(bundleName: "MonkeyNotification")
        )
    }

    /// Reads a file with the given keys inside `NSExtension`.
    static func parse(point: String, root: String = "") throws(ManifestError) -> Manifest {
        try parse("<key>NSExtension</key><dict>\(point)</dict>\(root)")
    }

    /// Reads a content extension with the given keys inside `NSExtensionAttributes`.
    static func parse(attributes: String) throws(ManifestError) -> Manifest {
        try parse(
            point: content + "<key>NSExtensionAttributes</key><dict>\(attributes)</dict>"
        )
    }

    /// Reads a service extension with the given keys inside `BFExtension`.
    static func parse(own: String) throws(ManifestError) -> Manifest {
        try parse(point: service, root: "<key>BFExtension</key><dict>\(own)</dict>")
    }

    @Test func `takes defaults where Xcode would generate the keys`() throws {
        let manifest = try Self.parse(
            point: Self.service + """
                <key>NSExtensionPrincipalClass</key>
                <string>$(PRODUCT_MODULE_NAME).NotificationService</string>
                """
        )
        var expected = Manifest(
            identifier: "local.MonkeyNotification",
            executable: "MonkeyNotification",
            extensionPoint: .service
        )
        expected.principalClass = "MonkeyNotification.NotificationService"
        expected.principalClassCandidates = ["MonkeyNotification.NotificationService"]
        #expect(manifest == expected)
    }

    @Test func `reads a project's file with its build variables`() throws {
        let manifest = try Self.parse(
            point: Self.content + """
                <key>NSExtensionMainStoryboard</key><string>MainInterface</string>
                <key>NSExtensionAttributes</key><dict>
                  <key>UNNotificationExtensionCategory</key>
                  <array><string>event-invite</string><string>photo</string></array>
                  <key>UNNotificationExtensionInitialContentSizeRatio</key><real>0.7</real>
                  <key>UNNotificationExtensionDefaultContentHidden</key><true/>
                  <key>UNNotificationExtensionUserInteractionEnabled</key><true/>
                  <key>UNNotificationExtensionOverridesDefaultTitle</key><false/>
                </dict>
                """,
            root: """
                <key>CFBundleDevelopmentRegion</key><string>$(DEVELOPMENT_LANGUAGE)</string>
                <key>CFBundleDisplayName</key><string>Monkey</string>
                <key>CFBundleExecutable</key><string>$(EXECUTABLE_NAME)</string>
                <key>CFBundleIdentifier</key><string>$(PRODUCT_BUNDLE_IDENTIFIER).x</string>
                <key>CFBundleName</key><string>$(PRODUCT_NAME)</string>
                <key>CFBundlePackageType</key><string>$(PRODUCT_BUNDLE_PACKAGE_TYPE)</string>
                <key>CFBundleShortVersionString</key><string>$(MARKETING_VERSION)</string>
                <key>CFBundleVersion</key><string>42</string>
                <key>NSAppTransportSecurity</key><dict><key>a</key><true/></dict>
                """
        )
        #expect(manifest.identifier == "local.MonkeyNotification.x")
        #expect(manifest.executable == "MonkeyNotification")
        #expect(manifest.displayName == "Monkey")
        #expect(manifest.version == "1.0")
        #expect(manifest.build == "42")
        #expect(manifest.extensionPoint == .content)
        #expect(manifest.mainStoryboard == "MainInterface")
        #expect(manifest.categories == ["event-invite", "photo"])
        #expect(manifest.initialContentSizeRatio == 0.7)
        #expect(manifest.isDefaultContentHidden)
        #expect(manifest.isUserInteractionEnabled)
        #expect(!manifest.overridesDefaultTitle)
        #expect(manifest.warnings.isEmpty)
    }

    @Test(arguments: [
        ("NotificationService", ["NotificationService", "MonkeyNotification.NotificationService"]),
        ("Other.Service", ["Other.Service"]), ("", []),
    ])
    func `offers the names of a principal class`(name: String, candidates: [String]) throws {
        let manifest = try Self.parse(
            point: "\(Self.service)<key>NSExtensionPrincipalClass</key><string>\(name)</string>"
        )
        #expect(manifest.principalClassCandidates == candidates)
        #expect(manifest.principalClass == candidates.first)
    }

    @Test(arguments: [
        ("<string>one</string>", ["one"]), ("<array><string>a</string></array>", ["a"]),
        ("<array/>", []), ("<string/>", []),
    ])
    func `reads one category or several`(value: String, expected: [String]) throws {
        let manifest = try Self.parse(
            attributes: "<key>UNNotificationExtensionCategory</key>\(value)"
        )
        #expect(manifest.categories == expected)
        #expect(manifest.warnings.isEmpty == !expected.isEmpty)
    }

    @Test(arguments: [
        ("<real>0.5</real>", 0.5), ("<integer>1</integer>", 1), ("<integer>0</integer>", 0),
    ])
    func `reads a size ratio`(value: String, expected: Double) throws {
        let manifest = try Self.parse(
            attributes: "<key>UNNotificationExtensionInitialContentSizeRatio</key>\(value)"
        )
        #expect(manifest.initialContentSizeRatio == expected)
    }

    @Test func `reads Belfry's own keys`() throws {
        let manifest = try Self.parse(
            own: """
                <key>Budget</key><dict>
                  <key>wall</key><string>10s</string><key>cpu</key><real>0.5</real>
                  <key>start</key><integer>1</integer><key>memory</key><string>24MB</string>
                  <key>output</key><integer>4096</integer>
                  <key>network</key><string>10MB</string><key>requests</key><integer>20</integer>
                  <key>connections</key><integer>3</integer>
                </dict>
                <key>Network</key><array><string>https://example.com</string></array>
                <key>Process</key><string>fresh</string><key>ParallelRuns</key><integer>4</integer>
                <key>Threads</key><integer>512</integer>
                <key>ModifyLocal</key><true/><key>Filtering</key><true/>
                <key>Collapsing</key><true/>
                <key>Fallback</key><dict><key>title</key><string>New message</string></dict>
                """
        )
        #expect(
            manifest.budget
                == Manifest.BudgetRequest(
                    wall: .seconds(10),
                    cpu: .milliseconds(500),
                    start: .seconds(1),
                    memory: 25_165_824,
                    output: 4096,
                    network: 10 << 20,
                    requests: 20,
                    connections: 3
                )
        )
        #expect(manifest.network == ["https://example.com"])
        #expect(manifest.process == .fresh)
        #expect(manifest.parallelRuns == 4)
        #expect(manifest.threads == 512)
        #expect(manifest.modifyLocal)
        #expect(manifest.filtering)
        #expect(manifest.collapsing)
        #expect(manifest.fallback == Manifest.Fallback(title: "New message"))
        #expect(manifest.warnings.isEmpty)
    }

    @Test func `tells no network from an empty list of origins`() throws {
        #expect(try Self.parse(own: "").network == nil)
        #expect(try Self.parse(own: "").hasOwnKeys)
        #expect(try !Self.parse(point: Self.service).hasOwnKeys)
        #expect(try Self.parse(own: "<key>Network</key><array/>").network == [])
        let authority = "<key>CertificateAuthorities</key><string>authority.pem</string>"
        #expect(try Self.parse(own: authority).certificateAuthorities == ["authority.pem"])
    }

    @Test func `takes a fallback's text as its body`() throws {
        let manifest = try Self.parse(own: "<key>Fallback</key><string>New message</string>")
        #expect(manifest.fallback == Manifest.Fallback(body: "New message"))
    }

    @Test func `a budget can begin with a profile`() throws {
        let manifest = try Self.parse(
            own: "<key>Budget</key><dict><key>profile</key><string>ios-small</string></dict>"
        )
        #expect(manifest.budget == Manifest.BudgetRequest(profile: .iosSmall))
        #expect(manifest.warnings.isEmpty)
        let error = #expect(throws: ManifestError.self) {
            try Self.parse(
                own: "<key>Budget</key><dict><key>profile</key><string>ipad</string></dict>"
            )
        }
        #expect(error?.keyPath == "BFExtension.Budget.profile")
        #expect(error?.message.contains("there are ios, ios-small, ci") == true)
    }
}
