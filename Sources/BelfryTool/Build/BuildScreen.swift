// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryRuntime
internal import BelfryTerminal

/// What a build made, and what to type next.
struct BuildScreen {
    let terminal: Terminal

    /// What was typed to start the tool.
    let program: String

    /// The screen as text.
    func render(_ built: BuiltBundle) -> String {
        let manifest = built.manifest.manifest
        var sheet = Sheet(terminal: terminal)
        sheet.heading(built.output.fileName, "\(manifest.identifier) \(manifest.version)")
        sheet.row(built.isUnchanged ? "unchanged" : "made", made(built))
        if let origin = built.plan.inputs.origin { sheet.row("from", origin) }
        sheet.row("library", library(built))
        sheet.row("manifest", origin(built))
        sheet.gap()
        let isContent = manifest.extensionPoint == .content
        let verb = isContent ? "show" : "run"
        let next = "\(program.quotedForShell) \(verb) \(built.output.path.quotedForShell)"
        let payload = isContent ? Self.payload(of: manifest.categories.first) : Self.payload
        sheet.row("next", "\(next) PAYLOAD")
        sheet.row("", "such as: echo '\(payload)' | \(next) -", .faint)
        sheet.gap()
        return sheet.text
    }

    /// The smallest push that an extension is called for.
    private static let payload = #"{"aps": {"alert": "Hello", "mutable-content": 1}}"#

    /// The smallest that one with this category draws.
    private static func payload(of category: String?) -> String {
        let category: JSONValue = .string(category ?? "")
        return
            #"{"aps": {"alert": "Hello", "category": \#(String(decoding: category.serialized(), as: UTF8.self))}}"#
    }

    private func made(_ built: BuiltBundle) -> String {
        let count = built.warningCount
        guard count > 0 else { return built.output.path }
        return "\(built.output.path) · \(count) warning\(count == 1 ? "" : "s")"
    }

    private func library(_ built: BuiltBundle) -> String {
        let size = HumanText.size(built.libraryByteCount)
        let runtime = ExtensionBundle.runtime(of: built.image).rawValue
        return "\(built.manifest.manifest.executable) · \(size) · \(runtime) runtime"
    }

    private func origin(_ built: BuiltBundle) -> String {
        if let path = built.manifest.path { return path }
        let source = built.plan.inputs.sources.library == nil ? "source" : "library"
        return "generated; to change it, copy \(built.output.path)/Info.plist beside the \(source)"
    }
}
