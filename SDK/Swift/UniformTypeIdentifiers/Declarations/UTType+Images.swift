// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

extension UTType {
    /// `public.image`: image.
    public static let image = UTType(declared: "public.image")
    /// `public.jpeg`: JPEG image.
    public static let jpeg = UTType(declared: "public.jpeg")
    /// `public.tiff`: TIFF image.
    public static let tiff = UTType(declared: "public.tiff")
    /// `com.compuserve.gif`: GIF image.
    public static let gif = UTType(declared: "com.compuserve.gif")
    /// `public.png`: PNG image.
    public static let png = UTType(declared: "public.png")
    /// `com.microsoft.bmp`: BMP image.
    public static let bmp = UTType(declared: "com.microsoft.bmp")
    /// `com.microsoft.ico`: icon of Windows.
    public static let ico = UTType(declared: "com.microsoft.ico")
    /// `com.apple.icns`: icon of macOS.
    public static let icns = UTType(declared: "com.apple.icns")
    /// `public.camera-raw-image`: camera RAW image.
    public static let rawImage = UTType(declared: "public.camera-raw-image")
    /// `com.adobe.raw-image`: DNG image.
    public static let dng = UTType(declared: "com.adobe.raw-image")
    /// `public.svg-image`: SVG image.
    public static let svg = UTType(declared: "public.svg-image")
    /// `public.heif`: HEIF image.
    public static let heif = UTType(declared: "public.heif")
    /// `public.heic`: HEIC image.
    public static let heic = UTType(declared: "public.heic")
    /// `public.heics`: HEIC images in a sequence.
    public static let heics = UTType(declared: "public.heics")
    /// `org.webmproject.webp`: WebP image.
    public static let webP = UTType(declared: "org.webmproject.webp")
    /// `com.ilm.openexr-image`: OpenEXR image.
    public static let exr = UTType(declared: "com.ilm.openexr-image")
    /// `public.jpeg-xl`: JPEG XL image.
    public static let jpegxl = UTType(declared: "public.jpeg-xl")
    /// `com.apple.live-photo`: Live Photo.
    public static let livePhoto = UTType(declared: "com.apple.live-photo")
    /// `public.3d-content`: 3D content.
    public static let threeDContent = UTType(declared: "public.3d-content")
    /// `com.pixar.universal-scene-description`: USD scene.
    public static let usd = UTType(declared: "com.pixar.universal-scene-description")
    /// `com.pixar.universal-scene-description-mobile`: USD scene for phones.
    public static let usdz = UTType(declared: "com.pixar.universal-scene-description-mobile")
}

extension UTType.Declaration {
    /// The declarations of pictures.
    static let images: [Self] = [
        Self("public.image", kindsOf: ["public.data", "public.content"], "image"),
        Self(
            "public.jpeg",
            extensions: ["jpeg", "jpg", "jpe"],
            mimeTypes: ["image/jpeg", "image/jpg"],
            kindsOf: ["public.image"],
            "JPEG image"
        ),
        Self(
            "public.tiff",
            extensions: ["tiff", "tif"],
            mimeTypes: ["image/tiff"],
            kindsOf: ["public.image"],
            "TIFF image"
        ),
        Self(
            "com.compuserve.gif",
            extensions: ["gif"],
            mimeTypes: ["image/gif"],
            kindsOf: ["public.image"],
            "GIF image"
        ),
        Self(
            "public.png",
            extensions: ["png"],
            mimeTypes: ["image/png"],
            kindsOf: ["public.image"],
            "PNG image"
        ),
        Self(
            "com.microsoft.bmp",
            extensions: ["bmp", "dib"],
            mimeTypes: ["image/bmp", "image/x-bmp", "image/x-ms-bmp"],
            kindsOf: ["public.image"],
            "BMP image"
        ),
        Self(
            "com.microsoft.ico",
            extensions: ["ico"],
            mimeTypes: ["image/vnd.microsoft.icon", "image/x-icon"],
            kindsOf: ["public.image"],
            "icon of Windows"
        ),
        Self(
            "com.apple.icns",
            extensions: ["icns"],
            mimeTypes: ["image/x-icns"],
            kindsOf: ["public.image"],
            "icon of macOS"
        ),
        Self("public.camera-raw-image", kindsOf: ["public.image"], "camera RAW image"),
        Self(
            "com.adobe.raw-image",
            extensions: ["dng"],
            mimeTypes: ["image/x-adobe-dng"],
            kindsOf: ["public.camera-raw-image"],
            "DNG image"
        ),
        Self(
            "public.svg-image",
            extensions: ["svg", "svgz"],
            mimeTypes: ["image/svg+xml"],
            kindsOf: ["public.image", "public.xml"],
            "SVG image"
        ),
        Self(
            "public.heif",
            extensions: ["heif"],
            mimeTypes: ["image/heif"],
            kindsOf: ["public.image"],
            "HEIF image"
        ),
        Self(
            "public.heic",
            extensions: ["heic"],
            mimeTypes: ["image/heic"],
            kindsOf: ["public.heif"],
            "HEIC image"
        ),
        Self(
            "public.heics",
            extensions: ["heics"],
            mimeTypes: ["image/heic-sequence"],
            kindsOf: ["public.heif"],
            "HEIC images in a sequence"
        ),
        Self(
            "public.avif",
            extensions: ["avif"],
            mimeTypes: ["image/avif"],
            kindsOf: ["public.heif"],
            "AVIF image"
        ),
        Self(
            "org.webmproject.webp",
            extensions: ["webp"],
            mimeTypes: ["image/webp"],
            kindsOf: ["public.image"],
            "WebP image"
        ),
        Self(
            "com.ilm.openexr-image",
            extensions: ["exr"],
            mimeTypes: ["image/x-exr"],
            kindsOf: ["public.image"],
            "OpenEXR image"
        ),
        Self(
            "public.jpeg-xl",
            extensions: ["jxl"],
            mimeTypes: ["image/jxl"],
            kindsOf: ["public.image"],
            "JPEG XL image"
        ),
        Self(
            "public.jpeg-2000",
            extensions: ["jp2", "jpf", "jpx", "j2k", "j2c"],
            mimeTypes: ["image/jp2"],
            kindsOf: ["public.image"],
            "JPEG 2000 image"
        ),
        Self(
            "com.adobe.photoshop-image",
            extensions: ["psd"],
            mimeTypes: ["image/vnd.adobe.photoshop", "image/x-photoshop"],
            kindsOf: ["public.image"],
            "Photoshop image"
        ),
        Self("com.apple.live-photo", kindsOf: ["public.data"], "Live Photo"),
        Self("public.3d-content", kindsOf: ["public.content"], "3D content"),
        Self(
            "com.pixar.universal-scene-description",
            extensions: ["usd"],
            mimeTypes: ["model/vnd.usd+zip"],
            kindsOf: ["public.data", "public.3d-content"],
            "USD scene"
        ),
        Self(
            "com.pixar.universal-scene-description-mobile",
            extensions: ["usdz"],
            mimeTypes: ["model/vnd.usdz+zip"],
            kindsOf: ["com.pixar.universal-scene-description"],
            "USD scene for phones"
        ),
    ]
}
