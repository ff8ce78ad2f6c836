// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfryModel

extension Redaction {
    /// Refuses what a payload does not have, or cannot be without: before a run is made, so that no
    /// secret of it is written.
    ///
    /// - Throws: ``RecordingError`` with what there is.
    package func check(_ payload: PushPayload) throws(RecordingError) {
        guard case .payload(let path) = self else { return }
        let text = String(decoding: payload.bytes, as: UTF8.self)
        guard try Self.take(path, outOf: text) == nil else { return }
        throw missing(inPayload: text)
    }

    /// Every place in a payload, as it is given on the command line.
    static func places(in payload: String) -> [String] {
        func places(_ value: JSONValue, _ place: String) -> [String] {
            guard case .object(let object) = value else { return [place] }
            return [place]
                + object.members.flatMap { places($0.value, "\(place).\($0.key)") }
        }
        let value = try? JSONValue.parseHandwritten(Array(payload.utf8)).value
        return value?.object?.members.flatMap { places($0.value, $0.key) } ?? []
    }

    /// A payload after a value of it was taken out.
    struct Taken {
        /// The payload with the mark in the value's place, and wherever else the value stands.
        var payload: String

        /// What was taken out, as it is to be looked for elsewhere.
        var secrets: [SecretText]

        /// From how many places of the payload.
        var count: Int
    }

    /// Puts the mark in the place of a payload's value.
    ///
    /// - Returns: What is left; nil where there was nothing.
    /// - Throws: ``RecordingError`` where what is left could not be replayed, with what can be taken.
    static func take(_ path: [String], outOf payload: String) throws(RecordingError) -> Taken? {
        guard let taken = mark(path, in: payload) else { return nil }
        guard let problem = problem(of: taken.payload, made: payload) else { return taken }
        let advice = takeable(near: path, in: payload).map { ", such as payload:\($0)" } ?? ""
        throw RecordingError(
            .redaction,
            "--redact \(Redaction.payload(path).name): with \(mark) in its place \(problem); name "
                + "what is secret in the payload\(advice)"
        )
    }

    private static func mark(_ path: [String], in payload: String) -> Taken? {
        guard var value = try? JSONValue.parseHandwritten(Array(payload.utf8)).value,
            let secret = value.redact(path[...])
        else { return nil }
        let secrets = secret.texts.flatMap(SecretText.forms)
        var count = 1
        value = value.mapTexts { text in
            let redacted = secrets.reduce(text) { $1.redacted(in: $0) }
            if redacted != text { count += 1 }
            return redacted
        }
        return Taken(
            payload: String(decoding: value.serialized(), as: UTF8.self),
            secrets: secrets,
            count: count
        )
    }

    /// Why a replay could not do with a payload what the run did with the one it was made of; nil where
    /// it can.
    private static func problem(of payload: String, made original: String) -> String? {
        let limit = Recording.payloadLimit
        do throws(PayloadError) {
            let after = try PushPayload.parse(Array(payload.utf8), limit: limit)
            let before = try? PushPayload.parse(Array(original.utf8), limit: limit)
            guard let before, before.isMutable != after.isMutable else { return nil }
            return "the extension would not be called"
        } catch {
            return "the payload would be none (\(error.message))"
        }
    }

    /// A value that can be taken out: in what was named, or around it, or anywhere.
    private static func takeable(near path: [String], in payload: String) -> String? {
        let name = path.joined(separator: ".")
        let places = places(in: payload)
        let inside = places.filter { $0.hasPrefix(name + ".") }
        let around = places.filter { name.hasPrefix($0 + ".") }.reversed()
        return (inside + around + places).first { place in
            guard let taken = mark(place.split(separator: ".").map(String.init), in: payload) else {
                return false
            }
            return problem(of: taken.payload, made: payload) == nil
        }
    }
}
