// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

extension UTType {
    /// `public.text`: text.
    public static let text = UTType(declared: "public.text")
    /// `public.plain-text`: plain text.
    public static let plainText = UTType(declared: "public.plain-text")
    /// `public.utf8-plain-text`: text in UTF-8.
    public static let utf8PlainText = UTType(declared: "public.utf8-plain-text")
    /// `public.utf16-external-plain-text`: text in UTF-16 with a byte order mark.
    public static let utf16ExternalPlainText = UTType(declared: "public.utf16-external-plain-text")
    /// `public.utf16-plain-text`: text in UTF-16.
    public static let utf16PlainText = UTType(declared: "public.utf16-plain-text")
    /// `public.delimited-values-text`: delimited text.
    public static let delimitedText = UTType(declared: "public.delimited-values-text")
    /// `public.comma-separated-values-text`: comma-separated text.
    public static let commaSeparatedText = UTType(declared: "public.comma-separated-values-text")
    /// `public.tab-separated-values-text`: tab-separated text.
    public static let tabSeparatedText = UTType(declared: "public.tab-separated-values-text")
    /// `public.utf8-tab-separated-values-text`: tab-separated text in UTF-8.
    public static let utf8TabSeparatedText = UTType(
        declared: "public.utf8-tab-separated-values-text"
    )
    /// `public.rtf`: rich text.
    public static let rtf = UTType(declared: "public.rtf")
    /// `public.html`: HTML text.
    public static let html = UTType(declared: "public.html")
    /// `public.xml`: XML text.
    public static let xml = UTType(declared: "public.xml")
    /// `public.yaml`: YAML text.
    public static let yaml = UTType(declared: "public.yaml")
    /// `public.css`: CSS style sheet.
    public static let css = UTType(declared: "public.css")
    /// `public.json`: JSON text.
    public static let json = UTType(declared: "public.json")
    /// `com.apple.log`: log.
    public static let log = UTType(declared: "com.apple.log")
    /// `public.source-code`: source code.
    public static let sourceCode = UTType(declared: "public.source-code")
    /// `public.c-source`: source in C.
    public static let cSource = UTType(declared: "public.c-source")
    /// `public.c-header`: header in C.
    public static let cHeader = UTType(declared: "public.c-header")
    /// `public.c-plus-plus-source`: source in C++.
    public static let cPlusPlusSource = UTType(declared: "public.c-plus-plus-source")
    /// `public.c-plus-plus-header`: header in C++.
    public static let cPlusPlusHeader = UTType(declared: "public.c-plus-plus-header")
    /// `public.objective-c-source`: source in Objective-C.
    public static let objectiveCSource = UTType(declared: "public.objective-c-source")
    /// `public.swift-source`: source in Swift.
    public static let swiftSource = UTType(declared: "public.swift-source")
    /// `public.script`: script.
    public static let script = UTType(declared: "public.script")
    /// `public.shell-script`: shell script.
    public static let shellScript = UTType(declared: "public.shell-script")
    /// `public.python-script`: script in Python.
    public static let pythonScript = UTType(declared: "public.python-script")
    /// `public.ruby-script`: script in Ruby.
    public static let rubyScript = UTType(declared: "public.ruby-script")
    /// `public.perl-script`: script in Perl.
    public static let perlScript = UTType(declared: "public.perl-script")
    /// `public.php-script`: script in PHP.
    public static let phpScript = UTType(declared: "public.php-script")
    /// `com.netscape.javascript-source`: script in JavaScript.
    public static let javaScript = UTType(declared: "com.netscape.javascript-source")
    /// `com.apple.property-list`: property list.
    public static let propertyList = UTType(declared: "com.apple.property-list")
    /// `com.apple.xml-property-list`: property list in XML.
    public static let xmlPropertyList = UTType(declared: "com.apple.xml-property-list")
    /// `com.apple.binary-property-list`: binary property list.
    public static let binaryPropertyList = UTType(declared: "com.apple.binary-property-list")
    /// `public.m3u-playlist`: M3U playlist.
    public static let m3uPlaylist = UTType(declared: "public.m3u-playlist")
}

