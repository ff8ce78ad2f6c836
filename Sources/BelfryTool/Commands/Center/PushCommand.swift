// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import ArgumentParser
internal import BelfryModel
internal import BelfrySystem
internal import BelfryTerminal

/// `belfry push`: a push to an app, as APNs would deliver it.
struct PushCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "push",
        abstract: "Sends a push to an installed app.",
        usage: """
            belfry push [<app>] <file> [<options>]
            """,
        discussion: """
            The file is as `simctl push` takes it, up to 4096 bytes of JSON with an aps object. The app \
            may be left out where the file names it as "Simulator Target Bundle". Once this command has \
            printed the notification's number, the push is stored and cannot be lost. Headers can also be \
            in a file beside the payload, push.headers for push.apns; what an option says comes first. \
            With --via-apns the daemon takes the whole way of a sender: a device token, its own push \
            endpoint over TLS and HTTP/2, a provider token, store and forward.
            """
    )

    @Argument(help: "The app's identifier, and the payload: a JSON file, or - for standard input.")
    var subject: [String]

    @Option(help: "The push's identifier, the apns-id header: a second push with it is not shown.")
    var identifier: String?

    @Option(name: .customLong("id"), help: .hidden)
    var identifierAlias: String?

    @Option(help: "The push type, the apns-push-type header.")
    var pushType: String?

    @Option(help: "The apns-collapse-id header: it replaces an earlier push with the same.")
    var collapseId: String?

    @Option(help: "The apns-expiration header, in seconds of UNIX time.")
    var expiration: Int?

    @Option(help: "With --via-apns: the apns-priority header, 10, 5 or 1.")
    var priority: Int?

    @Option(help: "With --via-apns: the device, main by itself.")
    var device: String?

    @Flag(
        help:
            "Send it through the daemon's push endpoint, by TLS and HTTP/2, with a key of the daemon's."
    )
    var viaApns = false

    @OptionGroup
    var jsonOptions: JSONOptions

    @OptionGroup var center: CenterOptions
    @OptionGroup var output: CenterOutput

    func validate() throws {
        guard (1...2).contains(subject.count) else {
            throw ValidationError("Give an app and a file, or a file that names its app.")
        }
        guard viaApns || (priority == nil && device == nil) else {
            throw ValidationError("--priority and --device go with --via-apns.")
        }
    }

    func run() throws {
        let file = subject[subject.count - 1]
        let headers = try PushHeaders.beside(file)
        let type = pushType ?? headers.type?.rawValue
        let limit: PayloadLimit = type == PushType.voip.rawValue ? .voip : .standard
        let payload = try PayloadFile.read(
            file,
            limit: limit,
            isStrict: jsonOptions.strict,
            warns: false
        )
        let named = subject.count == 2 ? subject[0] : payload.simulatorTargetBundle
        guard let app = named else {
            throw ToolFailure(
                "\(file) has no \"Simulator Target Bundle\"; name the app: belfry push APP \(file)",
                .usage
            )
        }
        for warning in payload.warnings {
            Terminal.standardError.write("belfry: note: \("\(warning)".neutralised())\n")
        }
        let sent = [
            "apns-id": identifier ?? identifierAlias ?? headers.identifier,
            "apns-push-type": type,
            "apns-collapse-id": collapseId ?? headers.collapseIdentifier,
            "apns-expiration": (expiration ?? headers.expiration).map { String($0) },
        ]
        // The daemon takes JSON as programs write it.
        let isPlain = payload.trailingCommas.isEmpty
        let body = isPlain ? payload.bytes : JSONValue.object(payload.root).serialized()
        if viaApns { return try pushByEndpoint(app, sent, body) }
        let answer = try center.send(
            CenterRequest("POST", ["apps", app, "push"], headers: sent, body: body)
        )
        try output.write(answer) { _ in
            let number = answer.text("sequence").neutralised()
            guard answer["duplicate"] != .bool(true) else {
                return "notification \(number): a push with this identifier was there already\n"
            }
            return
                "notification \(number): accepted; belfry explain \(number) says what became of it\n"
        }
    }

    /// Sends a push as a sender does, and says what the endpoint answered.
    private func pushByEndpoint(
        _ app: String,
        _ headers: [String: String?],
        _ payload: [UInt8]
    ) throws {
        let sent = headers.merging(["apns-priority": priority.map { String($0) }]) { $1 }
        let answer = try center.send(
            CenterRequest(
                "POST",
                ["apps", app, "apns-push"],
                query: [("device", device)],
                headers: sent,
                body: payload
            )
        )
        try output.write(answer) { _ in Self.sentence(answer) }
        guard answer.text("status") == "200" else { throw ExitStatus.badData }
    }

    private static func sentence(_ answer: JSONObject) -> String {
        let status = answer.text("status").neutralised()
        guard status == "200" else {
            return "the push endpoint answered \(status) \(answer.text("reason").neutralised()); "
                + "what belfryd logs has the cause, in its terminal or journalctl --user -u belfryd\n"
        }
        let known = answer.text("uniqueID").neutralised()
        let log = known.isEmpty ? "belfry push-log" : "belfry push-log \(known)"
        let number = answer.text("sequence").neutralised()
        return (number.isEmpty ? "" : "notification \(number): ")
            + "the push endpoint answered 200; \(log) says what became of it\n"
    }
}
