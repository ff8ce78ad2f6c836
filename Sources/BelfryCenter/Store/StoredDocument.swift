// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfryModel

/// A value whose JSON text is written by hand, as its row is written at each step of a notification:
/// Foundation's encoder took a tenth of what an arrival costs.
///
/// The text is what the encoder writes, with sorted keys, and is read by Foundation's decoder.
package protocol StoredDocument: Codable {
    /// The value with its keys in order.
    var document: JSONObject { get }
}

extension LedgerEntry.Detail: StoredDocument {
    package var document: JSONObject {
        var object = DocumentBuilder()
        object.add("activityToken", activityToken)
        object.add("attempts", attempts)
        object.add("channel", channel)
        object.add("device", device)
        object.add("due", due)
        object.add("expires", expires)
        object.add("forwarded", forwarded)
        object.add("interruptions", interruptions)
        object.add("isAnswered", isAnswered)
        object.add("isAsked", isAsked)
        object.add("isContentAvailable", isContentAvailable)
        object.add("isFeatured", isFeatured)
        object.add("isFromExtension", isFromExtension)
        object.add("isMutable", isMutable)
        object.add("isWanted", isWanted)
        object.add("late", late.map { ["due": .time($0.due), "missed": .integer($0.missed)] })
        object.add("presentation", presentation?.document)
        object.add("priority", priority)
        object.add("pushType", pushType?.rawValue)
        object.add("reason", reason)
        object.add("seeksSound", seeksSound)
        object.add("seen", seen)
        object.add("soundMilliseconds", soundMilliseconds)
        object.add("storedUntil", storedUntil)
        object.add("summary", summary)
        object.add("uniqueIdentifier", uniqueIdentifier)
        object.add(
            "verdict",
            verdict.map { ["reason": .string($0.reason), "word": .string($0.word)] }
        )
        return object.object
    }
}

extension Presentation {
    fileprivate var document: JSONObject {
        var object = DocumentBuilder()
        object.add("hidesPreview", hidesPreview)
        object.add("lightsScreen", lightsScreen)
        object.add("rules", rules)
        object.add("sound", sound)
        object.add("surfaces", Surface.allCases.filter(surfaces.contains).map(\.rawValue))
        object.add("volume", volume)
        return object.object
    }
}

extension PushRecord: StoredDocument {
    package var document: JSONObject {
        var object = DocumentBuilder()
        object.add("app", app)
        object.add("collapseIdentifier", collapseIdentifier)
        object.add("device", device)
        object.add("duplicates", duplicates)
        object.add("environment", environment.rawValue)
        object.add("expiration", expiration.map { Int($0) })
        object.add("identifier", identifier)
        object.add("number", number)
        object.add("priority", priority)
        object.add("pushType", pushType.rawValue)
        object.add("received", received)
        object.add("sequence", sequence)
        object.add("steps", steps.map(\.document))
        object.add("token", token)
        object.add("topic", topic)
        object.add("uniqueIdentifier", uniqueIdentifier)
        if let warnings { object.add("warnings", warnings) }
        return object.object
    }
}

extension PushRecord.Step {
    fileprivate var document: JSONValue {
        var object = DocumentBuilder()
        object.add("date", date)
        object.add("outcome", outcome.rawValue)
        object.add("reason", reason?.rawValue)
        return .object(object.object)
    }
}

/// Gathers the members of a document; what is nil is left out, as an encoder does.
private struct DocumentBuilder {
    private(set) var object = JSONObject()

    private mutating func add(_ key: String, _ value: JSONValue?) {
        if let value { object.append(value, forNew: key) }
    }

    mutating func add(_ key: String, _ text: String?) { add(key, text.map(JSONValue.string)) }
    mutating func add(_ key: String, _ flag: Bool?) { add(key, flag.map(JSONValue.bool)) }
    mutating func add(_ key: String, _ number: Int?) { add(key, number.map(JSONValue.integer)) }
    mutating func add(_ key: String, _ number: Double?) {
        add(key, number.flatMap(JSONNumber.init).map(JSONValue.number))
    }
    mutating func add(_ key: String, _ time: UnixTime?) { add(key, time.map(JSONValue.time)) }
    mutating func add(_ key: String, _ other: JSONObject?) { add(key, other.map(JSONValue.object)) }
    mutating func add(_ key: String, _ list: [JSONValue]) { add(key, JSONValue.array(list)) }
    mutating func add(_ key: String, _ texts: [String]) { add(key, texts.map(JSONValue.string)) }
}

extension JSONValue {
    fileprivate static func integer(_ number: Int) -> JSONValue { .number(JSONNumber(number)) }
    fileprivate static func time(_ time: UnixTime) -> JSONValue {
        .integer(Int(time.milliseconds))
    }
}