extension UTType.Declaration {
    /// The declarations of texts, sources and data written as text.
    static let text: [Self] = [
        Self("public.text", kindsOf: ["public.data", "public.content"], "text"),
        Self(
            "public.plain-text",
            extensions: ["txt", "text"],
            mimeTypes: ["text/plain"],
            kindsOf: ["public.text"],
            "plain text"
        ),
        Self("public.utf8-plain-text", kindsOf: ["public.plain-text"], "text in UTF-8"),
        Self(
            "public.utf16-external-plain-text",
            kindsOf: ["public.plain-text"],
            "text in UTF-16 with a byte order mark"
        ),
        Self("public.utf16-plain-text", kindsOf: ["public.plain-text"], "text in UTF-16"),
        Self("public.delimited-values-text", kindsOf: ["public.text"], "delimited text"),
        Self(
            "public.comma-separated-values-text",
            extensions: ["csv"],
            mimeTypes: ["text/csv", "text/comma-separated-values"],
            kindsOf: ["public.delimited-values-text"],
            "comma-separated text"
        ),
        Self(
            "public.tab-separated-values-text",
            extensions: ["tsv"],
            mimeTypes: ["text/tab-separated-values"],
            kindsOf: ["public.delimited-values-text"],
            "tab-separated text"
        ),
        Self(
            "public.utf8-tab-separated-values-text",
            kindsOf: ["public.tab-separated-values-text", "public.utf8-plain-text"],
            "tab-separated text in UTF-8"
        ),
        Self(
            "public.rtf",
            extensions: ["rtf"],
            mimeTypes: ["text/rtf", "application/rtf"],
            kindsOf: ["public.text"],
            "rich text"
        ),
        Self(
            "public.html",
            extensions: ["html", "htm", "shtml", "shtm"],
            mimeTypes: ["text/html"],
            kindsOf: ["public.text"],
            "HTML text"
        ),
        Self(
            "public.xml",
            extensions: ["xml"],
            mimeTypes: ["application/xml", "text/xml"],
            kindsOf: ["public.text"],
            "XML text"
        ),
        Self(
            "public.yaml",
            extensions: ["yml", "yaml"],
            mimeTypes: ["application/x-yaml", "application/yaml", "text/yaml"],
            kindsOf: ["public.text"],
            "YAML text"
        ),
        Self(
            "public.css",
            extensions: ["css"],
            mimeTypes: ["text/css"],
            kindsOf: ["public.text"],
            "CSS style sheet"
        ),
        Self(
            "public.json",
            extensions: ["json"],
            mimeTypes: ["application/json"],
            kindsOf: ["public.text"],
            "JSON text"
        ),
        Self("com.apple.log", extensions: ["log"], kindsOf: ["public.plain-text"], "log"),
        Self(
            "net.daringfireball.markdown",
            extensions: ["md", "markdown"],
            mimeTypes: ["text/markdown"],
            kindsOf: ["public.plain-text"],
            "Markdown text"
        ),
        Self("public.source-code", kindsOf: ["public.plain-text"], "source code"),
        Self("public.c-source", extensions: ["c"], kindsOf: ["public.source-code"], "source in C"),
        Self("public.c-header", extensions: ["h"], kindsOf: ["public.source-code"], "header in C"),
        Self(
            "public.c-plus-plus-source",
            extensions: ["cp", "cpp", "c++", "cc", "cxx"],
            kindsOf: ["public.source-code"],
            "source in C++"
        ),
        Self(
            "public.c-plus-plus-header",
            extensions: ["hh", "hpp", "h++", "hxx"],
            kindsOf: ["public.source-code"],
            "header in C++"
        ),
        Self(
            "public.objective-c-source",
            extensions: ["m"],
            kindsOf: ["public.source-code"],
            "source in Objective-C"
        ),
        Self(
            "public.swift-source",
            extensions: ["swift"],
            kindsOf: ["public.source-code"],
            "source in Swift"
        ),
        Self("public.script", kindsOf: ["public.source-code"], "script"),
        Self(
            "public.shell-script",
            extensions: ["sh", "command"],
            mimeTypes: ["application/x-sh"],
            kindsOf: ["public.script", "public.unix-executable"],
            "shell script"
        ),
        Self(
            "public.python-script",
            extensions: ["py"],
            mimeTypes: ["text/x-python-script"],
            kindsOf: ["public.shell-script"],
            "script in Python"
        ),
        Self(
            "public.ruby-script",
            extensions: ["rb", "rbw"],
            mimeTypes: ["text/x-ruby-script"],
            kindsOf: ["public.shell-script"],
            "script in Ruby"
        ),
        Self(
            "public.perl-script",
            extensions: ["pl", "pm"],
            mimeTypes: ["text/x-perl-script"],
            kindsOf: ["public.shell-script"],
            "script in Perl"
        ),
        Self(
            "public.php-script",
            extensions: ["php", "php3", "php4", "ph3", "ph4", "phtml"],
            mimeTypes: ["text/php", "application/php"],
            kindsOf: ["public.shell-script"],
            "script in PHP"
        ),
        Self(
            "com.netscape.javascript-source",
            extensions: ["js", "jscript", "javascript"],
            mimeTypes: ["text/javascript", "application/javascript"],
            kindsOf: ["public.source-code", "public.executable"],
            "script in JavaScript"
        ),
        Self(
            "com.apple.property-list",
            extensions: ["plist"],
            kindsOf: ["public.data"],
            "property list"
        ),
        Self(
            "com.apple.xml-property-list",
            kindsOf: ["public.xml", "com.apple.property-list"],
            "property list in XML"
        ),
        Self(
            "com.apple.binary-property-list",
            kindsOf: ["com.apple.property-list"],
            "binary property list"
        ),
        Self(
            "public.m3u-playlist",
            extensions: ["m3u", "m3u8"],
            mimeTypes: [
                "audio/mpegurl", "audio/x-mpegurl", "application/x-mpegurl",
                "application/vnd.apple.mpegurl",
            ],
            kindsOf: ["public.text", "public.playlist"],
            "M3U playlist"
        ),
    ]
}
