// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

extension UTType {
    /// `public.audiovisual-content`: audiovisual content.
    public static let audiovisualContent = UTType(declared: "public.audiovisual-content")
    /// `public.movie`: movie.
    public static let movie = UTType(declared: "public.movie")
    /// `public.video`: video.
    public static let video = UTType(declared: "public.video")
    /// `public.audio`: audio.
    public static let audio = UTType(declared: "public.audio")
    /// `com.apple.quicktime-movie`: QuickTime movie.
    public static let quickTimeMovie = UTType(declared: "com.apple.quicktime-movie")
    /// `public.mpeg`: MPEG movie.
    public static let mpeg = UTType(declared: "public.mpeg")
    /// `public.mpeg-2-video`: MPEG-2 video.
    public static let mpeg2Video = UTType(declared: "public.mpeg-2-video")
    /// `public.mpeg-2-transport-stream`: MPEG-2 transport stream.
    public static let mpeg2TransportStream = UTType(declared: "public.mpeg-2-transport-stream")
    /// `public.mpeg-4`: MPEG-4 movie.
    public static let mpeg4Movie = UTType(declared: "public.mpeg-4")
    /// `public.avi`: AVI movie.
    public static let avi = UTType(declared: "public.avi")
    /// `com.apple.protected-mpeg-4-video`: protected MPEG-4 movie.
    public static let appleProtectedMPEG4Video = UTType(
        declared: "com.apple.protected-mpeg-4-video"
    )
    /// `public.mp3`: MP3 audio.
    public static let mp3 = UTType(declared: "public.mp3")
    /// `public.mpeg-4-audio`: MPEG-4 audio.
    public static let mpeg4Audio = UTType(declared: "public.mpeg-4-audio")
    /// `com.apple.protected-mpeg-4-audio`: protected MPEG-4 audio.
    public static let appleProtectedMPEG4Audio = UTType(
        declared: "com.apple.protected-mpeg-4-audio"
    )
    /// `public.aiff-audio`: AIFF audio.
    public static let aiff = UTType(declared: "public.aiff-audio")
    /// `com.microsoft.waveform-audio`: Waveform audio.
    public static let wav = UTType(declared: "com.microsoft.waveform-audio")
    /// `public.midi-audio`: MIDI audio.
    public static let midi = UTType(declared: "public.midi-audio")
    /// `public.playlist`: playlist.
    public static let playlist = UTType(declared: "public.playlist")
}

