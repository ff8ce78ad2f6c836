// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// A shared library, as its headers and tables describe it.
///
/// Reading one runs none of its code and maps nothing. The tables are found as the loader finds
/// them, through program headers and addresses.
package struct ELFImage: Sendable {
    /// The name it goes by in messages.
    package let name: String

    /// The libraries it needs, by the names it asks for (`DT_NEEDED`).
    package let needed: [String]

    /// The name it gives itself (`DT_SONAME`).
    package let soname: String?

    /// Where it has its libraries looked for (`DT_RUNPATH`, `DT_RPATH`).
    package let runpaths: [ELFRunpath]

    /// The symbols it exports.
    package let symbols: ELFSymbolTable

    /// The linker's fingerprint of it, in hexadecimal.
    package let buildID: String?

    /// What `belfry build` has noted of the SDK that it was linked with.
    package let sdkNote: String?

    /// Whether loading it would have to write into code.
    package let hasTextRelocations: Bool

    /// Whether it would make the stack executable: it says so, or says nothing.
    package let hasExecutableStack: Bool

    /// Whether a segment of it is writable and executable at once.
    package let hasWritableCode: Bool

    private let segments: ELFSegmentTable

    /// The run paths that lead out of its own folder.
    package var foreignRunpaths: [ELFRunpath] { runpaths.filter { !$0.isInsideBundle } }

    /// Says whether an address in it is inside code.
    package func isExecutable(_ address: UInt64) -> Bool { segments.isExecutable(address) }

    /// Reads a shared library's headers and tables.
    ///
    /// - Parameters:
    ///   - source: The file, which need not be trusted.
    ///   - name: What to call it in messages.
    ///   - machine: The processor it must be for.
    /// - Returns: The library's description.
    /// - Throws: ``ELFError`` when it is not a shared library that could be loaded here.
    package static func parse(
        _ source: borrowing some ELFSource & ~Copyable,
        name: String,
        machine: ELFMachine = .current
    ) throws(ELFError) -> ELFImage {
        do throws(ELFFault) {
            return try ELFImage(from: source, name: name, machine: machine)
        } catch {
            throw ELFError(name, error)
        }
    }

    private init<Source: ELFSource & ~Copyable>(
        from source: borrowing Source,
        name: String,
        machine: ELFMachine
    ) throws(ELFFault) {
        let file = try Self.file(source)
        let header = try ELFHeader(from: source, file: file, machine: machine)
        segments = try ELFSegmentTable(from: source, header: header, file: file)
        let dynamic = try ELFDynamicTable(from: source, segments: segments)
        guard !dynamic.isExecutable else { throw .positionIndependentExecutable(machine) }
        let strings = try ELFStringTable(from: source, segments: segments, dynamic: dynamic)

        self.name = name
        needed = try Self.texts(.needed, dynamic, strings)
        soname = try Self.texts(.soname, dynamic, strings).first
        let paths = try Self.texts(.runpath, dynamic, strings)
        runpaths = (paths + (try Self.texts(.rpath, dynamic, strings))).flatMap(ELFRunpath.list)
        symbols = try ELFSymbolTable(
            from: source,
            segments: segments,
            dynamic: dynamic,
            strings: strings
        )
        let notes = try ELFNotes(from: source, segments: segments)
        buildID = notes.buildID
        sdkNote = notes.sdkNote
        hasTextRelocations = dynamic.hasTextRelocations
        let stacks = segments.all(.stack)
        hasExecutableStack = stacks.isEmpty || stacks.contains { $0.isExecutable }
        hasWritableCode = segments.all(.load).contains { $0.isExecutable && $0.isWritable }
    }

    private static func file<Source: ELFSource & ~Copyable>(
        _ source: borrowing Source
    ) throws(ELFFault) -> ELFExtent {
        let byteCount: UInt64
        do throws(Source.Failure) {
            byteCount = try source.byteCount()
        } catch {
            throw .unreadable("\(error)")
        }
        guard byteCount <= ELFLimits.fileByteCount else { throw .tooLarge(byteCount) }
        return ELFExtent(fileOf: byteCount)
    }

    private static func texts(
        _ tag: ELFDynamicTable.Tag,
        _ dynamic: ELFDynamicTable,
        _ strings: ELFStringTable
    ) throws(ELFFault) -> [String] {
        var texts: [String] = []
        for offset in dynamic.values(tag) {
            texts.append(try strings.text(offset))
        }
        return texts
    }
}

extension ELFFault {
    fileprivate static func tooLarge(_ byteCount: UInt64) -> ELFFault {
        ELFFault(
            code: .tooLarge,
            problem: "has \(byteCount) bytes",
            remedy: "strip it, or split it; \(ELFLimits.fileByteCount >> 20) MiB is the limit"
        )
    }

    fileprivate static func positionIndependentExecutable(_ machine: ELFMachine) -> ELFFault {
        ELFFault(
            code: .notShared,
            problem: "is an \(machine) executable, not a shared library",
            remedy: "link it with cc -shared, without -pie"
        )
    }
}
