// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySystem
internal import Foundation

/// The browser that draws pictures of the page: Chromium, under one of its names.
package struct BrowserProgram: Sendable {
    package let path: String

    private static let names = ["chromium", "chromium-browser", "google-chrome"]

    /// Looks for it in `PATH`.
    ///
    /// - Throws: ``ToolFailure`` where there is none, with the package that has it.
    package static func find(
        path: String = ProcessInfo.processInfo.environment["PATH"] ?? ""
    ) throws -> BrowserProgram {
        for name in names {
            for folder in path.split(separator: ":") {
                let file = "\(folder)/\(name)"
                if FileManager.default.isExecutableFile(atPath: file) {
                    return BrowserProgram(path: file)
                }
            }
        }
        throw ToolFailure(
            "no Chromium is on PATH, which draws pictures of the page; install Debian's package: "
                + "apt-get install chromium fonts-liberation",
            .unavailable
        )
    }

    /// What is started in a sandbox: the program behind Debian's script, which looks at more of the machine
    /// than a sandbox shows.
    var engine: String {
        let program = "/usr/lib/chromium/chromium"
        let isThere = FileManager.default.isExecutableFile(atPath: program)
        return path == "/usr/bin/chromium" && isThere ? program : path
    }

    /// What it is started with for our own page: without a word to any server, in a profile of its own.
    func arguments(_ folder: BrowserFolder) -> [String] {
        let own = ["--no-proxy-server", "--user-data-dir=\(folder.profile)"]
        // Its own sandbox refuses to be set up by root.
        let sandbox = geteuid() == 0 ? ["--no-sandbox"] : []
        return Self.commonArguments + own + sandbox + ["about:blank"]
    }

    /// What it is started with for a page of others: no scripts, and every connection by its proxy.
    ///
    /// - Parameter folder: What it writes into.
    /// - Returns: The arguments, but for the proxy's.
    static func arguments(sealedIn folder: String) -> [String] {
        commonArguments + [
            "--user-data-dir=\(folder)/profile", "--blink-settings=scriptEnabled=false",
            "--proxy-bypass-list=<-loopback>;\(vendorHosts)", "--dns-prefetch-disable",
            "--disable-quic",
            "--no-pings", "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
            "--disable-breakpad", "--disable-domain-reliability",
            "--disable-features=HttpsUpgrades", "about:blank",
        ]
    }

    /// Writes what it is to prefer in a sandbox: to connect to nothing before a page needs it.
    ///
    /// Else it connects to a page's own server when it opens the page, which it gets from us, and to
    /// whatever a page names in a hint.
    ///
    /// - Parameter folder: What it writes into, which the user that it becomes alone can enter.
    /// - Throws: What keeps the file from being written.
    static func writePreferences(sealedIn folder: String) throws {
        let profile = "\(folder)/profile"
        // The user that it becomes is not always the one that makes them.
        for name in [profile, "\(profile)/Default"] {
            try checked("mkdir", name) { unsafe mkdir(name, 0o700) }
            try checked("chmod", name) { unsafe chmod(name, 0o777) }
        }
        let file = "\(profile)/Default/Preferences"
        // NetworkPredictionOptions: never.
        try Data(#"{"net":{"network_prediction_options":2}}"#.utf8)
            .write(to: URL(fileURLWithPath: file))
        try checked("chmod", file) { unsafe chmod(file, 0o644) }
    }

    /// What Chromium asks by itself whatever it is told: not by the proxy, and so not at all.
    ///
    /// What else comes to the proxy is there for the page.
    private static let vendorHosts = [
        "accounts.google.com", "android.clients.google.com", "clients2.google.com",
        "clientservices.googleapis.com", "content-autofill.googleapis.com",
        "edgedl.me.gvt1.com", "mtalk.google.com", "optimizationguide-pa.googleapis.com",
        "redirector.gvt1.com", "safebrowsing.googleapis.com", "update.googleapis.com",
    ].joined(separator: ";")

    /// Without a window, and without what speaks to servers by itself.
    private static let commonArguments = [
        "--headless=new", "--remote-debugging-pipe", "--no-first-run",
        "--no-default-browser-check", "--disable-gpu", "--disable-extensions", "--disable-sync",
        "--disable-background-networking", "--disable-component-update",
        "--disable-default-apps", "--disable-dev-shm-usage",
        "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1", "--hide-scrollbars",
        "--mute-audio", "--force-color-profile=srgb", "--font-render-hinting=none",
        "--lang=en-US",
    ]
}
