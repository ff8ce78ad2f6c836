// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryCenter
internal import BelfryCenterEngine
internal import BelfryDigest
internal import BelfryInlets
internal import BelfryModel
internal import BelfryRuntime
internal import HTTPTypes
internal import Hummingbird
internal import Synchronization

/// What takes messages in the forms of ntfy and of Gotify, on a port of loopback.
///
/// A message becomes a push to its topic's app. No address that a sender names is asked for
/// anything: the app's extension finds it in `userInfo`, and its own list of the network decides.
final class Inlet: Sendable {
    /// Where messages can be sent to, and by whom.
    let topics: TopicStore

    /// The memory for the bodies of messages.
    let room = BodyRoom()

    /// How fast messages come.
    let rate: TopicRate

    private let center: CenterService
    private let engine: HostedExtensions
    private let files: IncomingFiles
    private let metrics: ServerMetrics
    private let openPort = Mutex<Int?>(nil)

    /// - Parameters:
    ///   - directory: Where its topics are, if there is one.
    ///   - rate: How fast messages may come.
    ///   - center: What keeps the messages.
    ///   - engine: What keeps their files.
    ///   - metrics: What counts them.
    /// - Throws: ``DaemonError`` for topics that cannot be read.
    init(
        _ directory: String,
        _ rate: TopicRate,
        _ center: CenterService,
        _ engine: HostedExtensions,
        _ metrics: ServerMetrics
    ) throws(DaemonError) {
        topics = try TopicStore(directory)
        self.rate = rate
        self.center = center
        self.engine = engine
        self.metrics = metrics
        files = IncomingFiles(path: directory + "/incoming")
        files.sweep()
    }

    /// The port that it listens on; nil while it is closed.
    var port: Int? {
        get { openPort.withLock(\.self) }
        set { openPort.withLock { $0 = newValue } }
    }

    /// The responder to every request.
    func responder() -> RouterResponder<APIContext> {
        let router = Router(context: APIContext.self)
        router.add(middleware: InletGuard(metrics: metrics))
        addGotify(to: router)
        addNtfy(to: router)
        return router.buildResponder()
    }

    /// What a request says beside its body.
    func fields(of request: Request) throws(InletError) -> InletFields {
        if let coding = request.headers[.contentEncoding], coding.lowercased() != "identity" {
            throw InletError(
                41501,
                "the Content-Encoding is \(coding.quoted); send the body as it is"
            )
        }
        return InletFields(
            headers: request.headers.map { ($0.name.canonicalName, $0.value) },
            query: request.uri.query
        )
    }

    /// What of the centre a message is made with.
    struct Moment: Sendable {
        /// The time.
        let now: UnixTime

        /// The user's time zone.
        let timeZone: String
    }

    /// Looks whether a topic's app is installed.
    func prepare(_ topic: InletTopic) async throws -> Moment {
        try await center.perform { turn in
            _ = try turn.app(topic.app)
            return Moment(now: turn.now, timeZone: turn.timeZone)
        }
    }

    /// Takes a message.
    ///
    /// - Parameters:
    ///   - push: What it becomes.
    ///   - identifier: What it is known by.
    ///   - topic: The topic.
    ///   - category: The category of its buttons; nil for none.
    ///   - replaced: What it replaces; nil for nothing.
    ///   - due: When it is to come; nil for at once.
    ///   - file: A file that it shows, and what its sender calls that; nil for none.
    /// - Returns: Its notification's number.
    /// - Throws: ``InletError``, ``CenterError`` or the error of a file.
    func take(
        _ push: InletPush,
        as identifier: String,
        for topic: InletTopic,
        category: NotificationCategory? = nil,
        replacing replaced: String? = nil,
        due: UnixTime? = nil,
        file: (bytes: [UInt8], name: String)? = nil
    ) async throws -> Int {
        let payload = try PushPayload.parse(
            push.payload(category: category?.identifier).serialized(),
            limit: InletPush.limit,
            isStrict: true
        )
        if let excess = RunRequest.push(payload, identifier: identifier).excess {
            throw InletError(41303, "message too large: \(excess)")
        }
        var arrival = PushArrival(
            app: topic.app,
            token: "inlet/\(topic.name)",
            identifier: identifier,
            payload: payload,
            collapseIdentifier: replaced
        )
        arrival.due = due
        arrival.category = category
        let received = arrival
        let acceptance =
            if let file {
                try await files.with(file.bytes, named: file.name) {
                    try await engine.accept(received, with: $0)
                }
            } else {
                try await center.perform { try $0.accept(received) }
            }
        metrics.countPush(acceptance)
        return acceptance.sequence
    }

    /// A random text of letters and digits, of 12 characters, as ntfy's messages are known by.
    static func makeIdentifier() -> String {
        let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789")
        return String((0..<12).map { _ in digits.randomElement() ?? "A" })
    }

    /// The digest of bytes, as a name.
    static func digest(_ bytes: [UInt8]) -> String {
        var digest = ContentDigest()
        digest.update(bytes)
        return String(digest.finish().prefix(32))
    }
}
