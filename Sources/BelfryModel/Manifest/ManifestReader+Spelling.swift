// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

extension ManifestReader {
    /// Notes keys that look like a known one but are not, and so are not read.
    ///
    /// - Parameters:
    ///   - dictionary: Where to look.
    ///   - known: The keys that are read there.
    ///   - isComplete: Whether no other key belongs there, so that each unknown one is noted.
    mutating func noteSpellings(
        _ dictionary: ManifestDictionary,
        known: Spelling,
        isComplete: Bool
    ) {
        for key in dictionary.members.keys.sorted() where !known.names.contains(key) {
            if let near = known.nearest(to: key) {
                let hasSpace = key.first?.isWhitespace == true || key.last?.isWhitespace == true
                let problem = hasSpace ? "has a space around it and is not read" : "is not read"
                warn(dictionary, key, problem, fix: "write \(near)")
            } else if isComplete {
                let names = known.names.joined(separator: ", ")
                warn(dictionary, key, "is not a key of this dictionary", fix: "known are \(names)")
            }
        }
    }

    /// Notes build variables without a value, which are empty, and those that cannot be read in keys
    /// that are not read either.
    mutating func noteVariables(in value: PropertyList, at path: String) {
        switch value {
        case .string(let text):
            do {
                _ = try root.context.expand(text, requiresValues: true)
            } catch {
                let isEmpty = (try? root.context.expand(text)) != nil
                let problem =
                    "holds \(error.reference.quoted), which \(error.problem)"
                    + (isEmpty ? " and counts as empty" : "")
                warn(path, problem, fix: error.fix)
            }
        case .array(let elements):
            for (index, element) in elements.enumerated() {
                noteVariables(in: element, at: "\(path)[\(index)]")
            }
        case .dictionary(let members):
            for (key, member) in members.sorted(by: { $0.key < $1.key }) {
                let name = key.asPathElement
                noteVariables(in: member, at: path.isEmpty ? name : "\(path).\(name)")
            }
        default: break
        }
    }
}
