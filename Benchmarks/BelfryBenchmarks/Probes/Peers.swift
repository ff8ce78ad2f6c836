// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation

/// Others' ways to have the same work done, as far as `Scripts/bench-peers.sh` could build them.
struct Peers {
    /// Where the script puts their programs.
    let directory: URL

    /// The file with the push.
    let payloadPath: String

    /// The probes of those that are there; the notes that the script writes say why one is not.
    var probes: [any Probe] {
        all.filter { FileManager.default.isExecutableFile(atPath: $0.program) }
    }

    private var all: [LimitProbe] {
        [
            probe(.wasmtimeKept, "wasmtime", "kept", 200, "wasmtime.wasm"),
            probe(.wasmtimeNew, "wasmtime", "new", 100, "wasmtime.wasm"),
            probe(.extismKept, "extism", "kept", 200, "extism.wasm"),
            probe(.extismNew, "extism", "new", 50, "extism.wasm"),
            probe(.goPluginKept, "go-plugin", "kept", 200),
            probe(.bubblewrapAnswer, "bubblewrap", "answer", 2, "stamp"),
            probe(.bubblewrapWhole, "bubblewrap", "whole", 2, "stamp"),
        ]
    }

    private func probe(
        _ series: Series,
        _ name: String,
        _ mode: String,
        _ count: Int,
        _ work: String? = nil
    ) -> LimitProbe {
        LimitProbe(
            program: path(of: name),
            arguments: [mode, "\(count)", payloadPath] + (work.map { [path(of: $0)] } ?? []),
            series: series
        )
    }

    private func path(of name: String) -> String { directory.appendingPathComponent(name).path }
}
