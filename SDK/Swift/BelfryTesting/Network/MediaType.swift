// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// Media types by the names of files, for the answers of a test.
enum MediaType {
    /// The type of files with a name that ends so.
    static func name(ofExtension fileExtension: String) -> String {
        switch fileExtension.lowercased() {
        case "png": "image/png"
        case "jpg", "jpeg": "image/jpeg"
        case "gif": "image/gif"
        case "json": "application/json"
        case "txt": "text/plain"
        case "mp3": "audio/mpeg"
        case "m4a": "audio/mp4"
        case "wav": "audio/wav"
        case "aif", "aiff": "audio/aiff"
        case "mp4", "m4v": "video/mp4"
        case "mpg", "mpeg": "video/mpeg"
        case "avi": "video/x-msvideo"
        default: "application/octet-stream"
        }
    }
}
