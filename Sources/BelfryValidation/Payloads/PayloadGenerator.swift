// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfryModel
internal import BelfryRandom

/// Makes valid payloads of random shape, the same ones for the same seed.
package struct PayloadGenerator: Sendable {
    private var generator: SeededGenerator

    /// Makes one whose payloads depend on the seed alone.
    package init(seed: UInt64) {
        generator = SeededGenerator(seed: seed)
    }

    /// Makes the next payload.
    ///
    /// - Parameter name: What to call it.
    /// - Returns: A payload that passes every gate.
    /// - Throws: ``PayloadError`` when what was made is no payload, which is a fault of ours.
    package mutating func next(named name: String) throws(PayloadError) -> SamplePayload {
        var alert: JSONObject = ["body": .string("." + text(upTo: 600))]
        for key in ["title", "subtitle"] where flip() { alert[key] = .string(text(upTo: 300)) }
        var aps: JSONObject = ["mutable-content": 1]
        aps["alert"] = .object(alert)
        if flip() { aps["badge"] = .number(JSONNumber(Int.random(in: 0...99, using: &generator))) }
        for key in ["sound", "thread-id", "category"] where flip() {
            aps[key] = .string("n" + text(upTo: 20))
        }
        var root: JSONObject = [:]
        root["aps"] = .object(aps)
        for index in 0..<Int.random(in: 0...12, using: &generator) {
            let before = root
            root["k\(index)" + text(upTo: 12)] = value(depth: 3)
            // What is over the limit of 4096 bytes no server takes.
            if JSONValue.object(root).serialized().count > 3900 { root = before }
        }
        return try SamplePayload(name, root)
    }

    private mutating func flip() -> Bool { Bool.random(using: &generator) }

    private mutating func text(upTo limit: Int) -> String {
        // Half of them short: the longest are bounded by bytes, not by characters.
        let limit = flip() ? limit : min(limit, 12)
        var text = ""
        let count = Int.random(in: 0...limit, using: &generator)
        while text.utf8.count < count {
            text.unicodeScalars.append(scalar())
        }
        return text
    }

    private mutating func scalar() -> Unicode.Scalar {
        let ranges: [ClosedRange<UInt32>] = [
            0x20...0x7e, 0x20...0x7e, 0x01...0x1f, 0xa1...0x24f, 0x300...0x36f, 0x590...0x6ff,
            0x3040...0x30ff, 0x4e00...0x9fff, 0x1f300...0x1f6ff,
        ]
        let range = ranges[Int.random(in: ranges.indices, using: &generator)]
        return Unicode.Scalar(UInt32.random(in: range, using: &generator)) ?? "?"
    }

    private mutating func value(depth: Int) -> JSONValue {
        switch Int.random(in: 0...(depth > 0 ? 6 : 4), using: &generator) {
        case 0: return .null
        case 1: return .bool(flip())
        case 2:
            return .number(JSONNumber(Int.random(in: -1_000_000...1_000_000, using: &generator)))
        case 3, 4: return .string(text(upTo: 60))
        case 5:
            let count = Int.random(in: 0...4, using: &generator)
            return .array((0..<count).map { _ in value(depth: depth - 1) })
        default:
            var object: JSONObject = [:]
            for index in 0..<Int.random(in: 0...4, using: &generator) {
                object["m\(index)"] = value(depth: depth - 1)
            }
            return .object(object)
        }
    }
}
