// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// A kind of file that can be attached to a notification, by its type identifier.
package enum AttachmentType: String, CaseIterable, Sendable {
    case jpeg = "public.jpeg"
    case gif = "com.compuserve.gif"
    case png = "public.png"
    case webP = "org.webmproject.webp"
    case heic = "public.heic"
    case avif = "public.avif"

    case aiffAudio = "public.aiff-audio"
    case waveformAudio = "com.microsoft.waveform-audio"
    case mp3 = "public.mp3"
    case mpeg4Audio = "public.mpeg-4-audio"

    case mpeg = "public.mpeg"
    case mpeg2Video = "public.mpeg-2-video"
    case mpeg4 = "public.mpeg-4"
    case avi = "public.avi"

    /// What a person would call it; the limit goes by it.
    package enum Kind: String, Sendable {
        case image
        case audio
        case movie

        /// The longest file allowed.
        ///
        /// Apple writes 10, 5 and 50 MB; the larger reading of a megabyte refuses nothing that iOS
        /// takes.
        package var byteLimit: Int {
            switch self {
            case .image: 10 << 20
            case .audio: 5 << 20
            case .movie: 50 << 20
            }
        }
    }

    /// Whether it is an image, audio or a movie.
    package var kind: Kind {
        switch self {
        case .jpeg, .gif, .png, .webP, .heic, .avif: .image
        case .aiffAudio, .waveformAudio, .mp3, .mpeg4Audio: .audio
        case .mpeg, .mpeg2Video, .mpeg4, .avi: .movie
        }
    }

    /// Whether Apple lists it among the types of attachments.
    ///
    /// The others are pictures that iOS decodes under the name of a listed one; a file that is named as
    /// one of them has no type.
    package var isListed: Bool {
        switch self {
        case .webP, .heic, .avif: false
        default: true
        }
    }

    /// The types that Apple lists.
    static let listed = allCases.filter(\.isListed)

    /// The file extensions that mean it, the usual one first.
    package var fileExtensions: [String] {
        switch self {
        case .jpeg: ["jpg", "jpeg", "jpe"]
        case .gif: ["gif"]
        case .png: ["png"]
        case .webP: ["webp"]
        case .heic: ["heic"]
        case .avif: ["avif"]
        case .aiffAudio: ["aiff", "aif", "aifc"]
        case .waveformAudio: ["wav", "wave", "bwf"]
        case .mp3: ["mp3", "mpga"]
        case .mpeg4Audio: ["m4a"]
        case .mpeg: ["mpg", "mpeg", "mpe", "m75", "m15"]
        case .mpeg2Video: ["m2v", "mpg2"]
        case .mpeg4: ["mp4", "m4v", "mpg4"]
        case .avi: ["avi", "vfw"]
        }
    }

    /// Type identifiers of formats that are special cases of it.
    private var narrowerIdentifiers: [String] {
        switch self {
        case .aiffAudio: ["public.aifc-audio"]
        case .mpeg4Audio: ["com.apple.m4a-audio"]
        case .mpeg4: ["com.apple.m4v-video"]
        default: []
        }
    }

    /// The type of an identifier, such as `public.png`; upper and lower case are the same.
    package static func forIdentifier(_ identifier: String) -> AttachmentType? {
        let identifier = identifier.lowercased()
        return AttachmentType(rawValue: identifier)
            ?? allCases.first { $0.narrowerIdentifiers.contains(identifier) }
    }

    /// The listed type of a file extension, such as `png`; upper and lower case are the same.
    package static func forExtension(_ fileExtension: String) -> AttachmentType? {
        let fileExtension = fileExtension.lowercased()
        return listed.first { $0.fileExtensions.contains(fileExtension) }
    }

    /// The type of a file by the extension of its path.
    package static func forPath(_ path: String) -> AttachmentType? {
        fileExtension(of: path).flatMap(forExtension)
    }

    /// The extension that a copy of a file gets in its name, where the file is said to be of this type.
    ///
    /// - Parameter path: The file.
    /// - Returns: The file's own extension in lower case if it is one of this type's, else the usual one.
    func fileExtension(forCopyOf path: String) -> String {
        guard let own = Self.fileExtension(of: path)?.lowercased(), fileExtensions.contains(own)
        else { return fileExtensions[0] }
        return own
    }

    private static func fileExtension(of path: String) -> String? {
        let name = path.split(separator: "/").last ?? ""
        guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return nil }
        return String(name[name.index(after: dot)...])
    }
}