extension UTType.Declaration {
    /// The declarations of sound and moving pictures.
    static let media: [Self] = [
        Self(
            "public.audiovisual-content",
            kindsOf: ["public.data", "public.content"],
            "audiovisual content"
        ),
        Self("public.movie", kindsOf: ["public.audiovisual-content"], "movie"),
        Self("public.video", kindsOf: ["public.movie"], "video"),
        Self("public.audio", kindsOf: ["public.audiovisual-content"], "audio"),
        Self(
            "com.apple.quicktime-movie",
            extensions: ["mov", "qt"],
            mimeTypes: ["video/quicktime"],
            kindsOf: ["public.movie"],
            "QuickTime movie"
        ),
        Self(
            "public.mpeg",
            extensions: ["mpg", "mpeg", "mpe", "m75", "m15"],
            mimeTypes: ["video/mpeg", "video/mpg", "video/x-mpeg"],
            kindsOf: ["public.movie"],
            "MPEG movie"
        ),
        Self(
            "public.mpeg-2-video",
            extensions: ["m2v", "mpg2"],
            mimeTypes: ["video/mpeg2"],
            kindsOf: ["public.video"],
            "MPEG-2 video"
        ),
        Self(
            "public.mpeg-2-transport-stream",
            extensions: ["ts"],
            mimeTypes: ["video/mp2t"],
            kindsOf: ["public.movie"],
            "MPEG-2 transport stream"
        ),
        Self(
            "public.mpeg-4",
            extensions: ["mp4", "mpg4"],
            mimeTypes: ["video/mp4", "video/mp4v"],
            kindsOf: ["public.movie"],
            "MPEG-4 movie"
        ),
        Self(
            "com.apple.m4v-video",
            extensions: ["m4v"],
            mimeTypes: ["video/x-m4v"],
            kindsOf: ["public.mpeg-4"],
            "MPEG-4 movie of Apple's"
        ),
        Self(
            "public.3gpp",
            extensions: ["3gp", "3gpp"],
            mimeTypes: ["video/3gpp", "audio/3gpp"],
            kindsOf: ["public.movie"],
            "3GPP movie"
        ),
        Self(
            "public.3gpp2",
            extensions: ["3g2", "3gp2"],
            mimeTypes: ["video/3gpp2", "audio/3gpp2"],
            kindsOf: ["public.movie"],
            "3GPP2 movie"
        ),
        Self(
            "org.webmproject.webm",
            extensions: ["webm"],
            mimeTypes: ["video/webm"],
            kindsOf: ["public.movie"],
            "WebM movie"
        ),
        Self(
            "org.matroska.mkv",
            extensions: ["mkv"],
            mimeTypes: ["video/x-matroska"],
            kindsOf: ["public.movie"],
            "Matroska movie"
        ),
        Self(
            "public.avi",
            extensions: ["avi", "vfw"],
            mimeTypes: ["video/avi", "video/msvideo", "video/x-msvideo"],
            kindsOf: ["public.movie"],
            "AVI movie"
        ),
        Self(
            "com.apple.protected-mpeg-4-video",
            extensions: ["m4v"],
            kindsOf: ["public.movie"],
            "protected MPEG-4 movie"
        ),
        Self(
            "public.mp3",
            extensions: ["mp3", "mpga"],
            mimeTypes: [
                "audio/mpeg", "audio/mpeg3", "audio/mpg", "audio/mp3", "audio/x-mpeg",
                "audio/x-mp3", "audio/x-mpeg3", "audio/x-mpg",
            ],
            kindsOf: ["public.audio"],
            "MP3 audio"
        ),
        Self(
            "public.mpeg-4-audio",
            extensions: ["mp4", "mpg4"],
            mimeTypes: ["audio/mp4", "audio/mp4a-latm"],
            kindsOf: ["public.audio"],
            "MPEG-4 audio"
        ),
        Self(
            "com.apple.m4a-audio",
            extensions: ["m4a"],
            mimeTypes: ["audio/x-m4a", "audio/m4a"],
            kindsOf: ["public.mpeg-4-audio"],
            "MPEG-4 audio of Apple's"
        ),
        Self(
            "public.aac-audio",
            extensions: ["aac", "adts"],
            mimeTypes: ["audio/aac", "audio/aacp", "audio/x-aac"],
            kindsOf: ["public.audio"],
            "AAC audio"
        ),
        Self(
            "com.apple.protected-mpeg-4-audio",
            extensions: ["m4p", "m4b"],
            kindsOf: ["public.audio"],
            "protected MPEG-4 audio"
        ),
        Self(
            "public.aiff-audio",
            extensions: ["aiff", "aif"],
            mimeTypes: ["audio/aiff", "audio/x-aiff"],
            kindsOf: ["public.aifc-audio"],
            "AIFF audio"
        ),
        Self(
            "public.aifc-audio",
            extensions: ["aifc", "aiff", "aif"],
            mimeTypes: ["audio/aiff", "audio/x-aiff"],
            kindsOf: ["public.audio"],
            "AIFF-C audio"
        ),
        Self(
            "com.microsoft.waveform-audio",
            extensions: ["wav", "wave", "bwf"],
            mimeTypes: ["audio/vnd.wave", "audio/wav", "audio/wave", "audio/x-wav"],
            kindsOf: ["public.audio"],
            "Waveform audio"
        ),
        Self(
            "public.midi-audio",
            extensions: ["midi", "mid", "smf", "kar"],
            mimeTypes: ["audio/midi", "audio/mid"],
            kindsOf: ["public.audio"],
            "MIDI audio"
        ),
        Self(
            "com.apple.coreaudio-format",
            extensions: ["caf"],
            mimeTypes: ["audio/x-caf"],
            kindsOf: ["public.audio"],
            "Core Audio format"
        ),
        Self(
            "org.xiph.flac",
            extensions: ["flac"],
            mimeTypes: ["audio/flac", "audio/x-flac"],
            kindsOf: ["public.audio"],
            "FLAC audio"
        ),
        Self(
            "org.xiph.ogg-audio",
            extensions: ["ogg", "oga"],
            mimeTypes: ["audio/ogg"],
            kindsOf: ["public.audio"],
            "Ogg audio"
        ),
        Self(
            "org.xiph.opus",
            extensions: ["opus"],
            mimeTypes: ["audio/opus"],
            kindsOf: ["public.audio"],
            "Opus audio"
        ),
        Self(
            "org.3gpp.adaptive-multi-rate-audio",
            extensions: ["amr", "awb"],
            mimeTypes: ["audio/amr"],
            kindsOf: ["public.audio"],
            "AMR audio"
        ),
        Self("public.playlist", kindsOf: ["public.item"], "playlist"),
    ]
}
