// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryTerminal

extension CenterScreen {
    /// A desktop's server, what it says that it can do, and what became of the samples.
    static func desktop(_ answer: JSONObject, _ terminal: Terminal) -> String {
        let known = Set(answer["server"]?.object?.texts("capabilities") ?? [])
        var text = "\(server(answer).neutralised())\n\n"
        var abilities = CenterTable(terminal, "CAPABILITY", "HAS", "MEANS")
        for (name, meaning) in meanings {
            abilities.add(name, known.contains(name) ? "yes" : "no", meaning)
        }
        for name in known.subtracting(meanings.map(\.name)).sorted() {
            abilities.add(name, "yes", "not used")
        }
        text += abilities.text + "\n"
        var samples = CenterTable(terminal, "SAMPLE", "SHOWN", "TO BE SEEN")
        for sample in answer.objects("samples") {
            samples.add(sample.text("name"), outcome(of: sample), sample.text("expected"))
        }
        return text + samples.text
    }

    private static func server(_ answer: JSONObject) -> String {
        let vendor = answer.text("server", "vendor")
        let words = [
            answer.text("server", "name"), answer.text("server", "version"),
            vendor.isEmpty ? "" : "(\(vendor))",
        ]
        return words.filter { !$0.isEmpty }.joined(separator: " ")
            + ", specification \(answer.text("server", "specification"))"
    }

    private static func outcome(of sample: JSONObject) -> String {
        let missing = sample.text("missing")
        if !missing.isEmpty { return "no: the server has no \(missing)" }
        let problem = sample.text("problem")
        return problem.isEmpty ? "yes" : "no: \(problem)"
    }

    /// What the daemon does by each capability (Desktop Notifications Specification,
    /// "GetCapabilities").
    private static let meanings: [(name: String, meaning: String)] = [
        ("body", "a text below the title; else it is part of the title"),
        ("body-markup", "the second line is bold; else plain"),
        ("actions", "buttons, and a click opens the app"),
        ("inline-reply", "answers are written there; else on the page or by belfry respond"),
        ("sound", "the server plays the notification's sound"),
        ("persistence", "the server keeps what was not looked at"),
    ]
}
