// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryELF

extension FuzzTarget {
    /// The library of a bundle, as it is read before anything of it is loaded.
    ///
    /// Reading never takes more than the file has, a few times over; a library that passes has an
    /// entry function inside its code, and none of the faults that the check is there for.
    static let elf = FuzzTarget(
        "elf",
        byteLimit: 16384,
        check: { bytes in
            let source = MeteredFile(bytes)
            let image: ELFImage
            do throws(ELFError) {
                image = try ELFImage.parse(source, name: "libA.so", machine: .x86_64)
            } catch {
                try source.check()
                return try holdOneLine("\(error)")
            }
            try source.check()
            let check = ELFCheck(refusesForeignRunpaths: true)
            do throws(ELFError) {
                try check.check(image)
            } catch {
                return try holdOneLine("\(error)")
            }
            let entries = image.symbols.definitions(of: ELFCheck.entryName)
            try hold(!entries.isEmpty, "no entry")
            try hold(entries.allSatisfy { image.isExecutable($0.address) }, "an entry beside code")
            try hold(!image.hasWritableCode && !image.hasExecutableStack, "writable code")
            try hold(image.foreignRunpaths.isEmpty, "a run path out of the bundle")
            let names = image.symbols.exported.map(\.name)
            try hold(names.contains(ELFCheck.entryName), "the entry is not among the exports")
        }
    )
}
