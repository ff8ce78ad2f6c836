// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

extension UTType {
    /// `com.adobe.pdf`: PDF document.
    public static let pdf = UTType(declared: "com.adobe.pdf")
    /// `com.apple.rtfd`: rich text with attachments.
    public static let rtfd = UTType(declared: "com.apple.rtfd")
    /// `com.apple.flat-rtfd`: flat rich text with attachments.
    public static let flatRTFD = UTType(declared: "com.apple.flat-rtfd")
    /// `com.apple.webarchive`: web archive.
    public static let webArchive = UTType(declared: "com.apple.webarchive")
    /// `org.idpf.epub-container`: EPUB book.
    public static let epub = UTType(declared: "org.idpf.epub-container")
    /// `public.spreadsheet`: spreadsheet.
    public static let spreadsheet = UTType(declared: "public.spreadsheet")
    /// `public.presentation`: presentation.
    public static let presentation = UTType(declared: "public.presentation")
    /// `public.archive`: archive.
    public static let archive = UTType(declared: "public.archive")
    /// `public.disk-image`: disk image.
    public static let diskImage = UTType(declared: "public.disk-image")
    /// `public.zip-archive`: ZIP archive.
    public static let zip = UTType(declared: "public.zip-archive")
    /// `org.gnu.gnu-zip-archive`: gzip archive.
    public static let gzip = UTType(declared: "org.gnu.gnu-zip-archive")
    /// `public.bzip2-archive`: bzip2 archive.
    public static let bz2 = UTType(declared: "public.bzip2-archive")
    /// `com.apple.archive`: Apple archive.
    public static let appleArchive = UTType(declared: "com.apple.archive")
}

extension UTType.Declaration {
    /// The declarations of documents and archives.
    static let documents: [Self] = [
        Self(
            "com.adobe.pdf",
            extensions: ["pdf"],
            mimeTypes: ["application/pdf"],
            kindsOf: ["public.data", "public.composite-content"],
            "PDF document"
        ),
        Self(
            "com.apple.rtfd",
            extensions: ["rtfd"],
            kindsOf: ["com.apple.package", "public.composite-content"],
            "rich text with attachments"
        ),
        Self(
            "com.apple.flat-rtfd",
            kindsOf: ["public.data", "public.composite-content"],
            "flat rich text with attachments"
        ),
        Self(
            "com.apple.webarchive",
            extensions: ["webarchive"],
            mimeTypes: ["application/x-webarchive"],
            kindsOf: ["public.data", "public.composite-content"],
            "web archive"
        ),
        Self(
            "org.idpf.epub-container",
            extensions: ["epub"],
            mimeTypes: ["application/epub+zip"],
            kindsOf: ["public.data", "public.composite-content"],
            "EPUB book"
        ),
        Self("public.spreadsheet", kindsOf: ["public.content"], "spreadsheet"),
        Self("public.presentation", kindsOf: ["public.composite-content"], "presentation"),
        Self(
            "com.microsoft.word.doc",
            extensions: ["doc", "dot"],
            mimeTypes: ["application/msword"],
            kindsOf: ["public.data", "public.composite-content"],
            "Word document"
        ),
        Self(
            "org.openxmlformats.wordprocessingml.document",
            extensions: ["docx"],
            mimeTypes: ["application/vnd.openxmlformats-officedocument.wordprocessingml.document"],
            kindsOf: ["public.data", "public.composite-content"],
            "Word document"
        ),
        Self(
            "com.microsoft.excel.xls",
            extensions: ["xls", "xlt"],
            mimeTypes: ["application/vnd.ms-excel", "application/msexcel"],
            kindsOf: ["public.data", "public.spreadsheet"],
            "Excel spreadsheet"
        ),
        Self(
            "org.openxmlformats.spreadsheetml.sheet",
            extensions: ["xlsx"],
            mimeTypes: ["application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"],
            kindsOf: ["public.data", "public.spreadsheet"],
            "Excel spreadsheet"
        ),
        Self(
            "com.microsoft.powerpoint.ppt",
            extensions: ["ppt", "pot"],
            mimeTypes: ["application/vnd.ms-powerpoint", "application/mspowerpoint"],
            kindsOf: ["public.data", "public.presentation"],
            "PowerPoint presentation"
        ),
        Self(
            "org.openxmlformats.presentationml.presentation",
            extensions: ["pptx"],
            mimeTypes: [
                "application/vnd.openxmlformats-officedocument.presentationml.presentation"
            ],
            kindsOf: ["public.data", "public.presentation"],
            "PowerPoint presentation"
        ),
        Self("public.archive", kindsOf: ["public.data"], "archive"),
        Self("public.disk-image", kindsOf: ["public.archive"], "disk image"),
        Self(
            "public.zip-archive",
            extensions: ["zip"],
            mimeTypes: ["application/zip", "application/x-zip-compressed"],
            kindsOf: ["public.archive"],
            "ZIP archive"
        ),
        Self(
            "org.gnu.gnu-zip-archive",
            extensions: ["gz", "gzip"],
            mimeTypes: ["application/gzip", "application/x-gzip"],
            kindsOf: ["public.archive"],
            "gzip archive"
        ),
        Self(
            "public.bzip2-archive",
            extensions: ["bz2", "bzip2"],
            mimeTypes: ["application/x-bzip2"],
            kindsOf: ["public.archive"],
            "bzip2 archive"
        ),
        Self(
            "public.tar-archive",
            extensions: ["tar"],
            mimeTypes: ["application/x-tar"],
            kindsOf: ["public.archive"],
            "tar archive"
        ),
        Self(
            "org.7-zip.7-zip-archive",
            extensions: ["7z"],
            mimeTypes: ["application/x-7z-compressed"],
            kindsOf: ["public.archive"],
            "7-Zip archive"
        ),
        Self(
            "com.apple.archive",
            extensions: ["aar"],
            mimeTypes: ["application/x-apple-archive"],
            kindsOf: ["public.archive"],
            "Apple archive"
        ),
    ]
}
