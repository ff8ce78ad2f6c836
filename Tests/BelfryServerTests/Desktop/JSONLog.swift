// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryModel
import Foundation

/// What a program of a test writes, a JSON object on each line.
struct JSONLog: Sendable {
    let file: URL

    /// What is written so far, but for a line that is being written.
    var lines: [JSONObject] {
        let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
        return text.split(separator: "\n").compactMap {
            (try? JSONValue.parse(Array($0.utf8)))?.object
        }
    }

    /// Waits until what is written is enough, and returns it.
    func lines(until isEnough: ([JSONObject]) -> Bool) async throws -> [JSONObject] {
        while true {
            let lines = self.lines
            if isEnough(lines) { return lines }
            try Task.checkCancellation()
            try await Task.sleep(for: .milliseconds(20))
        }
    }

    /// Waits for a line.
    func line(where isIt: (JSONObject) -> Bool) async throws -> JSONObject {
        while true {
            if let line = lines.first(where: isIt) { return line }
            try Task.checkCancellation()
            try await Task.sleep(for: .milliseconds(20))
        }
    }
}
