// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfrySystem
import Foundation
import Glibc

@testable import BelfryAttachments

/// A run's container and a store, in a folder that goes with the test.
final class Stage: Sendable {
    private let folder: String
    let container: String
    let outside: String
    let store: AttachmentStore

    init() throws {
        folder =
            FileManager.default.temporaryDirectory
            .appendingPathComponent("belfry-attachments-\(UUID().uuidString)").path
        container = "\(folder)/container"
        outside = "\(folder)/outside"
        store = AttachmentStore(path: "\(folder)/state/attachments")
        for path in [container, outside] { try Descriptor.ensureDirectories(path) }
    }

    deinit {
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// The path of something in the container.
    func callAsFunction(_ name: String) -> String { "\(container)/\(name)" }

    /// Writes a file; a relative path is the container's.
    func write(_ bytes: [UInt8], to path: String) throws {
        let path = path.hasPrefix("/") ? path : self(path)
        let file = try Descriptor.open(path, O_WRONLY | O_CREAT | O_TRUNC)
        try file.writeAll(bytes)
        try file.close()
    }

    /// Makes a file of a length out of a beginning and a hole.
    func write(_ bytes: [UInt8], length: Int, to name: String) throws {
        try write(bytes, to: name)
        try checked("truncate") { unsafe truncate(self(name), off_t(length)) }
    }

    /// Says whether there is something in the container.
    func has(_ name: String) -> Bool { FileManager.default.fileExists(atPath: self(name)) }

    /// The names of all files in the store.
    func storedPaths() -> [String] {
        let all = FileManager.default.enumerator(atPath: store.path)?.compactMap { $0 as? String }
        return (all ?? []).filter { path in
            var isDirectory = ObjCBool(false)
            let path = "\(store.path)/\(path)"
            return unsafe FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory)
                && !isDirectory.boolValue
        }.sorted()
    }

    /// Takes attachments out of the container.
    func take(
        _ requests: [AttachmentRequest],
        countLimit: Int = AttachmentIntake.defaultCountLimit
    ) throws -> [Result<StoredAttachment, AttachmentError>] {
        let folder = AttachmentFolder(
            try Descriptor.openDirectory(container),
            path: container,
            disposal: .move
        )
        return AttachmentIntake(container: folder, store: store, countLimit: countLimit)
            .take(requests)
    }

    /// Takes one attachment.
    func take(_ request: AttachmentRequest) throws -> Result<StoredAttachment, AttachmentError> {
        try take([request])[0]
    }

    /// The fault that taking one file ends in.
    func rejection(_ path: String, hint: String = "") throws -> AttachmentError.Code? {
        try take(AttachmentRequest(path: path, typeHint: hint)).failure?.code
    }
}

extension Result {
    /// The error, if it is one.
    var failure: Failure? {
        guard case .failure(let error) = self else { return nil }
        return error
    }
}

extension AttachmentType {
    /// The beginning of a file of this type.
    var sample: [UInt8] {
        switch self {
        case .jpeg: [0xff, 0xd8, 0xff, 0xe0, 0, 16] + "JFIF".utf8
        case .gif: Array("GIF89a".utf8) + [1, 0, 1, 0]
        case .png: [0x89] + "PNG\r\n".utf8 + [0x1a, 0x0a, 0, 0, 0, 13] + "IHDR".utf8
        case .webP:
            "RIFF".utf8 + [22, 0, 0, 0] + "WEBPVP8X".utf8 + [UInt8](repeating: 0, count: 14)
        case .heic: [0, 0, 0, 24] + "ftypheic".utf8 + [0, 0, 0, 0]
        case .avif: [0, 0, 0, 24] + "ftypavif".utf8 + [0, 0, 0, 0]
        case .aiffAudio: "FORM".utf8 + [0, 0, 1, 0] + "AIFFCOMM".utf8
        case .waveformAudio: "RIFF".utf8 + [36, 0, 0, 0] + "WAVEfmt ".utf8
        case .mp3: "ID3".utf8 + [4, 0, 0, 0, 0, 0, 10]
        case .mpeg4Audio: [0, 0, 0, 28] + "ftypM4A ".utf8 + [0, 0, 0, 0]
        case .mpeg: [0, 0, 1, 0xba, 0x21, 0, 1, 0]
        case .mpeg2Video: [0, 0, 1, 0xb3, 0x14, 0, 0xf0, 0x13]
        case .mpeg4: [0, 0, 0, 32] + "ftypisom".utf8 + [0, 0, 2, 0]
        case .avi: "RIFF".utf8 + [0, 1, 0, 0] + "AVI LIST".utf8
        }
    }
}
