// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryTerminal

/// What a bundle is, on one screen.
struct InspectScreen {
    let terminal: Terminal

    /// The screen as text.
    func render(_ inspection: Inspection) -> String {
        let longest = inspection.fields.map(\.key.count).max() ?? 0
        var sheet = Sheet(terminal: terminal, labelWidth: longest + 2)
        sheet.heading(inspection.name + ".appex", inspection.path)
        for field in inspection.fields { sheet.row(field.key, field.value) }
        add(budget: inspection.budget, to: &sheet)
        add(network: inspection.network, within: inspection.budget, to: &sheet)
        for (index, variable) in inspection.variables.enumerated() {
            sheet.row(index == 0 ? "variables" : "", "\(variable.key) is \(variable.value)")
        }
        sheet.gap()
        if let library = inspection.library { add(library, to: &sheet) }
        for check in inspection.checks {
            let style = check.isPassed ? Terminal.Style.green : .red
            sheet.row(check.name, (check.isPassed ? "holds: " : "FAILS: ") + check.detail, style)
        }
        for warning in inspection.warnings { sheet.row("warning", warning, .yellow) }
        sheet.gap()
        sheet.row("so", conclusion(inspection))
        sheet.gap()
        return sheet.text
    }

    private func add(budget: Inspection.BudgetSummary, to sheet: inout Sheet) {
        let times = [
            ("wall", budget.wallMilliseconds), ("start", budget.startMilliseconds),
            ("cpu", budget.cpuMilliseconds),
        ]
        let sizes = [("memory", budget.memoryByteCount), ("output", budget.outputByteCount)]
        let limits =
            times.map { "\($0)=\(Quantity.format(.milliseconds($1)))" }
            + sizes.map { "\($0)=\(Quantity.format(byteCount: $1))" }
        sheet.row("BFExtension.Budget", limits.joined(separator: " "))
        let asked = budget.requested.joined(separator: ", ")
        sheet.row("", asked.isEmpty ? "the defaults" : "asked for: \(asked)", .faint)
    }

    private func add(
        network: [String]?,
        within budget: Inspection.BudgetSummary,
        to sheet: inout Sheet
    ) {
        let key = "BFExtension.Network"
        guard let network, !network.isEmpty else {
            return sheet.row(key, "none: it reaches nothing")
        }
        for (index, origin) in network.enumerated() { sheet.row(index == 0 ? key : "", origin) }
        let size = Quantity.format(byteCount: budget.networkByteCount)
        let counts =
            "\(budget.requestCount) requests, \(budget.connectionCount) connections at once"
        sheet.row("", "within \(size), \(counts)", .faint)
    }

    private func runtime(_ library: Inspection.Library) -> String {
        if library.runtime == "swift" { return "swift, with the SDK's library" }
        return library.isSelfContained ? "bare; Swift's runtime and the SDK are inside" : "bare"
    }

    private func add(_ library: Inspection.Library, to sheet: inout Sheet) {
        let size = HumanText.size(library.byteCount)
        sheet.row("library", "\(library.file) · \(size) · \(library.architecture)")
        sheet.row("runtime", runtime(library))
        sheet.row("build id", library.buildID ?? "none")
        if library.needed.isEmpty { sheet.row("needs", "no other library") }
        for (index, needed) in library.needed.enumerated() {
            let place = needed.path ?? "not found"
            let style: Terminal.Style = needed.path == nil ? .red : .faint
            sheet.row(index == 0 ? "needs" : "", "\(needed.name): \(place)", style)
        }
        let paths = library.runPaths.map { $0.isForeign ? "\($0.path) (outside)" : $0.path }
        sheet.row("run paths", paths.isEmpty ? "none" : paths.joined(separator: ", "))
        sheet.row("exports", exports(library.exports))
        sheet.gap()
    }

    private func exports(_ names: [String]) -> String {
        let most = 8
        guard !names.isEmpty else { return "none" }
        let shown = names.prefix(most).joined(separator: ", ")
        return names.count > most ? "\(shown) and \(names.count - most) more" : shown
    }

    private func conclusion(_ inspection: Inspection) -> String {
        inspection.isLoadable
            ? "it can be loaded, as far as can be told without running it"
            : "it cannot be loaded; see what fails above"
    }
}
