// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

extension UTType {
    /// `public.item`: item.
    public static let item = UTType(declared: "public.item")
    /// `public.content`: content.
    public static let content = UTType(declared: "public.content")
    /// `public.composite-content`: composite content.
    public static let compositeContent = UTType(declared: "public.composite-content")
    /// `public.data`: data.
    public static let data = UTType(declared: "public.data")
    /// `public.directory`: directory.
    public static let directory = UTType(declared: "public.directory")
    /// `public.folder`: folder.
    public static let folder = UTType(declared: "public.folder")
    /// `public.volume`: volume.
    public static let volume = UTType(declared: "public.volume")
    /// `com.apple.package`: package.
    public static let package = UTType(declared: "com.apple.package")
    /// `com.apple.bundle`: bundle.
    public static let bundle = UTType(declared: "com.apple.bundle")
    /// `com.apple.framework`: framework.
    public static let framework = UTType(declared: "com.apple.framework")
    /// `com.apple.resolvable`: pointer to something else.
    public static let resolvable = UTType(declared: "com.apple.resolvable")
    /// `public.symlink`: symbolic link.
    public static let symbolicLink = UTType(declared: "public.symlink")
    /// `public.executable`: executable.
    public static let executable = UTType(declared: "public.executable")
    /// `public.unix-executable`: executable of Unix.
    public static let unixExecutable = UTType(declared: "public.unix-executable")
    /// `com.apple.application`: application.
    public static let application = UTType(declared: "com.apple.application")
    /// `com.apple.application-bundle`: application bundle.
    public static let applicationBundle = UTType(declared: "com.apple.application-bundle")
    /// `com.microsoft.windows-executable`: executable of Windows.
    public static let exe = UTType(declared: "com.microsoft.windows-executable")
    /// `public.url`: URL.
    public static let url = UTType(declared: "public.url")
    /// `public.file-url`: file URL.
    public static let fileURL = UTType(declared: "public.file-url")
    /// `com.apple.bookmark`: bookmark data.
    public static let urlBookmarkData = UTType(declared: "com.apple.bookmark")
    /// `public.bookmark`: bookmark.
    public static let bookmark = UTType(declared: "public.bookmark")
    /// `com.apple.internet-location`: internet location.
    public static let internetLocation = UTType(declared: "com.apple.internet-location")
    /// `com.microsoft.internet-shortcut`: internet shortcut.
    public static let internetShortcut = UTType(declared: "com.microsoft.internet-shortcut")
    /// `public.message`: message.
    public static let message = UTType(declared: "public.message")
    /// `public.email-message`: e-mail message.
    public static let emailMessage = UTType(declared: "public.email-message")
    /// `public.contact`: contact.
    public static let contact = UTType(declared: "public.contact")
    /// `public.vcard`: vCard.
    public static let vCard = UTType(declared: "public.vcard")
    /// `public.to-do-item`: to-do item.
    public static let toDoItem = UTType(declared: "public.to-do-item")
    /// `public.calendar-event`: calendar event.
    public static let calendarEvent = UTType(declared: "public.calendar-event")
    /// `public.font`: font.
    public static let font = UTType(declared: "public.font")
    /// `public.database`: database.
    public static let database = UTType(declared: "public.database")
    /// `com.rsa.pkcs-12`: PKCS #12 data.
    public static let pkcs12 = UTType(declared: "com.rsa.pkcs-12")
    /// `public.x509-certificate`: X.509 certificate.
    public static let x509Certificate = UTType(declared: "public.x509-certificate")
}

extension UTType.Declaration {
    /// The declarations of what everything else is a kind of.
    static let basics: [Self] = [
        Self("public.item", "item"),
        Self("public.content", "content"),
        Self("public.composite-content", kindsOf: ["public.content"], "composite content"),
        Self("public.data", kindsOf: ["public.item"], "data"),
        Self("public.directory", kindsOf: ["public.item"], "directory"),
        Self("public.folder", kindsOf: ["public.directory"], "folder"),
        Self("public.volume", kindsOf: ["public.folder"], "volume"),
        Self("com.apple.package", kindsOf: ["public.directory"], "package"),
        Self("com.apple.bundle", extensions: ["bundle"], kindsOf: ["public.directory"], "bundle"),
        Self(
            "com.apple.framework",
            extensions: ["framework"],
            kindsOf: ["com.apple.bundle"],
            "framework"
        ),
        Self("com.apple.resolvable", kindsOf: ["public.item"], "pointer to something else"),
        Self("public.symlink", kindsOf: ["public.item", "com.apple.resolvable"], "symbolic link"),
        Self("public.executable", kindsOf: ["public.item"], "executable"),
        Self(
            "public.unix-executable",
            kindsOf: ["public.data", "public.executable"],
            "executable of Unix"
        ),
        Self("com.apple.application", kindsOf: ["public.executable"], "application"),
        Self(
            "com.apple.application-bundle",
            extensions: ["app"],
            kindsOf: ["com.apple.application", "com.apple.bundle", "com.apple.package"],
            "application bundle"
        ),
        Self(
            "com.microsoft.windows-executable",
            extensions: ["exe"],
            mimeTypes: ["application/x-msdownload"],
            kindsOf: ["public.data", "public.executable"],
            "executable of Windows"
        ),
        Self("public.url", mimeTypes: ["text/uri-list"], kindsOf: ["public.data"], "URL"),
        Self("public.file-url", kindsOf: ["public.url"], "file URL"),
        Self("com.apple.bookmark", kindsOf: ["public.data"], "bookmark data"),
        Self("public.bookmark", kindsOf: ["public.item"], "bookmark"),
        Self("com.apple.internet-location", kindsOf: ["public.data"], "internet location"),
        Self(
            "com.microsoft.internet-shortcut",
            extensions: ["url"],
            kindsOf: ["public.data"],
            "internet shortcut"
        ),
        Self("public.message", kindsOf: ["public.item"], "message"),
        Self(
            "public.email-message",
            extensions: ["eml"],
            mimeTypes: ["message/rfc822"],
            kindsOf: ["public.message", "public.data"],
            "e-mail message"
        ),
        Self("public.contact", kindsOf: ["public.item"], "contact"),
        Self(
            "public.vcard",
            extensions: ["vcf", "vcard"],
            mimeTypes: ["text/vcard", "text/x-vcard"],
            kindsOf: ["public.text", "public.contact"],
            "vCard"
        ),
        Self("public.to-do-item", kindsOf: ["public.item"], "to-do item"),
        Self("public.calendar-event", kindsOf: ["public.item"], "calendar event"),
        Self(
            "com.apple.ical.ics",
            extensions: ["ics"],
            mimeTypes: ["text/calendar"],
            kindsOf: ["public.text", "public.calendar-event"],
            "calendar file"
        ),
        Self("public.font", kindsOf: ["public.data"], "font"),
        Self("public.database", kindsOf: ["public.data"], "database"),
        Self(
            "com.rsa.pkcs-12",
            extensions: ["p12", "pfx"],
            mimeTypes: ["application/x-pkcs12"],
            kindsOf: ["public.data"],
            "PKCS #12 data"
        ),
        Self(
            "public.x509-certificate",
            extensions: ["cer", "der", "crt"],
            mimeTypes: ["application/x-x509-ca-cert"],
            kindsOf: ["public.data"],
            "X.509 certificate"
        ),
    ]
}
