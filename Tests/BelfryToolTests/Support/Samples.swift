// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// Small sources for the tests.
enum Samples {
    /// A library with an entry, which is never called here, and one need.
    static let c = """
        #include <belfry/belfry.h>
        #include <unistd.h>

        const bf_extension *bf_extension_main(uint32_t *version) {
            *version = (uint32_t)getpid();
            return 0;
        }
        """

    /// Text that no compiler takes.
    static let broken = "int main(void) { return nonsense }\n"

    /// A `Cargo.toml`, whose last line says where the kit is.
    static func crate(kit: String) -> String {
        """
        [package]
        name = "crate"
        version = "0.1.0"
        edition = "2021"

        [lib]
        crate-type = ["cdylib"]

        [dependencies]
        belfry-extension = { path = "\(kit)" }
        """
    }

    /// A service extension as short as can be.
    static let swift = """
        import UserNotifications

        final class Courier: UNNotificationServiceExtension {
            override func didReceive(
                _ request: UNNotificationRequest,
                withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
            ) {
                contentHandler(request.content)
            }
        }
        """

    /// An `Info.plist` for a library called Small.
    static func plist(
        executable: String = "Small",
        extensionKeys: String = "",
        more: String = ""
    ) -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <plist version="1.0"><dict>
        <key>CFBundleIdentifier</key><string>org.example.Small</string>
        <key>CFBundleExecutable</key><string>\(executable)</string>
        <key>NSExtension</key><dict>
        <key>NSExtensionPointIdentifier</key><string>com.apple.usernotifications.service</string>
        \(extensionKeys)
        </dict>
        \(more)
        </dict></plist>
        """
    }
}
