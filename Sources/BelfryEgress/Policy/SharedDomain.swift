// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// Domains below which anybody can have a name, so that a wildcard there would allow everything.
///
/// The best known ones, not all: the public suffix list has ten thousand and changes every week.
enum SharedDomain {
    /// Whether a name, in lower case, is such a domain.
    static func contains(_ name: String) -> Bool {
        let labels = name.split(separator: ".")
        if labels.count == 2, labels[1].utf8.count == 2, registries.contains(String(labels[0])) {
            return true
        }
        return exact.contains(name) || deep.contains { name == $0 || name.hasSuffix("." + $0) }
    }

    /// What countries have under their own two letters: `co.uk`, `com.au`.
    private static let registries: Set<String> = [
        "ac", "co", "com", "edu", "gob", "gouv", "gov", "ltd", "ne", "net", "nom", "or", "org",
        "plc",
        "sch",
    ]

    /// Providers that give out names directly below.
    private static let exact: Set<String> = [
        "azureedge.net", "azurewebsites.net", "blogspot.com", "cloudapp.net", "cloudfront.net",
        "deno.dev", "duckdns.org", "firebaseapp.com", "fly.dev", "github.io", "gitlab.io",
        "glitch.me", "herokuapp.com", "netlify.app", "ngrok-free.app", "ngrok.app", "ngrok.io",
        "onrender.com", "ondigitalocean.app", "pages.dev", "r2.dev", "run.app", "surge.sh",
        "trafficmanager.net", "trycloudflare.com", "vercel.app", "web.app", "workers.dev",
    ]

    /// Providers that give out names at any depth, and names that say which address they lead to.
    private static let deep = [
        "amazonaws.com", "appspot.com", "digitaloceanspaces.com", "in-addr.arpa", "ip6.arpa",
        "nip.io", "sslip.io", "windows.net", "xip.io",
    ]
}
