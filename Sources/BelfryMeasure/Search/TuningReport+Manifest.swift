// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

extension TuningReport {
    /// What goes into the bundle's Info.plist, line by line; nil where nothing can be taken.
    package var manifestLines: [String]? {
        guard isFound else { return nil }
        let entries = budgets.flatMap { tuned -> [String] in
            guard let text = tuned.text else { return [] }
            return [
                "\t\t<key>\(tuned.budget.rawValue)</key>",
                "\t\t<string>\(XMLText.escaped(text))</string>",
            ]
        }
        return ["<key>BFExtension</key>", "<dict>", "\t<key>Budget</key>", "\t<dict>"] + entries
            + ["\t</dict>", "</dict>"]
    }

    /// The same for `--budget`, such as `wall=120ms,cpu=50ms,memory=10MB`.
    package var commandLine: String? {
        guard isFound else { return nil }
        return budgets.compactMap { tuned in
            tuned.text.map { "\(tuned.budget.rawValue)=\($0)" }
        }
        .joined(separator: ",")
    }
}
