// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

extension ManifestReader {
    /// Reads `BFExtension`, Belfry's own dictionary.
    mutating func readOwnKeys(into manifest: inout Manifest) throws(ManifestError) {
        noteMisplacedOwnDictionary()
        noteMisplacedOwnKeys()
        guard var own = try root.dictionary(Self.own) else { return }
        // What gives rights and limits is not to be empty by mistake.
        own.requiresValues = true
        manifest.hasOwnKeys = true
        noteSpellings(own, known: Self.ownKeys, isComplete: true)
        manifest.budget = try budget(own)
        manifest.network = try own.texts("Network", orOne: false)
        manifest.certificateAuthorities = try certificateAuthorities(own)
        manifest.process = try process(own)
        manifest.parallelRuns = try parallelRuns(own)
        manifest.threads = try threads(own) ?? manifest.threads
        manifest.modifyLocal = try own.flag("ModifyLocal") ?? false
        manifest.filtering = try own.flag("Filtering") ?? false
        manifest.collapsing = try own.flag("Collapsing") ?? false
        manifest.fallback = try fallback(own)
    }

    private static let own = "BFExtension"
    private static let ownKeys = Spelling([
        "Budget", "Network", "CertificateAuthorities", "Process", "ParallelRuns", "Threads",
        "ModifyLocal", "Filtering", "Collapsing", "Fallback",
    ])
    private static let budgetKeys = Spelling([
        "profile", "wall", "cpu", "start", "memory", "output", "network", "requests",
        "connections",
    ])
    private static let fallbackKeys = Spelling(["title", "subtitle", "body"])

    private mutating func noteMisplacedOwnDictionary() {
        guard case .dictionary(let point) = root.members["NSExtension"], point[Self.own] != nil
        else { return }
        warn("NSExtension.\(Self.own)", "is not read here", fix: "move it up, beside NSExtension")
    }

    /// Notes keys at the top of the file that are meant for the dictionary, such as `Network`,
    /// `BFNetwork` or `BFExtension.Network`.
    private mutating func noteMisplacedOwnKeys() {
        for key in root.members.keys.sorted() where key != Self.own {
            guard let name = Self.ownKey(meantBy: key) else { continue }
            let text = "<key>\(Self.own)</key><dict><key>\(name)</key>…</dict>"
            warn(root, key, "is not read at the top of the file", fix: "write \(text)")
        }
    }

    private static func ownKey(meantBy key: String) -> String? {
        if ownKeys.names.contains(key) { return key }
        guard let prefix = ["\(own).", own, "BF"].first(where: key.hasPrefix) else { return nil }
        let name = String(key.dropFirst(prefix.count))
        return ownKeys.names.contains(name) ? name : ownKeys.nearest(to: name)
    }

    private mutating func budget(
        _ own: ManifestDictionary
    ) throws(ManifestError) -> Manifest.BudgetRequest {
        guard let budget = try own.dictionary("Budget") else { return Manifest.BudgetRequest() }
        noteSpellings(budget, known: Self.budgetKeys, isComplete: true)
        let request = Manifest.BudgetRequest(
            profile: try profile(budget),
            wall: try duration("wall", in: budget),
            cpu: try duration("cpu", in: budget),
            start: try duration("start", in: budget),
            memory: try byteCount("memory", in: budget),
            output: try byteCount("output", in: budget),
            network: try byteCount("network", in: budget),
            requests: try count("requests", Manifest.BudgetRequest.requestRange, in: budget),
            connections: try count(
                "connections",
                Manifest.BudgetRequest.connectionRange,
                in: budget
            )
        )
        for limit in request.smallLimits {
            warn(
                budget,
                limit.name,
                "is \(limit.value), less than \(limit.least)",
                fix: "check its unit"
            )
        }
        return request
    }

    private func profile(_ budget: ManifestDictionary) throws(ManifestError) -> BudgetProfile? {
        guard let name = try budget.text("profile") else { return nil }
        guard let profile = BudgetProfile(rawValue: name) else {
            let fix = "there are \(BudgetProfile.names)"
            throw budget.outOfRange("profile", found: name.quoted, fix: fix)
        }
        return profile
    }

    private func count(
        _ key: String,
        _ range: ClosedRange<Int>,
        in budget: ManifestDictionary
    ) throws(ManifestError) -> Int? {
        guard let count = try budget.integer(key) else { return nil }
        guard range ~= count else {
            let fix = "write \(range.lowerBound) to \(range.upperBound)"
            throw budget.outOfRange(key, found: "\(count)", fix: fix)
        }
        return count
    }

