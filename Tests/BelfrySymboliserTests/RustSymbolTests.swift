// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryRandom
internal import Testing

@testable internal import BelfrySymboliser

/// Names that rustc mangles by its own scheme, read.
@Suite struct RustSymbolTests {
    /// Names of rustc 1.95, and of the RFC, with what libiberty reads in them.
    static let names = [
        ("_RNvC6_123foo3bar", "123foo::bar"),
        ("_RNvMNtCs4Q2Qx8jI5j6_1a1aINtB2_1ShE2goB4_", "<a::a::S<u8>>::go"),
        ("_RNvXs_NtCs4Q2Qx8jI5j6_1a1aINtB4_1ShENtB4_2Tr1m", "<a::a::S<u8> as a::a::Tr>::m"),
        (
            "_RNCNvMNtCs4Q2Qx8jI5j6_1a1aINtB4_1SINtNtCslNYArtu3iFV_5alloc3vec3VecTRexEEE2go0B6_",
            "<a::a::S<alloc::vec::Vec<(&str, i64)>>>::go::{closure#0}"
        ),
        ("_RNCNCNgCs6DXkGYLi8lr_2cc5spawn00B5_", "cc::spawn::{closure#0}::{closure#0}"),
        ("_RNvMC0INtC8arrayvec8ArrayVechKj7b_E3new", "<arrayvec::ArrayVec<u8, 123>>::new"),
        (
            """
            _RINbNbCskIICzLVDPPb_5alloc5alloc8box_freeDINbNiB4_5boxed5FnBoxuEp6OutputuEL_ECs1iop\
            Qbuarb2_3std
            """,
            "alloc::alloc::box_free::<dyn alloc::boxed::FnBox<(), Output = ()>>"
        ),
        (
            "_RNqCs4fqI2P2rA04_11utf8_identsu30____7hkackfecea1cbdathfdh9hlq6y",
            "utf8_idents::punycode{___7hkackfecea1cbdathfdh9hlq6y}"
        ),
        (
            "_RINvC1a1bAhj3_SRlTsETahEPuOzFUKCdEfFK5sys_vEuFEjE",
            """
            a::b::<[u8; 3], [&i32], (i16,), (i8, u8), *const (), *mut !, \
            unsafe extern "C" fn(f64) -> f32, extern "sys-v" fn(), fn() -> usize>
            """
        ),
        (
            "_RINvC1a1bKb1_Kc41_Kln5_KpKyffffffffffffffffff_E",
            "a::b::<true, 'A', -5, _, 0xffffffffffffffffff>"
        ),
        ("_RNSC1a6vtable", "a::{shim:vtable#0}"), ("_RNvC1a1b.llvm.12345", "a::b"),
    ]

    @Test(arguments: names)
    func `a name is what its author wrote`(_ mangled: String, _ name: String) {
        #expect(RustSymbol.demangled(mangled) == name)
    }

    @Test(arguments: [
        "", "_R", "_ZN1a1bE", "scale", "$s1T1fyyF", "_RNvC1a", "_RNvC1a9b", "_R1NvC1a1b",
        "_RNvC1a1b!", "_RNvC1a1é", "_RNvC99999999999999999999a1b", "_RNvCsZZZZZZZZZZZZZZZZ_1a1b",
        // Parts that refer to themselves, to what comes later, and beyond all that there is.
        "_RB_", "_RNvB_1a", "_RNvB7_1a", "_RNvBzzzzzzzzzzzz_1a", "_RINvC1a1bB9_E",
        "_RINvC1a1bKcd800_E", "_RINvC1a1bKb2_E", "_RINvC1a1bKe616263_E", "_RINvC1a1bDB3_E",
    ])
    func `what is no such name stays as it is`(_ text: String) {
        #expect(RustSymbol.demangled(text) == nil)
    }

    @Test func `a short name for a text without end is cut`() throws {
        // Each tuple has the one before it twice.
        var name = "_RINvC1a1bTuuE"
        var last = 8
        for _ in 0..<40 {
            let reference = "B\(Self.base62(last))"
            last = name.utf8.count - 2
            name += "T\(reference)\(reference)E"
        }
        let text = try #require(RustSymbol.demangled(name + "E"))
        #expect(text.hasPrefix("a::b::<((), ()), (((), ()), ((), ())), "))
        #expect(text.utf8.count <= RustSymbolPrinter.textByteLimit)
    }

    @Test func `parts within parts have a limit`() {
        let deep = String(repeating: "R", count: 100) + "u"
        #expect(RustSymbol.demangled("_RINvC1a1b\(deep)E")?.hasSuffix("&()>") == true)
        let deeper = String(repeating: "R", count: 4000) + "u"
        #expect(RustSymbol.demangled("_RINvC1a1b\(deeper)E") == nil)
    }

    @Test func `whatever is changed in a name, it is read within its limits or not at all`() {
        var generator = SeededGenerator(seed: 20)
        let letters = Array("_BCDEFGIKLMNOPQRSTXYabcehjlnpsuvxyz0123456789".utf8)
        for (name, _) in Self.names {
            for _ in 0..<400 {
                var bytes = Array(name.utf8)
                for _ in 0..<Int.random(in: 1...4, using: &generator) {
                    let index = Int.random(in: 2..<bytes.count, using: &generator)
                    switch Int.random(in: 0..<3, using: &generator) {
                    case 0: bytes[index] = letters.randomElement(using: &generator) ?? 0
                    case 1: bytes.insert(letters.randomElement(using: &generator) ?? 0, at: index)
                    default: if bytes.count > 3 { bytes.remove(at: index) }
                    }
                }
                let changed = String(decoding: bytes, as: UTF8.self)
                guard let text = RustSymbol.demangled(changed) else { continue }
                #expect(text.utf8.count <= RustSymbolPrinter.textByteLimit, "\(changed)")
            }
        }
    }

    /// How a reference writes a place.
    private static func base62(_ place: Int) -> String {
        guard place > 0 else { return "_" }
        let digits = Array("0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
        var text = "_"
        var rest = place - 1
        repeat {
            text.insert(digits[rest % 62], at: text.startIndex)
            rest /= 62
        } while rest > 0
        return text
    }
}
