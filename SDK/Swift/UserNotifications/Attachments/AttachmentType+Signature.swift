// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

// The host looks at the bytes again (BelfryAttachments) and decides alike: one table of beginnings,
// Tests/Conformance/attachment-bytes.txt, holds both.
extension AttachmentType {
    /// How many bytes from the start of a file tell its type.
    static let signatureByteCount = 16

    /// The type of the same kind that a file beginning with these bytes is of; nil for none.
    func corrected(by start: [UInt8]) -> AttachmentType? {
        if matches(start) { return self }
        return Self.allCases.first { $0.kind == kind && $0.matches(start) }
    }

    /// Whether a file that begins with these bytes can be of the type.
    func matches(_ start: [UInt8]) -> Bool {
        switch self {
        case .aiff: start.has("FORM") && (start.has("AIFF", at: 8) || start.has("AIFC", at: 8))
        case .wave: (start.has("RIFF") || start.has("RF64")) && start.has("WAVE", at: 8)
        case .avi: start.has("RIFF") && start.has("AVI ", at: 8)
        case .mp3: start.has("ID3") || start.isLayerThreeFrame
        case .mpeg4Audio: start.isMediaFile
        case .mpeg4: start.isMediaFile && !start.isFile(ofBrands: Self.audioBrands)
        case .jpeg: start.starts(with: [0xFF, 0xD8, 0xFF])
        case .gif: start.has("GIF87a") || start.has("GIF89a")
        case .png: start.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
        case .webP: start.has("RIFF") && start.has("WEBP", at: 8)
        case .heic: start.isFile(ofBrands: Self.heicBrands)
        case .avif: start.isFile(ofBrands: Self.avifBrands)
        case .mpeg: start.isProgramStream || start.isVideoSequence
        case .mpeg2: start.isSecondGenerationProgramStream || start.isVideoSequence
        }
    }

    /// Brands that promise a file without pictures.
    fileprivate static let audioBrands = ["M4A ", "M4B "]
    /// Brands of still images and their sequences (ISO 23008-12, annexes B and E).
    fileprivate static let heicBrands = [
        "heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1",
    ]
    fileprivate static let avifBrands = ["avif", "avis"]
    /// That of a camera's raw picture.
    fileprivate static let rawBrands = ["crx "]
}

extension [UInt8] {
    fileprivate func has(_ text: String, at offset: Int = 0) -> Bool {
        dropFirst(offset).starts(with: text.utf8)
    }

    /// The head of an MPEG audio frame of layer III, all of its fields in range (ISO 11172-3,
    /// 2.4.2.3).
    fileprivate var isLayerThreeFrame: Bool {
        guard count >= 4, self[0] == 0xFF, self[1] & 0xE0 == 0xE0 else { return false }
        let version = self[1] >> 3 & 3
        let layer = self[1] >> 1 & 3
        let bitRate = self[2] >> 4
        let sampleRate = self[2] >> 2 & 3
        return version != 1 && layer == 1 && bitRate != 0 && bitRate != 15 && sampleRate != 3
    }

    /// A pack header begins every program stream.
    fileprivate var isProgramStream: Bool { starts(with: [0, 0, 1, 0xBA]) }

    /// A pack header whose marker bits are MPEG-2's.
    fileprivate var isSecondGenerationProgramStream: Bool {
        isProgramStream && count > 4 && self[4] & 0xC0 == 0x40
    }

    /// A sequence header begins every elementary video stream.
    fileprivate var isVideoSequence: Bool { starts(with: [0, 0, 1, 0xB3]) }

    /// A file type box (ISO 14496-12, 4.3) of any brand but those of still images.
    fileprivate var isMediaFile: Bool {
        guard has("ftyp", at: 4), count >= 12 else { return false }
        let pictures = AttachmentType.heicBrands + AttachmentType.avifBrands
        return !isFile(ofBrands: pictures + AttachmentType.rawBrands)
    }

    /// A file type box of one of these brands.
    fileprivate func isFile(ofBrands brands: [String]) -> Bool {
        has("ftyp", at: 4) && brands.contains { has($0, at: 8) }
    }
}
