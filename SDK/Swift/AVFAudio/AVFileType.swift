// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// The type of a file with sound or pictures, by its identifier.
///
/// - SeeAlso: https://developer.apple.com/documentation/avfoundation/avfiletype
public struct AVFileType: RawRepresentable, Hashable, Sendable {
    /// The identifier.
    public let rawValue: String

    /// Takes an identifier.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// MPEG-4.
    public static let mp4 = AVFileType(rawValue: "public.mpeg-4")
    /// MPEG-4 of Apple's with pictures.
    public static let m4v = AVFileType(rawValue: "com.apple.m4v-video")
    /// MPEG-4 of Apple's with sound alone.
    public static let m4a = AVFileType(rawValue: "com.apple.m4a-audio")
    /// QuickTime.
    public static let mov = AVFileType(rawValue: "com.apple.quicktime-movie")
    /// WAVE.
    public static let wav = AVFileType(rawValue: "com.microsoft.waveform-audio")
    /// AIFF.
    public static let aiff = AVFileType(rawValue: "public.aiff-audio")
    /// Core Audio.
    public static let caf = AVFileType(rawValue: "com.apple.coreaudio-format")
    /// MP3.
    public static let mp3 = AVFileType(rawValue: "public.mp3")
}
