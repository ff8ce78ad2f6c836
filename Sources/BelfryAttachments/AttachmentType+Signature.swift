// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

extension AttachmentType {
    /// How many of a file's first bytes ``matches(firstBytes:)`` looks at.
    package static let signatureByteCount = 16

    /// Says whether a file that begins so is of this type.
    ///
    /// A file that matches no type of its kind is refused before anything decodes it. A match says that a
    /// decoder of this type will take the file up, not that it will find it whole.
    ///
    /// - Parameter bytes: The file's first bytes, ``signatureByteCount`` of them or more unless the
    ///   file is shorter.
    /// - Returns: Whether the format's signature is there.
    package func matches(firstBytes bytes: [UInt8]) -> Bool {
        switch self {
        case .jpeg: bytes.starts(with: [0xff, 0xd8, 0xff])
        case .gif: bytes.has("GIF87a") || bytes.has("GIF89a")
        case .png: bytes.starts(with: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
        case .webP: bytes.has("RIFF") && bytes.has("WEBP", at: 8)
        case .heic: bytes.isFile(ofBrands: Self.heicBrands)
        case .avif: bytes.isFile(ofBrands: Self.avifBrands)
        case .aiffAudio: bytes.has("FORM") && (bytes.has("AIFF", at: 8) || bytes.has("AIFC", at: 8))
        case .waveformAudio: (bytes.has("RIFF") || bytes.has("RF64")) && bytes.has("WAVE", at: 8)
        case .mp3: bytes.has("ID3") || bytes.isLayerThreeFrame
        case .mpeg4Audio: bytes.isMediaFile
        case .mpeg: bytes.isProgramStream || bytes.isVideoSequence
        case .mpeg2Video: bytes.isSecondGenerationProgramStream || bytes.isVideoSequence
        case .mpeg4: bytes.isMediaFile && !bytes.isAudioOnlyBrand
        case .avi: bytes.has("RIFF") && bytes.has("AVI ", at: 8)
        }
    }
}

extension AttachmentType {
    /// The type of the same kind that a file beginning so is of; nil for none.
    ///
    /// iOS shows what it can decode, whatever a name or a server says of it. The kind stays what it
    /// is said to be: limits of size go by it, and no type of another kind is ever taken.
    ///
    /// - Parameter bytes: As for ``matches(firstBytes:)``.
    /// - Returns: This type where it matches, else the first of its kind that does.
    package func corrected(byFirstBytes bytes: [UInt8]) -> AttachmentType? {
        if matches(firstBytes: bytes) { return self }
        return Self.allCases.first { $0.kind == kind && $0.matches(firstBytes: bytes) }
    }

    /// Brands of still images and their sequences (ISO 23008-12, annexes B and E).
    fileprivate static let heicBrands: [StaticString] = [
        "heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1",
    ]
    fileprivate static let avifBrands: [StaticString] = ["avif", "avis"]
    /// That of a camera's raw picture.
    fileprivate static let rawBrands: [StaticString] = ["crx "]
}

extension [UInt8] {
    fileprivate func has(_ text: StaticString, at offset: Int = 0) -> Bool {
        dropFirst(offset).starts(with: "\(text)".utf8)
    }

    /// The head of an MPEG audio frame of layer III, all of its fields in range (ISO 11172-3,
    /// 2.4.2.3).
    fileprivate var isLayerThreeFrame: Bool {
        guard count >= 4, self[0] == 0xff, self[1] & 0xe0 == 0xe0 else { return false }
        let version = self[1] >> 3 & 3
        let layer = self[1] >> 1 & 3
        let bitRate = self[2] >> 4
        let sampleRate = self[2] >> 2 & 3
        return version != 1 && layer == 1 && bitRate != 0 && bitRate != 15 && sampleRate != 3
    }

    /// A pack header begins every program stream.
    fileprivate var isProgramStream: Bool { starts(with: [0, 0, 1, 0xba]) }

    /// A pack header whose marker bits are MPEG-2's.
    fileprivate var isSecondGenerationProgramStream: Bool {
        isProgramStream && count > 4 && self[4] & 0xc0 == 0x40
    }

    /// A sequence header begins every elementary video stream.
    fileprivate var isVideoSequence: Bool { starts(with: [0, 0, 1, 0xb3]) }

    /// A file type box (ISO 14496-12, 4.3) of any brand but those of still images.
    fileprivate var isMediaFile: Bool {
        guard has("ftyp", at: 4), count >= 12 else { return false }
        let pictures = AttachmentType.heicBrands + AttachmentType.avifBrands
        return !isFile(ofBrands: pictures + AttachmentType.rawBrands)
    }

    /// A file type box of one of these brands.
    fileprivate func isFile(ofBrands brands: [StaticString]) -> Bool {
        has("ftyp", at: 4) && brands.contains { has($0, at: 8) }
    }

    /// Brands that promise a file without pictures.
    fileprivate var isAudioOnlyBrand: Bool { has("M4A ", at: 8) || has("M4B ", at: 8) }
}
