// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryRuntime

/// The findings of `belfry doctor` as a screen.
struct DoctorScreen {
    let terminal: Terminal

    /// The screen as text.
    func render(_ findings: DoctorFindings) -> String {
        var lines = [""]
        for runtime in findings.runtimes {
            lines.append("  " + terminal.styled("\(runtime.name) extensions", .bold))
            if let failure = runtime.failure {
                lines.append("  " + terminal.styled("cannot run: \(failure)", .red))
            }
            for layer in runtime.layers {
                let mark =
                    layer.isEnforced
                    ? terminal.styled("holds  ", .green)
                    : terminal.styled("missing", .yellow)
                lines.append("  \(mark)  \(layer.name): \(layer.detail)")
            }
            lines.append("")
        }
        for item in findings.advice {
            lines.append("  " + terminal.styled("note", .yellow) + "     \(item)")
        }
        lines.append("  SDK      \(findings.sdkPath ?? "not built: `make build`")")
        lines.append("  store    \(findings.storePath)")
        lines.append("")
        return lines.map { $0 + "\n" }.joined()
    }
}
