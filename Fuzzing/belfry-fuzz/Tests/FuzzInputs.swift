// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryRandom
import Foundation

/// What a target is tried with: its seeds, its corpus, and what a number makes of them.
struct FuzzInputs {
    /// The folder of the package.
    static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// The seeds and the corpus.
    let given: [[UInt8]]

    /// Words of the format, from the target's dictionary.
    private let words: [[UInt8]]
    private let byteLimit: Int

    init(_ target: FuzzTarget) throws {
        let folder = Self.root.appending(path: "Fuzzing")
        let corpus = folder.appending(path: "Corpus/\(target.name)")
        let names = (try? FileManager.default.contentsOfDirectory(atPath: corpus.path)) ?? []
        given =
            try target.seeds()
            + names.sorted().map { Array(try Data(contentsOf: corpus.appending(path: $0))) }
        let dictionary = folder.appending(path: "Dictionaries/\(target.name)")
        let text = (try? String(contentsOf: dictionary, encoding: .utf8)) ?? ""
        words = text.split(separator: "\n").compactMap(Self.word)
        byteLimit = target.byteLimit
    }

    /// A given input with one to five changes, the same for the same number.
    func changed(by seed: UInt64) -> [UInt8] {
        var random = SeededGenerator(seed: seed)
        var bytes = given.randomElement(using: &random) ?? []
        for _ in 0...Int.random(in: 0...4, using: &random) { change(&bytes, &random) }
        return Array(bytes.prefix(byteLimit))
    }

    private func change(_ bytes: inout [UInt8], _ random: inout SeededGenerator) {
        let place = Int.random(in: 0...bytes.count, using: &random)
        let end = min(bytes.count, place + Int.random(in: 1...16, using: &random))
        switch Int.random(in: 0..<6, using: &random) {
        case 0:
            bytes.replaceSubrange(
                place..<min(bytes.count, place + 1),
                with: [UInt8.random(in: 0...255, using: &random)]
            )
        case 1: bytes.removeSubrange(place..<end)
        case 2: bytes.insert(contentsOf: bytes[place..<end], at: place)
        case 3:
            // Counts and lengths at their ends.
            let ends: [UInt8] = [0, 1, 0x7f, 0x80, 0xff]
            let byte = ends.randomElement(using: &random) ?? 0
            bytes.replaceSubrange(place..<end, with: Array(repeating: byte, count: end - place))
        case 4:
            bytes.insert(contentsOf: words.randomElement(using: &random) ?? [], at: place)
        default:
            let other = given.randomElement(using: &random) ?? []
            bytes.replaceSubrange(place..., with: other.dropFirst(place))
        }
    }

    /// A line of a dictionary in libFuzzer's form: a word in quotes, with `\"`, `\\` and `\xAB`.
    private static func word(_ line: Substring) -> [UInt8]? {
        guard let start = line.firstIndex(of: "\""), let end = line.lastIndex(of: "\""),
            start < end, !line.hasPrefix("#")
        else { return nil }
        var rest = line[line.index(after: start)..<end].utf8
        var word: [UInt8] = []
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "\\"), let escaped = rest.popFirst() else {
                word.append(byte)
                continue
            }
            let digits = String(decoding: rest.prefix(2), as: UTF8.self)
            if escaped == UInt8(ascii: "x"), let value = UInt8(digits, radix: 16) {
                word.append(value)
                rest = rest.dropFirst(2)
            } else {
                word.append(escaped)
            }
        }
        return word
    }
}
