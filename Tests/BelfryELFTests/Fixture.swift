// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import Foundation
import Subprocess

@testable import BelfryELF

/// ELF files made for the tests by the machine's C compiler.
enum Fixture {
    /// The smallest useful extension.
    static let entry = "int bf_extension_main(unsigned *v) { return *v; }\n"

    /// Options of a shared library with an identity and a well-kept stack.
    static let shared = ["-shared", "-fPIC", "-Wl,-z,noexecstack", "-Wl,--build-id=sha1"]

    /// The bytes of ``entry`` as a shared library, compiled once.
    static let library = Task { try await compile(entry) }

    /// Compiles C to a file and reads it back.
    static func compile(_ source: String, _ options: [String] = shared) async throws -> [UInt8] {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("belfry-elf-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: folder) }
        let input = folder.appendingPathComponent("input.c")
        let output = folder.appendingPathComponent("output")
        try source.write(to: input, atomically: false, encoding: .utf8)
        let compiler = try await Subprocess.run(
            .name("cc"),
            arguments: Arguments(["-w", "-o", output.path, input.path] + options),
            output: .discarded,
            error: .currentStandardError
        )
        guard compiler.terminationStatus.isSuccess else {
            throw CompilerFailure(options: options, end: compiler.terminationStatus)
        }
        return [UInt8](try Data(contentsOf: output))
    }

    /// Compiles C to a shared library and reads its tables.
    static func image(_ source: String, _ options: [String] = []) async throws -> ELFImage {
        try ELFImage.parse(await compile(source, shared + options), name: "TitleStamp")
    }
}

struct CompilerFailure: Error {
    let options: [String]
    let end: TerminationStatus
}

/// The fault a body throws.
func fault(_ body: () throws(ELFError) -> Void) -> ELFError? {
    do throws(ELFError) {
        try body()
        return nil
    } catch {
        return error
    }
}

extension [UInt8] {
    /// A copy with some bytes replaced.
    func replacing(at offset: Int, with bytes: [UInt8]) -> [UInt8] {
        var copy = self
        copy.replaceSubrange(offset..<offset + bytes.count, with: bytes)
        return copy
    }
}
