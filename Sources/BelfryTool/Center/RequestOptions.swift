// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import ArgumentParser
internal import BelfryModel
internal import Foundation

/// A local request as a command line says it.
struct RequestOptions: ParsableArguments {
    @Option(help: "The request's identifier; one is made where none is named.")
    var identifier: String?

    @Option(name: .customLong("id"), help: .hidden)
    var identifierAlias: String?

    /// The identifier that is named, by either option.
    private var named: String? { identifier ?? identifierAlias }

    @Option(help: "The title.")
    var title: String?

    @Option(help: "The subtitle.")
    var subtitle: String?

    @Option(help: "The text.")
    var body: String?

    @Option(help: "The thread that it belongs to.")
    var thread: String?

    @Option(help: "The category, which has its actions.")
    var category: String?

    @Option(
        name: .customLong("attach"),
        help: "A file that it shows, which the daemon copies; may be given several times."
    )
    var attachments: [String] = []

    @Option(name: .customLong("in"), help: "In so many seconds.")
    var seconds: Double?

    @Option(help: "At a time of the daemon's zone, such as 08:30 or 2027-01-31T08:30.")
    var at: String?

    @Flag(help: "Again and again: every so many seconds, or every day at that time.")
    var repeats = false

    /// Whether nothing of a request is given.
    var isEmpty: Bool {
        title == nil && subtitle == nil && body == nil && named == nil && seconds == nil
            && at == nil
            && thread == nil && category == nil && !repeats && attachments.isEmpty
    }

    func validate() throws {
        guard seconds == nil || at == nil else { throw ValidationError("Either --in or --at.") }
        guard seconds.map({ $0.isFinite && $0 > 0 }) != false else {
            throw ValidationError(
                "--in takes seconds above 0; without it the request is shown at once."
            )
        }
        guard !repeats || seconds != nil || at != nil else {
            throw ValidationError("--repeats goes with --in or --at.")
        }
        if let at, DateWords.components(of: at) == nil {
            throw ValidationError("--at takes a time such as 08:30 or 2027-01-31T08:30.")
        }
    }

    /// The request as the API takes it.
    func document() -> JSONObject {
        var content = JSONObject()
        content["title"] = title.map { .string($0) }
        content["subtitle"] = subtitle.map { .string($0) }
        content["body"] = body.map { .string($0) }
        content["threadIdentifier"] = thread.map { .string($0) }
        content["categoryIdentifier"] = category.map { .string($0) }
        if !attachments.isEmpty {
            content["attachments"] = .array(attachments.map(Self.attachment))
        }
        var request: JSONObject = [
            "identifier": .string(named ?? UUID().uuidString), "content": .object(content),
        ]
        request["trigger"] = trigger
        return request
    }

    /// A file as the daemon takes it, whose working directory is another one.
    private static func attachment(_ path: String) -> JSONValue {
        let url = URL(fileURLWithPath: path).standardizedFileURL
        return ["identifier": .string(url.lastPathComponent), "path": .string(url.path)]
    }

    private var trigger: JSONValue? {
        if let seconds, let number = JSONNumber(seconds) {
            return ["kind": "timeInterval", "seconds": .number(number), "repeats": .bool(repeats)]
        }
        guard let components = at.flatMap(DateWords.components) else { return nil }
        return ["kind": "calendar", "components": .object(components), "repeats": .bool(repeats)]
    }
}
