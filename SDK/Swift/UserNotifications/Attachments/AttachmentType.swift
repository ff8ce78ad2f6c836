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
    case webP = "org.webmproject.webp"
    case heic = "public.heic"
    case avif = "public.avif"
    case mpeg = "public.mpeg"
    case mpeg2 = "public.mpeg-2-video"
    case mpeg4 = "public.mpeg-4"
    case avi = "public.avi"

    /// Finds a type by its identifier; Apple's narrower identifiers stand for the type they are of.
    init?(identifier: String) {
        switch identifier.lowercased() {
        case "com.apple.m4a-audio": self = .mpeg4Audio
        case "com.apple.m4v-video": self = .mpeg4
        case "public.aifc-audio": self = .aiff
        case let identifier:
            guard let type = Self(rawValue: identifier) else { return nil }
            self = type
        }
    }

    /// Finds a type by a file name's extension, among those that Apple lists.
    init?(fileExtension: String) {
        let fileExtension = fileExtension.lowercased()
        guard
            let type = Self.allCases.first(where: { $0.fileExtensions.contains(fileExtension) })
        else { return nil }
        self = type
    }

    /// What a person would call it: an image, sound, a movie.
    enum Kind {
        case image, audio, movie
    }

    var kind: Kind {
        switch self {
        case .aiff, .wave, .mp3, .mpeg4Audio: .audio
        case .jpeg, .gif, .png, .webP, .heic, .avif: .image
        case .mpeg, .mpeg2, .mpeg4, .avi: .movie
        }
    }

    /// How large a file of the type may be: 5 MB of sound, 10 MB of image, 50 MB of movie.
    var byteCountLimit: Int {
        switch self {
        case .aiff, .wave, .mp3, .mpeg4Audio: 5 << 20
        case .jpeg, .gif, .png, .webP, .heic, .avif: 10 << 20
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
        // iOS decodes them under the names of others, and takes no file that has theirs.
        case .webP, .heic, .avif: []
        case .mpeg: ["mpg", "mpeg", "mpe", "m75", "m15"]
        case .mpeg2: ["m2v", "mpg2"]
        case .mpeg4: ["mp4", "mpg4", "m4v"]
        case .avi: ["avi", "vfw"]
        }
    }
}
