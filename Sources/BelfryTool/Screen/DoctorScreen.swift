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
                lines.append(line(layer.isEnforced, layer.name, layer.detail))
                lines += layer.trials.map(line)
            }
            lines.append("")
        }
        for item in findings.machine {
            lines.append(line(item.isEnforced, item.name, item.detail))
        }
        for name in findings.brokenLayers {
            lines.append("  " + terminal.styled("\(name) does not hold: nothing should run", .red))
        }
        for item in findings.advice {
            lines.append("  " + terminal.styled("note", .yellow) + "     \(item)")
        }
        lines.append("  SDK      \(findings.sdkPath ?? "not built: `make build`")")
        lines.append("  store    \(findings.storePath)")
        lines.append("")
        return lines.map { $0 + "\n" }.joined()
    }

    private func line(_ isEnforced: Bool, _ name: String, _ detail: String) -> String {
        let mark =
            isEnforced ? terminal.styled("holds  ", .green) : terminal.styled("missing", .yellow)
        return "  \(mark)  \(name): \(detail)"
    }

    private func line(_ trial: LayerFinding.Trial) -> String {
        let text = "tried to \(trial.attempt), got \(trial.answer)"
        let padding = String(repeating: " ", count: 13)
        return padding + terminal.styled(text, trial.isHeld ? .faint : .red)
    }
}
