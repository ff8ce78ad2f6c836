// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryELF
internal import BelfryModel
internal import BelfryRuntime

/// ABI-1: one exported symbol, so that two extensions' code can never be mistaken for each other's.
struct ExportsCheck: Check {
    let name = CheckName.exports

    func run(on subject: Subject) async throws -> CheckOutcome {
        let image = try subject.bundle.readImage()
        let names = image.symbols.exported.map(\.name)
        let extra = names.filter { $0 != ELFCheck.entryName }
        guard !extra.isEmpty else {
            return .pass(
                names.isEmpty
                    ? "nothing; the entry is the SDK's" : "\(ELFCheck.entryName) and nothing else"
            )
        }
        let shown = extra.prefix(3).map { $0.neutralised(byteLimit: 80) }
        return .fail(
            "it exports \(extra.count) more than \(ELFCheck.entryName) (ABI-1): "
                + shown.joined(separator: ", ") + (extra.count > 3 ? ", …" : "")
                + "; link it with -Wl,--version-script=SDK/extension.map"
        )
    }
}