    /// Reads seconds as a number, or a text such as `500ms`.
    private func duration(
        _ key: String,
        in budget: ManifestDictionary
    ) throws(ManifestError) -> Duration? {
        let fix = "write seconds as a number, or a text such as 30s or 500ms, above 0, up to a year"
        let range = Manifest.BudgetRequest.timeRange
        switch budget.members[key] {
        case nil: return nil
        case .string:
            let text = try budget.text(key) ?? ""
            guard let duration = Quantity.parseDuration(text), range.contains(duration) else {
                let readings = Quantity.lowercasedDurations(text).map { "write \($0)" }
                throw budget.outOfRange(key, found: text.quoted, fix: readings ?? fix)
            }
            try refuseBareNumber(key, text, "\(text)s or \(text)ms", in: budget)
            return duration
        case .integer, .real:
            let seconds = try budget.number(key) ?? 0
            // Less than half a nanosecond is none.
            let duration = Duration.nanoseconds(Int64(saturating: (seconds * 1e9).rounded()))
            guard range.contains(duration) else {
                throw budget.outOfRange(key, found: "\(seconds)", fix: fix)
            }
            return duration
        default: throw budget.wrongType(key, fix: fix)
        }
    }

    /// A text that is a number alone leaves its unit open; a number of the plist has the documented
    /// one.
    private func refuseBareNumber(
        _ key: String,
        _ text: String,
        _ readings: String,
        in budget: ManifestDictionary
    ) throws(ManifestError) {
        guard Quantity.isBareNumber(text) else { return }
        throw budget.outOfRange(
            key,
            found: "\(text.quoted), without a unit",
            fix: "write \(readings)"
        )
    }

    /// Reads bytes as an integer, or a text such as `24MB`.
    private func byteCount(
        _ key: String,
        in budget: ManifestDictionary
    ) throws(ManifestError) -> Int? {
        let fix = "write bytes as an integer, or a text such as 24MB or 64KB, above 0, up to 1024GB"
        let range = Manifest.BudgetRequest.byteCountRange
        let count: Int?
        let found: String
        switch budget.members[key] {
        case nil: return nil
        case .string:
            let text = try budget.text(key) ?? ""
            (count, found) = (Quantity.parseByteCount(text), text.quoted)
        case .integer(let integer): (count, found) = (integer, "\(integer)")
        default: throw budget.wrongType(key, fix: fix)
        }
        guard let count, range.contains(count) else {
            throw budget.outOfRange(key, found: found, fix: fix)
        }
        if case .string = budget.members[key] {
            let text = try budget.text(key) ?? ""
            try refuseBareNumber(key, text, "\(text)MB or \(text)B", in: budget)
        }
        return count
    }

    private func certificateAuthorities(
        _ own: ManifestDictionary
    ) throws(ManifestError) -> [String] {
        let names = try own.texts("CertificateAuthorities", orOne: true) ?? []
        for name in names where name.isEmpty || name.contains("/") || name.hasPrefix(".") {
            throw own.outOfRange(
                "CertificateAuthorities",
                found: name.quoted,
                fix: "name files that lie in the bundle, such as authority.pem"
            )
        }
        return names
    }

    private func process(_ own: ManifestDictionary) throws(ManifestError) -> Manifest.ProcessMode {
        guard let name = try own.text("Process") else { return .warm }
        guard let mode = Manifest.ProcessMode(rawValue: name) else {
            throw own.outOfRange("Process", found: name.quoted, fix: "write warm or fresh")
        }
        return mode
    }

    /// Processes of one bundle; a machine runs out of memory long before.
    private static let parallelRange = 1...1024

    private func parallelRuns(_ own: ManifestDictionary) throws(ManifestError) -> Int {
        guard let runs = try own.integer("ParallelRuns") else { return 1 }
        guard Self.parallelRange.contains(runs) else {
            throw own.outOfRange("ParallelRuns", found: "\(runs)", fix: "write 1 to 1024")
        }
        return runs
    }

    private func threads(_ own: ManifestDictionary) throws(ManifestError) -> Int? {
        guard let count = try own.integer("Threads") else { return nil }
        let range = Manifest.threadRange
        guard range ~= count else {
            throw own.outOfRange(
                "Threads",
                found: "\(count)",
                fix: "write a number from \(range.lowerBound) to \(range.upperBound)"
            )
        }
        return count
    }

    private mutating func fallback(
        _ own: ManifestDictionary
    ) throws(ManifestError) -> Manifest.Fallback? {
        switch own.members["Fallback"] {
        case nil: return nil
        case .string: return Manifest.Fallback(body: try own.text("Fallback"))
        case .dictionary: break
        default: throw own.wrongType("Fallback", fix: "write a <string> or a <dict> of texts")
        }
        guard let texts = try own.dictionary("Fallback") else { return nil }
        noteSpellings(texts, known: Self.fallbackKeys, isComplete: true)
        return Manifest.Fallback(
            title: try texts.text("title"),
            subtitle: try texts.text("subtitle"),
            body: try texts.text("body")
        )
    }
}
