// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryELF
internal import BelfrySystem
internal import BelfryWire
internal import CBelfry
internal import Glibc

/// A loaded extension: its entry called, its tables copied.
///
/// The library is never unloaded: a Swift runtime does not survive that, and ending the process is
/// the way to be rid of an extension.
@safe
struct ExtensionLibrary {
    /// The ABI version it chose.
    let version: UInt32

    /// Its service table, as it was when it was loaded; of a content extension what both tables have.
    var service: bf_service

    /// Its table, when it is a content extension.
    let content: ContentTable?

    /// Its main loop, when it wants the main thread.
    let mainLoop: bf_main_loop?

    /// The extension's own context, given back with every call.
    // Never read here, so that it does not matter on which thread it is.
    nonisolated(unsafe) let context: UnsafeMutableRawPointer?

    /// Checks a file and loads it.
    ///
    /// - Parameters:
    ///   - file: The library, open for reading; what is checked is what is loaded.
    ///   - specification: What the manifest says.
    /// - Throws: ``LoadFailure`` at the stage that failed.
    init(
        file: borrowing Descriptor,
        specification: WorkerSpecification
    ) throws(LoadFailure) {
        try Self.check(file, specification)
        let entry = unsafe try Self.open(file, specification)
        var chosen = Self.hostVersion
        guard let descriptor = unsafe entry(&chosen)?.pointee else {
            throw LoadFailure(
                stage: .abi,
                message: "bf_extension_main refused this host, which speaks ABI "
                    + Self.text(of: Self.hostVersion)
            )
        }
        guard chosen >> 16 == Self.hostVersion >> 16, chosen <= Self.hostVersion else {
            throw LoadFailure(
                stage: .abi,
                message: "the extension speaks ABI \(Self.text(of: chosen)), this host "
                    + "\(Self.text(of: Self.hostVersion)); rebuild it with this host's headers"
            )
        }
        version = chosen
        unsafe try Self.check(descriptor, specification)
        unsafe context = descriptor.`self`
        if specification.isContent {
            let table = unsafe try Self.contentTable(descriptor)
            unsafe content = ContentTable(table, context: descriptor.`self`)
            // Its stop is called where its other callbacks are.
            service = bf_service()
            unsafe service.start = table.start
            unsafe service.pressure = table.pressure
            unsafe service.cpu_pressure = table.cpu_pressure
        } else {
            content = nil
            unsafe service = try Self.serviceTable(descriptor)
        }
        unsafe mainLoop = try? Self.table(
            descriptor,
            BF_INTERFACE_MAIN_LOOP,
            minimum: 16,
            empty: bf_main_loop()
        )
    }

    /// The newest ABI version this host speaks.
    static let hostVersion: UInt32 = 1 << 16 | 3

    /// No table of any version will be as large as this.
    static let tableLimit = 64 * 1024

    typealias Entry =
        @convention(c) (UnsafeMutablePointer<UInt32>?) -> UnsafePointer<bf_extension>?

    private static func check(
        _ file: borrowing Descriptor,
        _ specification: WorkerSpecification
    ) throws(LoadFailure) {
        do throws(ELFError) {
            let image = try ELFImage.parse(file, name: specification.libraryPath)
            // Whether a library it needs brings the entry is known once it is loaded.
            try ELFCheck().check(image, providesEntry: { _ in true })
        } catch {
            let isEntry = error.code == .entryMissing || error.code == .entryNotAFunction
            throw LoadFailure(stage: isEntry ? .entry : .elf, message: error.message)
        }
    }

    private static func isSame(_ file: borrowing Descriptor, _ path: String) -> Bool {
        var found = stat()
        guard let checked = try? file.status(), unsafe stat(path, &found) == 0 else { return false }
        return found.st_dev == checked.st_dev && found.st_ino == checked.st_ino
    }

    private static func open(
        _ file: borrowing Descriptor,
        _ specification: WorkerSpecification
    ) throws(LoadFailure) -> Entry {
        let name = specification.libraryPath
        // By its own path the linker finds the libraries beside it ($ORIGIN), and a debugger the
        // file; but only if that is still the file that was checked.
        let path = isSame(file, name) ? name : "/proc/self/fd/\(file.raw)"
        guard let handle = unsafe dlopen(path, RTLD_NOW | RTLD_LOCAL) else {
            let text = unsafe dlerror().map { unsafe String(cString: $0) } ?? "dlopen failed"
            let reason = text.hasPrefix(path + ": ") ? text.dropFirst(path.count + 2) : text[...]
            let isOfMemory = text.hasSuffix(SystemError.sentence(of: ENOMEM))
            throw LoadFailure(
                stage: isOfMemory ? .memory : .link,
                message: "\(name): \(reason); see what it needs with `belfry inspect`"
            )
        }
        guard let symbol = unsafe dlsym(handle, ELFCheck.entryName) else {
            throw LoadFailure(
                stage: .entry,
                message: "\(name) exports no \(ELFCheck.entryName), and no library it needs does: "
                    + "declare it with BF_EXPORT (belfry/extension.h), or link the Swift SDK"
            )
        }
        return unsafe unsafeBitCast(symbol, to: Entry.self)
    }

    private static func check(
        _ descriptor: bf_extension,
        _ specification: WorkerSpecification
    ) throws(LoadFailure) {
        guard unsafe descriptor.magic == 0x3145_4642,
            unsafe (MemoryLayout<bf_extension>.size...Self.tableLimit).contains(
                Int(descriptor.size)
            ),
            unsafe descriptor.interface != nil
        else {
            throw LoadFailure(
                stage: .descriptor,
                message: "bf_extension_main returned no descriptor of ABI 1.0: set magic to "
                    + "BF_EXTENSION_MAGIC, size to sizeof(bf_extension), and interface"
            )
        }
        try unsafe checkIdentity("identifier", descriptor.identifier, specification.identifier)
        try unsafe checkIdentity("version", descriptor.version, specification.version)
    }

    private static func checkIdentity(
        _ name: String,
        _ found: bf_string,
        _ expected: String
    ) throws(LoadFailure) {
        guard unsafe found.count > 0, let bytes = unsafe found.bytes else { return }
        let count = unsafe Int(min(found.count, 256))
        let text = unsafe String(
            decoding: UnsafeBufferPointer(start: bytes, count: count),
            as: UTF8.self
        )
        guard text != expected else { return }
        throw LoadFailure(
            stage: .identity,
            message:
                "the library says its \(name) is \"\(text)\", Info.plist says \"\(expected)\"; "
                + "make them equal, or leave it empty in the descriptor"
        )
    }

    private static func text(of version: UInt32) -> String {
        "\(version >> 16).\(version & 0xffff)"
    }
}
