// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryReport
internal import BelfryRuntime
internal import BelfryTerminal

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
        lines.append("")
        lines.append("  " + terminal.styled("limits of a host", .bold))
        lines += findings.limits.map(line)
        lines.append("")
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

    private func line(_ status: OverloadStatus) -> String {
        let name = Self.name(of: status.resource)
        let padding = String(repeating: " ", count: max(1, 27 - name.count))
        guard let value = status.value, let limit = status.limit else {
            return "  \(name)\(padding)" + terminal.styled("not read on this machine", .faint)
        }
        let (used, bound) = (amount(value, status), amount(limit, status))
        let text = status.isReserve ? "\(used) left, \(bound) must stay" : "\(used) of \(bound)"
        let style: Terminal.Style =
            switch status.level {
            case .normal: .faint
            case .pressure: .yellow
            case .full: .red
            }
        return "  \(name)\(padding)" + terminal.styled(text, style)
    }

    private func amount(_ value: UInt64, _ status: OverloadStatus) -> String {
        status.resource.isByteCount ? HumanText.size(Int(clamping: value)) : "\(value)"
    }

    private static func name(of resource: OverloadResource) -> String {
        switch resource {
        case .workers: "workers"
        case .processes: "processes"
        case .threads: "threads of workers"
        case .memory: "memory of workers"
        case .availableMemory: "memory of the machine"
        case .kernelMemory: "memory of the kernel"
        case .descriptors: "descriptors"
        case .freeSpace: "free space of the store"
        }
    }

    private func line(_ trial: LayerFinding.Trial) -> String {
        let text = "tried to \(trial.attempt), got \(trial.answer)"
        let padding = String(repeating: " ", count: 13)
        return padding + terminal.styled(text, trial.isHeld ? .faint : .red)
    }
}
