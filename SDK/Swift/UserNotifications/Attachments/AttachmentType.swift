// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// A type of file that a notification can show.
enum AttachmentType: String, CaseIterable, Sendable {
    case aiff = "public.aiff-audio"
    case wave = "com.microsoft.waveform-audio"
    case mp3 = "public.mp3"
    case mpeg4Audio = "public.mpeg-4-audio"
    case jpeg = "public.jpeg"
    case gif = "com.compuserve.gif"
    case png = "public.png"
    case mpeg = "public.mpeg"
    case mpeg2 = "public.mpeg-2-video"
    case mpeg4 = "public.mpeg-4"
    case avi = "public.avi"

    /// Finds a type by its identifier; Apple's narrower identifiers stand for the type they are of.
    init?(identifier: String) {
        switch identifier.lowercased() {
        case "com.apple.m4a-audio": self = .mpeg4Audio
        case "public.aifc-audio": self = .aiff
        case let identifier:
            guard let type = Self(rawValue: identifier) else { return nil }
            self = type
        }
    }

    /// Finds a type by a file name's extension.
    init?(fileExtension: String) {
        let fileExtension = fileExtension.lowercased()
        guard
            let type = Self.allCases.first(where: { $0.fileExtensions.contains(fileExtension) })
        else { return nil }
        self = type
    }

    /// What a person would call it: an image, sound, a movie.
    private enum Kind {
        case image, audio, movie
    }

    private var kind: Kind {
        switch self {
        case .aiff, .wave, .mp3, .mpeg4Audio: .audio
        case .jpeg, .gif, .png: .image
        case .mpeg, .mpeg2, .mpeg4, .avi: .movie
        }
    }

    /// The type of the same kind that a file beginning with these bytes is of; nil for none.
    func corrected(by start: [UInt8]) -> AttachmentType? {
        if matches(start) { return self }
        return Self.allCases.first { $0.kind == kind && $0.matches(start) }
    }

    /// How large a file of the type may be: 5 MB of sound, 10 MB of image, 50 MB of movie.
    var byteCountLimit: Int {
        switch self {
        case .aiff, .wave, .mp3, .mpeg4Audio: 5 << 20
        case .jpeg, .gif, .png: 10 << 20
        case .mpeg, .mpeg2, .mpeg4, .avi: 50 << 20
        }
    }

    private var fileExtensions: [String] {
        switch self {
        case .aiff: ["aiff", "aif", "aifc"]
        case .wave: ["wav", "wave", "bwf"]
        case .mp3: ["mp3", "mpga"]
        case .mpeg4Audio: ["m4a"]
        case .jpeg: ["jpg", "jpeg", "jpe"]
        case .gif: ["gif"]
        case .png: ["png"]
        case .mpeg: ["mpg", "mpeg", "mpe", "m75", "m15"]
        case .mpeg2: ["m2v", "mpg2"]
        case .mpeg4: ["mp4", "mpg4", "m4v"]
        case .avi: ["avi", "vfw"]
        }
    }
}

extension AttachmentType {
    /// How many bytes from the start of a file tell its type.
    static let signatureByteCount = 12

    /// Whether a file that begins with these bytes can be of the type.
    func matches(_ start: [UInt8]) -> Bool {
        switch self {
        case .aiff:
            Self.isForm("FORM", of: ["AIFF", "AIFC"], start)
        case .wave:
            Self.isForm("RIFF", of: ["WAVE"], start) || Self.isForm("RF64", of: ["WAVE"], start)
        case .avi:
            Self.isForm("RIFF", of: ["AVI "], start)
        case .mp3:
            start.starts(with: "ID3".utf8) || Self.isMPEGAudioFrame(start)
        case .mpeg4, .mpeg4Audio:
            start.dropFirst(4).starts(with: "ftyp".utf8)
        case .jpeg:
            start.starts(with: [0xFF, 0xD8, 0xFF])
        case .gif:
            start.starts(with: "GIF87a".utf8) || start.starts(with: "GIF89a".utf8)
        case .png:
            start.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
        case .mpeg, .mpeg2:
            start.starts(with: [0, 0, 1, 0xBA]) || start.starts(with: [0, 0, 1, 0xB3])
        }
    }

    /// An IFF or RIFF file: a form, four bytes of size, the form's type.
    private static func isForm(_ form: String, of types: [String], _ start: [UInt8]) -> Bool {
        start.starts(with: form.utf8)
            && types.contains { start.dropFirst(8).starts(with: $0.utf8) }
    }

    /// Eleven set bits, then a version and a layer that are not the reserved ones.
    private static func isMPEGAudioFrame(_ start: [UInt8]) -> Bool {
        guard start.count >= 2, start[0] == 0xFF, start[1] & 0xE0 == 0xE0 else { return false }
        return start[1] & 0x18 != 0x08 && start[1] & 0x06 != 0
    }
}
