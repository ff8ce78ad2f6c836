// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// Which files of a folder go into a bundle.
enum ResourceKind {
    /// Whether a file is one that an extension may open at run time.
    static func isResource(_ path: String) -> Bool {
        let file = FilePath(path)
        if file.ending == "plist" { return !isManifest(file.name) }
        return endings.contains(file.ending) && !projectFiles.contains(file.name)
    }

    /// Whether a property list is named as an extension's own is.
    static func isManifest(_ name: String) -> Bool { name.hasSuffix("Info.plist") }

    private static let endings: Set<String> = [
        // Text and its translations.
        "strings", "stringsdict", "xcstrings", "json", "xml", "txt", "html", "css", "js", "csv",
        // Interfaces and pictures.
        "storyboard", "xib", "xcassets", "bundle", "png", "jpg", "jpeg", "gif", "heic", "webp",
        "svg", "pdf", "ttf", "otf",
        // Sounds and films.
        "aif", "aiff", "caf", "wav", "mp3", "m4a", "mp4", "mov",
        // Certificates and declarations.
        "cer", "crt", "der", "pem", "xcprivacy", "dat", "bin",
    ]

    /// Files of those kinds that are about the source, not for the extension.
    private static let projectFiles: Set<String> = [
        "package.json", "package-lock.json", "tsconfig.json", "CMakeLists.txt",
        "CMakePresets.json", "CMakeUserPresets.json", "compile_commands.json",
    ]
}
