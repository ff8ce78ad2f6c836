// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryModel
import EndToEndSupport
import Foundation
import Testing

/// Certificates of the endpoint and of its senders, with the daemon's program and curl.
@Suite(.timeLimit(.minutes(5)), .serialized) struct DaemonCertificateTests {
    private static let options = ["--apns-port", "0"]

    private func shell(_ script: String) async throws -> Command.Result {
        try await Command.run("/usr/bin/env", ["bash", "-c", script])
    }

    /// Pushes with curl, and gives the status and the body.
    private func push(
        _ sender: PushSender,
        to token: String,
        _ arguments: String,
        authority: String? = nil
    ) async throws -> String {
        let result = try await shell(
            """
            curl -sS --http2 --cacert '\(authority ?? sender.authority)' \(arguments) \
                -d '{"aps":{"badge":1}}' -w ' %{http_code}' https://localhost:\(sender.port)/3/device/\(token)
            """
        )
        return result.output + result.errors
    }

    @Test func `lets in a sender with a certificate, and tells one with a bad one why`()
        async throws
    {
        let fixture = try DaemonFixture()
        let app = try await fixture.makeApp("Sample")
        let daemon = try LiveDaemon(in: fixture.folder, Self.options)
        try await fixture.install(app, in: daemon)
        let sender = try await PushSender(daemon)
        let token = try await sender.belfry("device", "token", DaemonFixture.app)
        let own = fixture.folder.appendingPathComponent("own.pem").path
        let made = try await sender.belfry(
            "provider",
            "certificate",
            DaemonFixture.app,
            "--output",
            own
        )
        #expect(made.contains(own))
        let again = try await sender.attempt(
            ["provider", "certificate", DaemonFixture.app, "--output", own]
        )
        #expect(again.status == 73, "\(again.errors)")
        // TLS 1.2 and 1.3, without a topic and with one.
        #expect(try await push(sender, to: token, "--cert \(own)") == " 200")
        #expect(try await push(sender, to: token, "--cert \(own) --tls-max 1.2") == " 200")
        let topic = "-H 'apns-topic: \(DaemonFixture.app)'"
        #expect(try await push(sender, to: token, "--cert \(own) \(topic)") == " 200")
        let other = try await push(
            sender,
            to: token,
            "--cert \(own) -H 'apns-topic: com.example.none'"
        )
        #expect(other == #"{"reason":"TopicDisallowed"} 400"#)
        let none = try await push(sender, to: token, topic)
        #expect(none == #"{"reason":"MissingProviderToken"} 403"#)

        let foreign = fixture.folder.appendingPathComponent("foreign.pem").path
        let selfSigned = try await shell(
            """
            openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 \
                -subj '/UID=\(DaemonFixture.app)/CN=x' -keyout '\(foreign)' -out '\(foreign).crt' &&
                cat '\(foreign).crt' >> '\(foreign)'
            """
        )
        try #require(selfSigned.status == 0, "\(selfSigned.errors)")
        let refused = try await push(sender, to: token, "--cert \(foreign)")
        #expect(refused == #"{"reason":"BadCertificate"} 403"#)
        #expect(daemon.stop() == 0)

        // The same certificate is let in where its authority is named.
        let next = try LiveDaemon(
            in: fixture.folder,
            Self.options + ["--apns-client-ca", foreign + ".crt"]
        )
        let later = try await PushSender(next)
        #expect(try await push(later, to: token, "--cert \(foreign)") == " 200")
        #expect(try await push(later, to: token, "--cert \(own)") == " 200")
        #expect(next.stop() == 0)
    }

    @Test func `registers no certificate where its file cannot be written`() async throws {
        let fixture = try DaemonFixture()
        let daemon = try LiveDaemon(in: fixture.folder, Self.options)
        let sender = try await PushSender(daemon)
        let folder = fixture.folder.path
        let none = folder + "/none/own.pem"
        let missing = try await sender.attempt(
            ["provider", "certificate", DaemonFixture.app, "-o", none]
        )
        #expect(missing.status == 73 && missing.errors.contains(none), "\(missing.errors)")
        // The file can be made, and takes no byte, as on a disk that is full.
        let full = try await shell(
            """
            cd '\(folder)' && trap '' XFSZ && ulimit -f 0 &&
                BELFRY_SOCKET='\(daemon.socket)' NO_COLOR=1 \
                '\(Workshop.products.path)/belfry' provider certificate \(DaemonFixture.app) -o full.pem
            """
        )
        #expect(full.status == 73 && full.errors.contains("full.pem"), "\(full.errors)")
        #expect(!full.errors.contains("counts still"), "\(full.errors)")
        #expect(!FileManager.default.fileExists(atPath: folder + "/full.pem"))
        let listed = try await sender.belfry("provider", "certificates")
        #expect(listed.hasPrefix("There are no certificates"), "\(listed)")
        // What the daemon refuses leaves no file.
        let bad = try await sender.attempt(
            ["provider", "certificate", "no topic", "-o", folder + "/bad.pem"]
        )
        #expect(bad.status != 0)
        #expect(!FileManager.default.fileExists(atPath: folder + "/bad.pem"))
        _ = try await sender.belfry(
            "provider",
            "certificate",
            DaemonFixture.app,
            "-o",
            folder + "/full.pem"
        )
        #expect(daemon.stop() == 0)
    }

    @Test
    func `is trusted by OpenSSL, curl and Python by its name and addresses, by no other name`()
        async throws
    {
        let fixture = try DaemonFixture()
        let daemon = try LiveDaemon(in: fixture.folder, Self.options)
        let sender = try await PushSender(daemon)
        let python = """
            import socket, ssl, sys
            context = ssl.create_default_context(cafile=sys.argv[1])
            with socket.create_connection(("127.0.0.1", int(sys.argv[2]))) as link:
                context.wrap_socket(link, server_hostname=sys.argv[3]).close()
            """
        func trusting(_ name: String) async throws -> String {
            let option = name.contains("localhost") || name.contains("apple") ? "hostname" : "ip"
            let naming = option == "ip" ? "-noservername" : "-servername \(name)"
            return try await shell(
                """
                said() { if "$@" >/dev/null 2>&1 </dev/null; then printf 'yes '; else printf 'no '; fi; }
                said openssl s_client -connect 127.0.0.1:\(sender.port) -CAfile '\(sender.authority)' \
                    -verify_return_error -verify_\(option) \(name) \(naming)
                host=\(name)
                [[ $host == *::* ]] && host="[$host]"
                said curl -sS --http2 --cacert '\(sender.authority)' -d x \
                    --connect-to "$host:\(sender.port):127.0.0.1:\(sender.port)" \
                    "https://$host:\(sender.port)/"
                said python3 -c '\(python)' '\(sender.authority)' \(sender.port) \(name)
                """
            ).output
        }
        for name in ["localhost", "127.0.0.1", "::1"] {
            #expect(try await trusting(name) == "yes yes yes ", "\(name)")
        }
        for name in ["api.push.apple.com", "other.localhost", "127.0.0.2", "10.0.0.1"] {
            #expect(try await trusting(name) == "no no no ", "\(name)")
        }
        #expect(daemon.stop() == 0)
    }

    @Test func `shows a certificate that was renewed without a restart`() async throws {
        let fixture = try DaemonFixture()
        let folder = fixture.folder.path
        func make(_ name: String) async throws {
            let made = try await shell(
                """
                cd '\(folder)' && openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes \
                    -days 2 -subj '/CN=\(name)' -addext 'subjectAltName=DNS:localhost' \
                    -keyout '\(name).key' -out '\(name).crt' && cp '\(name).key' given.key &&
                    cp '\(name).crt' given.crt
                """
            )
            try #require(made.status == 0, "\(made.errors)")
        }
        try await make("first")
        let app = try await fixture.makeApp("Sample")
        let daemon = try LiveDaemon(
            in: fixture.folder,
            Self.options + [
                "--any-provider", "--apns-certificate", folder + "/given.crt", "--apns-key",
                folder + "/given.key",
            ]
        )
        try await fixture.install(app, in: daemon)
        let document = try await daemon.request("GET", "/v1/apns").object
        #expect(document["authority"] == nil)
        guard case .number(let port)? = document["port"] else {
            throw CocoaError(.coderInvalidValue)
        }
        func subject() async throws -> String {
            try await shell(
                "openssl s_client -connect 127.0.0.1:\(port.literal) </dev/null 2>/dev/null | "
                    + "openssl x509 -noout -subject"
            ).output.trimmingCharacters(in: .whitespacesAndNewlines)
        }
        #expect(try await subject().hasSuffix("first"))
        // The certificate alone does not go with its key: the first one stays.
        _ = try await shell("cd '\(folder)' && mv given.key kept && cp first.key given.key")
        try await make("second")
        // Files are looked at once a second at most.
        var shown = try await subject()
        while shown.hasSuffix("first") { shown = try await subject() }
        #expect(shown.hasSuffix("second"))
        #expect(daemon.stop() == 0)
    }

    @Test func `answers on a socket that a service manager made`() async throws {
        let fixture = try DaemonFixture()
        let folder = fixture.folder.path
        let manager = """
            import os, socket, sys
            ports = socket.create_server(("127.0.0.1", 0))
            print(ports.getsockname()[1], flush=True)
            os.dup2(ports.fileno(), 3)
            os.set_inheritable(3, True)
            os.environ.update(LISTEN_FDS="1", LISTEN_PID=str(os.getpid()))
            os.execv(sys.argv[1], sys.argv[1:])
            """
        let result = try await shell(
            """
            exec {output}< <(exec python3 -c '\(manager)' '\(LiveDaemon.path)' --any-provider \
                --state '\(folder)/state' --socket '\(folder)/api')
            daemon=$!
            read -r port <&$output
            while read -r line <&$output; do [[ $line == next* ]] && break; done
            curl -sS --http2 --cacert '\(folder)/state/apns/authority.pem' -d '{}' -H 'apns-topic: a' \
                -w ' %{http_code}\\n' "https://localhost:$port/3/device/00"
            kill $daemon
            wait $daemon 2>/dev/null
            cat <&$output
            """
        )
        #expect(result.output.hasPrefix(#"{"reason":"BadDeviceToken"} 400"#), "\(result.output)")
        #expect(result.errors.split(separator: "\n").allSatisfy { $0.contains("push refused") })
    }

    private static let hasActivator = FileManager.default.isExecutableFile(
        atPath: "/usr/bin/systemd-socket-activate"
    )

    @Test(.enabled(if: hasActivator, "there is no systemd-socket-activate"))
    func `answers on port 443 once the sockets of its units are reached`() async throws {
        let fixture = try DaemonFixture()
        let folder = fixture.folder.path
        let unit = Workshop.root
            .appendingPathComponent("Packaging/systemd/system/belfryd-push.socket").path
        // In a network of its own, where 443 is free and nobody else comes by. The first connection
        // has systemd's program become the daemon.
        let result = try await shell(
            """
            export PATH=$PATH:/usr/sbin
            unshare --map-root-user --net bash -s <<'END'
            ip link set lo up || exit
            systemd-socket-activate --listen '\(folder)/api' \
                $(sed -n 's/^ListenStream=/--listen /p' '\(unit)') \
                '\(LiveDaemon.path)' --any-provider --state '\(folder)/state' >&2 &
            while [[ ! -S '\(folder)/api' ]]; do sleep 0.02; done
            curl -sS --unix-socket '\(folder)/api' http://localhost/readyz >&2
            for option in -4 -6; do
                curl -sS --http2 $option --cacert '\(folder)/state/apns/authority.pem' -d '{}' \
                    -H 'apns-topic: a' -w ' %{http_code}\n' https://localhost/3/device/00
            done
            kill $!
            wait $!
            echo "ended $?"
            END
            """
        )
        let refused = #"{"reason":"BadDeviceToken"} 400"#
        #expect(result.output == "\(refused)\n\(refused)\nended 0\n", "\(result.errors)")
    }

    @Test func `takes pushes of other machines from providers that it knows alone`() async throws {
        let fixture = try DaemonFixture()
        let folder = fixture.folder.path
        let manager = """
            import os, socket, sys
            ports = socket.create_server(("0.0.0.0", 0))
            os.dup2(ports.fileno(), 3)
            os.set_inheritable(3, True)
            os.environ.update(LISTEN_FDS="1", LISTEN_PID=str(os.getpid()))
            os.execv(sys.argv[1], sys.argv[1:])
            """
        let result = try await shell(
            """
            python3 -c '\(manager)' '\(LiveDaemon.path)' --any-provider \
                --state '\(folder)/state' --socket '\(folder)/api'
            """
        )
        #expect(result.status == 64, "\(result.errors)")
        #expect(result.errors.contains("is on 0.0.0.0 port "), "\(result.errors)")
        #expect(result.errors.contains("leave that out, or listen on 127.0.0.1"))
    }
}
