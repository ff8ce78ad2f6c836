// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// One reader of bytes that are not trusted, with what must hold of whatever it accepts.
struct FuzzTarget: Sendable {
    /// The name on the command line, and of the folder in `Fuzzing/Corpus`.
    let name: String

    /// The longest input that is tried.
    let byteLimit: Int

    /// Inputs that are written by our own writers, so that they follow a format that changes.
    ///
    /// The others lie in the corpus as files.
    let seeds: @Sendable () -> [[UInt8]]

    /// Reads the bytes and checks what comes of them; throws ``BrokenProperty``.
    let check: @Sendable ([UInt8]) throws -> Void

    init(
        _ name: String,
        byteLimit: Int,
        seeds: @escaping @Sendable () -> [[UInt8]] = { [] },
        check: @escaping @Sendable ([UInt8]) throws -> Void
    ) {
        self.name = name
        self.byteLimit = byteLimit
        self.seeds = seeds
        self.check = check
    }

    /// All of them; a new one is a file in `Targets` and a word here.
    static let all: [FuzzTarget] = [
        .workerEvent, .hostFrames, .payload, .propertyList, .elf, .origin, .proxyRequest, .chunks,
        .crashRecord, .stringTable, .stringCatalog, .projectList, .centerDocument, .viewTree,
        .recording, .budget, .screens, .rustSymbol, .pushConnection, .inlet, .page,
    ]
}
