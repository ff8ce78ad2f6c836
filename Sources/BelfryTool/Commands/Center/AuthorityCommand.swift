// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import ArgumentParser
internal import BelfryModel
internal import BelfryTerminal

/// `belfry ca`: which certificate clients of the push endpoint are to trust, and how.
struct AuthorityCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ca",
        abstract: "Prints the certificate that clients of the push endpoint trust, and how.",
        discussion: "It vouches for localhost and addresses of loopback alone."
    )

    @Flag(help: "Print the file's path and nothing else.")
    var path = false

    @OptionGroup var center: CenterOptions
    @OptionGroup var output: CenterOutput

    func run() throws {
        let answer = try center.send(CenterRequest("GET", ["apns"]))
        guard answer["isOpen"] == .bool(true) else {
            throw ToolFailure(
                "the daemon has no push endpoint; start it with belfryd --apns-port 2197",
                .badData
            )
        }
        let file = answer.text("authority")
        guard !file.isEmpty else {
            throw ToolFailure(
                "the daemon was given a certificate; clients trust whoever made that",
                .unavailable
            )
        }
        try output.write(answer) { terminal in
            path ? file.neutralised() + "\n" : Self.instructions(file, answer, terminal)
        }
    }

    private static func instructions(
        _ file: String,
        _ answer: JSONObject,
        _ terminal: Terminal
    ) -> String {
        var sheet = Sheet(terminal: terminal, labelWidth: 12)
        sheet.heading("authority", file)
        sheet.row("endpoint", "https://localhost:\(answer.text("port"))")
        sheet.row("curl", "curl --http2 --cacert \(file) …")
        sheet.row("Python", "ssl.create_default_context(cafile=\"\(file)\")")
        sheet.row("Node.js", "NODE_EXTRA_CA_CERTS=\(file)")
        sheet.row("Go, OpenSSL", "SSL_CERT_FILE=\(file), which replaces all others")
        sheet.gap()
        return sheet.text
    }
}
