// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySymboliser

extension FuzzTarget {
    /// The name of a function, as the symboliser finds it in an extension's library.
    ///
    /// What is read of it has a limit, however short the name is, and is no mangled name.
    static let rustSymbol = FuzzTarget(
        "rust-symbol",
        byteLimit: 512,
        seeds: { seeds.map { Array($0.utf8) } },
        check: { bytes in
            let name = "_R" + String(decoding: bytes, as: UTF8.self)
            guard let text = RustSymbol.demangled(name) else { return }
            try hold(text.utf8.count <= 1024, "\(text.utf8.count) bytes")
        }
    )

    /// Without `_R`, which each begins with.
    private static let seeds = [
        "NvXs_NtCs4Q2Qx8jI5j6_1a1aINtB4_1ShENtB4_2Tr1m",
        "NCNvMNtCs4Q2Qx8jI5j6_1a1aINtB4_1SINtNtCslNYArtu3iFV_5alloc3vec3VecTRexEEE2go0B6_",
        "INvC1a1bAhj3_SRlTsETahEPuOzFUKCdEfFK5sys_vEuFEjE",
        "INvC1a1bKb1_Kc41_Kln5_KpDNtC1a1tp1ouEL_E",
    ]
}
