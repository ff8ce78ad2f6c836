// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
package import BelfryReport
package import BelfryTerminal

/// A run's report on one screen.
package struct ReportScreen {
    let terminal: Terminal

    /// Where the extension lists origins.
    var listing = OriginListing()

    private let isVerbose: Bool
    var lines: [String] = []

    /// An empty screen.
    ///
    /// - Parameters:
    ///   - terminal: Where it will be shown.
    ///   - isVerbose: Whether the layers of the sandbox are listed also where all of them hold.
    package init(terminal: Terminal, isVerbose: Bool = false) {
        self.terminal = terminal
        self.isVerbose = isVerbose
    }

    /// The screen as text.
    package func render(_ report: RunReport) -> String {
        var screen = self
        screen.add(heading: report)
        screen.add(contents: report)
        screen.add(category: report)
        screen.add(verdict: report)
        screen.add(budgets: report)
        screen.add(center: report)
        screen.add(network: report)
        screen.add(storage: report)
        screen.add(log: report)
        screen.add(layers: report)
        screen.add(more: report)
        return screen.lines.map { $0 + "\n" }.joined()
    }

    /// The notification that was delivered, without anything of the run; empty for one that was
    /// dropped.
    package static func notification(of report: RunReport) -> String {
        guard report.verdict != .dropped else { return "" }
        let texts = [report.after.title, report.after.subtitle, report.after.body]
        return texts.filter { !$0.isEmpty }
            .flatMap { $0.split(separator: "\n", omittingEmptySubsequences: false) }
            .map { String($0).neutralised() + "\n" }
            .joined()
    }

    private mutating func add(heading report: RunReport) {
        let bundle = report.bundle
        lines += ["", terminal.heading(bundle)]
        for warning in bundle.warnings {
            row("warning", terminal.styled(safe(warning), .yellow))
        }
        lines.append("")
    }

    private mutating func add(contents report: RunReport) {
        add("before", report.before)
        guard report.verdict != .dropped else {
            return row("after", terminal.styled("nothing: it was dropped", .yellow))
        }
        guard !report.difference.isEmpty || !report.attachments.isEmpty else {
            return row("after", terminal.styled("the same", .faint))
        }
        add("after", report.after)
        for entry in report.difference.entries where !Self.isShownAnyway(entry.field) {
            let change = "\(entry.before ?? "nothing") → \(entry.after ?? "nothing")"
            row("", terminal.styled(safe("\(entry.field): \(change)"), .faint))
        }
        for attachment in report.attachments { add(attachment) }
        if let store = report.store {
            let size = HumanText.size(Int(clamping: store.removedByteCount))
            let text = "removed \(store.removedFileCount) older attachments, \(size), to make room"
            row("store", terminal.styled(text, .yellow))
        }
    }

    /// Lines of a text that are shown; the report for machines has all of them.
    private static let bodyLineLimit = 12

    private static func isShownAnyway(_ field: String) -> Bool {
        ["title", "subtitle", "body"].contains(field) || field.hasPrefix("attachments")
    }

    /// Title, subtitle and body, those there are, beside a label.
    private mutating func add(_ label: String, _ content: RunReport.ContentSummary) {
        var label = label
        if !content.title.isEmpty {
            row(label, terminal.styled(safe(content.title), .bold))
            label = ""
        }
        for text in [content.subtitle, content.body] where !text.isEmpty {
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
            for line in lines.prefix(Self.bodyLineLimit) {
                row(label, safe(String(line)))
                label = ""
            }
            if lines.count > Self.bodyLineLimit { row("", terminal.styled("…", .faint)) }
        }
        if !label.isEmpty { row(label, terminal.styled("nothing to show", .faint)) }
    }

    private mutating func add(_ attachment: RunReport.AttachmentSummary) {
        if let message = attachment.message {
            return row("attached", terminal.styled("left out: " + safe(message), .red))
        }
        let size = HumanText.size(attachment.byteCount ?? 0)
        var facts = "\(attachment.type ?? "") · \(size)"
        if let claimed = attachment.claimedType { facts += " · said to be \(claimed)" }
        row("attached", safe(facts))
        row("", terminal.styled(safe(attachment.path ?? ""), .faint))
    }

    private mutating func add(verdict report: RunReport) {
        lines.append("")
        let verdict = safe("\(report.outcome)")
        row("verdict", terminal.styled(verdict, .verdict(report.verdict)))
        let summary = report.crash.map { CrashSummary($0, log: report.log) }
        if let cause = summary?.cause { row("", terminal.styled(safe(cause), .bold)) }
        for line in UnlistedOrigins(report, listing).lines {
            let text = line.isManifest ? "  " + safe(line.text) : safe(line.text)
            row("", line.style.map { terminal.styled(text, $0) } ?? text)
        }
        row("", safe(report.explanation))
        if let overload = report.overload, report.ending != .fallback(.hostOverloaded) {
            let length = HumanText.milliseconds(overload.waitedMilliseconds)
            let text = "\(length) for room: the host was short of \(overload.resource.rawValue)"
            row("waited", terminal.styled(text, .yellow))
        }
        if !report.strikes.isEmpty {
            row("strikes", terminal.styled(safe(report.strikes.joined(separator: ", ")), .yellow))
        }
        if let crash = report.crash, let summary { add(crash, summary) }
        lines.append("")
    }

    /// Frames that are shown; the report for machines has all of them.
    private static let frameLimit = 12

    private mutating func add(_ crash: RunReport.Crash, _ summary: CrashSummary) {
        let address = crash.address.map { " \($0)" } ?? ""
        let thread = crash.thread.map { ", on the thread \($0)" } ?? ""
        row("crash", safe("\(crash.signal)\(address): \(crash.cause)\(thread)"))
        let (rows, isCut) = summary.rows(limit: Self.frameLimit)
        for row in rows {
            switch row {
            case .frame(let number, let text): self.row("", "\(number)  " + safe(text))
            case .folded(let count, let modules):
                let frames = count == 1 ? "1 frame" : "\(count) frames"
                let text = safe("…  \(frames) of \(modules.joined(separator: ", "))")
                self.row("", terminal.styled(text, .faint))
            }
        }
        if isCut { row("", terminal.styled("…", .faint)) }
    }

    private mutating func add(budgets report: RunReport) {
        guard !report.isDebugged else {
            return row("budgets", terminal.styled("not enforced: --debug", .yellow))
        }
        let budget = report.budget
        if let timing = report.timing {
            gauge("wall", timing.wallMilliseconds, budget.wallMilliseconds, HumanText.milliseconds)
            gauge(
                "start-up",
                timing.startMilliseconds,
                budget.startMilliseconds,
                HumanText.milliseconds
            )
        }
        if let usage = report.usage {
            gauge("cpu", usage.cpuMilliseconds, budget.cpuMilliseconds, HumanText.milliseconds)
            gauge(
                "memory",
                Double(usage.largestByteCount),
                Double(budget.memoryByteCount),
                { HumanText.size(Int(saturating: $0)) }
            )
            if report.isDelivered, usage.largestByteCount > budget.memoryByteCount {
                row("", "past its budget between two looks; another run can be ended for it")
            }
        }
    }

    private mutating func gauge(
        _ name: String,
        _ value: Double,
        _ limit: Double,
        _ text: (Double) -> String
    ) {
        let share = limit > 0 ? value / limit : 0
        let filled = min(20, max(0, Int(saturating: (share * 20).rounded(.up))))
        let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: 20 - filled)
        let colour: Terminal.Style = share > 0.8 ? .red : share > 0.5 ? .yellow : .green
        let numbers = "\(text(value)) of \(text(limit))"
        row(name, terminal.styled(bar, colour) + "  " + numbers)
    }

    private mutating func add(network report: RunReport) {
        guard let network = report.network, !network.decisions.isEmpty else { return }
        lines.append("")
        for decision in network.decisions {
            add(decision)
        }
        if network.droppedDecisions > 0 {
            row("", terminal.styled("\(network.droppedDecisions) more are not listed", .yellow))
        }
    }

    /// The groups that it was given; its own directory is nothing to speak of, unless it is full.
    private mutating func add(storage report: RunReport) {
        guard let storage = report.storage else { return }
        for folder in storage.folders
        where folder.kind != "data" || !folder.isWritable || folder.excess != nil {
            let size = HumanText.size(Int(clamping: folder.byteCount))
            let name = safe("\(folder.kind) \(folder.identifier)  \(size)")
            let fault =
                folder.isClosed == true ? "closed before the first unlock" : "full"
            row("storage", folder.isWritable ? name : terminal.styled("\(name), \(fault)", .yellow))
            if let excess = folder.excess { row("", terminal.styled(safe(excess), .yellow)) }
        }
        for removal in storage.removals ?? [] {
            let size = HumanText.size(Int(clamping: removal.byteCount))
            let name = "\(removal.kind) \(safe(removal.identifier))"
            let text = "\(name)  removed \(removal.fileCount) files, \(size): it kept too much"
            row("storage", terminal.styled(text, .red))
        }
        if let shortfall = storage.shortfall {
            row("storage", terminal.styled(safe(shortfall), .yellow))
        }
    }

    private mutating func add(_ decision: EgressDecision) {
        let target = safe(decision.origin ?? "an unreadable request")
        // A connection that is kept for the next request is cut with its run: nothing is amiss.
        let isOrdinary = decision.reason == .allowed || decision.reason == .proxyClosed
        if decision.isAllowed, isOrdinary {
            let note = decision.reason == .proxyClosed ? ", open until the run ended" : ""
            let size = HumanText.size(decision.byteCountToExtension)
            let status = decision.status.flatMap { (200...299).contains($0) ? nil : $0 }
            let answer = status.map { terminal.styled(", answered \($0)", .yellow) } ?? ""
            return row("network", "allowed \(target)  \(size)\(answer)\(note)")
        }
        let word = decision.isAllowed ? "allowed" : "denied "
        row("network", terminal.styled("\(word) \(target)", decision.isAllowed ? .yellow : .red))
        // What is to be done about an origin that is not listed is told with the verdict.
        let remedy = decision.reason == .notListed ? nil : decision.remedy
        for line in [decision.message, remedy].compactMap(\.self) { row("", safe(line)) }
    }

    private mutating func add(log report: RunReport) {
        guard !report.log.isEmpty || report.droppedLogLines > 0 else { return }
        lines.append("")
        let summary = report.crash.map { CrashSummary($0, log: report.log) }
        let (log, omitted) = summary?.logWithoutFrames() ?? (report.log, 0)
        for (index, line) in log.enumerated() {
            row(index == 0 ? "log" : "", terminal.styled(safe(line.text), .faint))
        }
        if omitted > 0 {
            row("", terminal.styled("\(omitted) lines of a stack trace: --json shows them", .faint))
        }
        if report.droppedLogLines > 0 {
            row("", terminal.styled("\(report.droppedLogLines) more lines were dropped", .yellow))
        }
    }

    private mutating func add(layers report: RunReport) {
        guard !report.layers.isEmpty else { return }
        lines.append("")
        if !isVerbose, report.layers.allSatisfy(\.isEnforced) {
            let text = "all \(report.layers.count) layers hold"
            row("sandbox", terminal.styled(text, .faint))
            return lines.append("")
        }
        for (index, layer) in report.layers.enumerated() {
            let text = safe("\(layer.name): \(layer.detail)")
            row(
                index == 0 ? "sandbox" : "",
                terminal.styled(text, layer.isEnforced ? .faint : .yellow)
            )
        }
        lines.append("")
    }

    /// Where to read on, after a run that did not go as everybody wishes.
    private mutating func add(more report: RunReport) {
        guard report.ending != .delivered(.completed),
            let name = VerdictReference.name(for: report)
        else { return }
        if lines.last != "" { lines.append("") }
        row("more", terminal.styled(safe("belfry explain \(name)"), .faint))
        lines.append("")
    }

    mutating func row(_ label: String, _ text: String) {
        let padding = String(repeating: " ", count: max(0, 10 - label.count))
        lines.append("  " + terminal.styled(label, .cyan) + padding + text)
    }

    func safe(_ text: String) -> String {
        text.neutralised(byteLimit: 300)
    }
}
