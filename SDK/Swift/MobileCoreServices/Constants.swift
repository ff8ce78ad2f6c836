// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import CoreFoundation
public import Foundation

/// `public.item`: item.
public nonisolated(unsafe) let kUTTypeItem: CFString = "public.item"
/// `public.content`: content.
public nonisolated(unsafe) let kUTTypeContent: CFString = "public.content"
/// `public.composite-content`: composite content.
public nonisolated(unsafe) let kUTTypeCompositeContent: CFString = "public.composite-content"
/// `public.data`: data.
public nonisolated(unsafe) let kUTTypeData: CFString = "public.data"
/// `public.directory`: directory.
public nonisolated(unsafe) let kUTTypeDirectory: CFString = "public.directory"
/// `public.folder`: folder.
public nonisolated(unsafe) let kUTTypeFolder: CFString = "public.folder"
/// `public.volume`: volume.
public nonisolated(unsafe) let kUTTypeVolume: CFString = "public.volume"
/// `com.apple.package`: package.
public nonisolated(unsafe) let kUTTypePackage: CFString = "com.apple.package"
/// `com.apple.bundle`: bundle.
public nonisolated(unsafe) let kUTTypeBundle: CFString = "com.apple.bundle"
/// `com.apple.framework`: framework.
public nonisolated(unsafe) let kUTTypeFramework: CFString = "com.apple.framework"
/// `com.apple.resolvable`: pointer to something else.
public nonisolated(unsafe) let kUTTypeResolvable: CFString = "com.apple.resolvable"
/// `public.symlink`: symbolic link.
public nonisolated(unsafe) let kUTTypeSymLink: CFString = "public.symlink"
/// `public.executable`: executable.
public nonisolated(unsafe) let kUTTypeExecutable: CFString = "public.executable"
/// `public.unix-executable`: executable of Unix.
public nonisolated(unsafe) let kUTTypeUnixExecutable: CFString = "public.unix-executable"
/// `com.apple.application`: application.
public nonisolated(unsafe) let kUTTypeApplication: CFString = "com.apple.application"
/// `com.apple.application-bundle`: application bundle.
public nonisolated(unsafe) let kUTTypeApplicationBundle: CFString = "com.apple.application-bundle"
/// `com.microsoft.windows-executable`: executable of Windows.
public nonisolated(unsafe) let kUTTypeWindowsExecutable: CFString =
    "com.microsoft.windows-executable"
/// `public.url`: URL.
public nonisolated(unsafe) let kUTTypeURL: CFString = "public.url"
/// `public.file-url`: file URL.
public nonisolated(unsafe) let kUTTypeFileURL: CFString = "public.file-url"
/// `public.bookmark`: bookmark.
public nonisolated(unsafe) let kUTTypeBookmark: CFString = "public.bookmark"
/// `public.message`: message.
public nonisolated(unsafe) let kUTTypeMessage: CFString = "public.message"
/// `public.email-message`: e-mail message.
public nonisolated(unsafe) let kUTTypeEmailMessage: CFString = "public.email-message"
/// `public.contact`: contact.
public nonisolated(unsafe) let kUTTypeContact: CFString = "public.contact"
/// `public.vcard`: vCard.
public nonisolated(unsafe) let kUTTypeVCard: CFString = "public.vcard"
/// `public.to-do-item`: to-do item.
public nonisolated(unsafe) let kUTTypeToDoItem: CFString = "public.to-do-item"
/// `public.calendar-event`: calendar event.
public nonisolated(unsafe) let kUTTypeCalendarEvent: CFString = "public.calendar-event"
/// `public.font`: font.
public nonisolated(unsafe) let kUTTypeFont: CFString = "public.font"
/// `public.database`: database.
public nonisolated(unsafe) let kUTTypeDatabase: CFString = "public.database"
/// `com.rsa.pkcs-12`: PKCS #12 data.
public nonisolated(unsafe) let kUTTypePKCS12: CFString = "com.rsa.pkcs-12"
/// `public.x509-certificate`: X.509 certificate.
public nonisolated(unsafe) let kUTTypeX509Certificate: CFString = "public.x509-certificate"
/// `public.text`: text.
public nonisolated(unsafe) let kUTTypeText: CFString = "public.text"
/// `public.plain-text`: plain text.
public nonisolated(unsafe) let kUTTypePlainText: CFString = "public.plain-text"
/// `public.utf8-plain-text`: text in UTF-8.
public nonisolated(unsafe) let kUTTypeUTF8PlainText: CFString = "public.utf8-plain-text"
/// `public.utf16-external-plain-text`: text in UTF-16 with a byte order mark.
public nonisolated(unsafe) let kUTTypeUTF16ExternalPlainText: CFString =
    "public.utf16-external-plain-text"
/// `public.utf16-plain-text`: text in UTF-16.
public nonisolated(unsafe) let kUTTypeUTF16PlainText: CFString = "public.utf16-plain-text"
/// `public.delimited-values-text`: delimited text.
public nonisolated(unsafe) let kUTTypeDelimitedText: CFString = "public.delimited-values-text"
/// `public.comma-separated-values-text`: comma-separated text.
public nonisolated(unsafe) let kUTTypeCommaSeparatedText: CFString =
    "public.comma-separated-values-text"
/// `public.tab-separated-values-text`: tab-separated text.
public nonisolated(unsafe) let kUTTypeTabSeparatedText: CFString =
    "public.tab-separated-values-text"
/// `public.utf8-tab-separated-values-text`: tab-separated text in UTF-8.
public nonisolated(unsafe) let kUTTypeUTF8TabSeparatedText: CFString =
    "public.utf8-tab-separated-values-text"
/// `public.rtf`: rich text.
public nonisolated(unsafe) let kUTTypeRTF: CFString = "public.rtf"
/// `public.html`: HTML text.
public nonisolated(unsafe) let kUTTypeHTML: CFString = "public.html"
/// `public.xml`: XML text.
public nonisolated(unsafe) let kUTTypeXML: CFString = "public.xml"
/// `public.json`: JSON text.
public nonisolated(unsafe) let kUTTypeJSON: CFString = "public.json"
/// `com.apple.log`: log.
public nonisolated(unsafe) let kUTTypeLog: CFString = "com.apple.log"
/// `public.source-code`: source code.
public nonisolated(unsafe) let kUTTypeSourceCode: CFString = "public.source-code"
/// `public.c-source`: source in C.
public nonisolated(unsafe) let kUTTypeCSource: CFString = "public.c-source"
/// `public.c-header`: header in C.
public nonisolated(unsafe) let kUTTypeCHeader: CFString = "public.c-header"
/// `public.c-plus-plus-source`: source in C++.
public nonisolated(unsafe) let kUTTypeCPlusPlusSource: CFString = "public.c-plus-plus-source"
/// `public.c-plus-plus-header`: header in C++.
public nonisolated(unsafe) let kUTTypeCPlusPlusHeader: CFString = "public.c-plus-plus-header"
/// `public.objective-c-source`: source in Objective-C.
public nonisolated(unsafe) let kUTTypeObjectiveCSource: CFString = "public.objective-c-source"
/// `public.swift-source`: source in Swift.
public nonisolated(unsafe) let kUTTypeSwiftSource: CFString = "public.swift-source"
/// `public.script`: script.
public nonisolated(unsafe) let kUTTypeScript: CFString = "public.script"
/// `public.shell-script`: shell script.
public nonisolated(unsafe) let kUTTypeShellScript: CFString = "public.shell-script"
/// `public.python-script`: script in Python.
public nonisolated(unsafe) let kUTTypePythonScript: CFString = "public.python-script"
/// `public.ruby-script`: script in Ruby.
public nonisolated(unsafe) let kUTTypeRubyScript: CFString = "public.ruby-script"
/// `public.perl-script`: script in Perl.
public nonisolated(unsafe) let kUTTypePerlScript: CFString = "public.perl-script"
/// `public.php-script`: script in PHP.
public nonisolated(unsafe) let kUTTypePHPScript: CFString = "public.php-script"
/// `com.netscape.javascript-source`: script in JavaScript.
public nonisolated(unsafe) let kUTTypeJavaScript: CFString = "com.netscape.javascript-source"
/// `com.apple.property-list`: property list.
public nonisolated(unsafe) let kUTTypePropertyList: CFString = "com.apple.property-list"
/// `com.apple.xml-property-list`: property list in XML.
public nonisolated(unsafe) let kUTTypeXMLPropertyList: CFString = "com.apple.xml-property-list"
/// `com.apple.binary-property-list`: binary property list.
public nonisolated(unsafe) let kUTTypeBinaryPropertyList: CFString =
    "com.apple.binary-property-list"
/// `public.m3u-playlist`: M3U playlist.
public nonisolated(unsafe) let kUTTypeM3UPlaylist: CFString = "public.m3u-playlist"
/// `public.image`: image.
public nonisolated(unsafe) let kUTTypeImage: CFString = "public.image"
/// `public.jpeg`: JPEG image.
public nonisolated(unsafe) let kUTTypeJPEG: CFString = "public.jpeg"
/// `public.tiff`: TIFF image.
public nonisolated(unsafe) let kUTTypeTIFF: CFString = "public.tiff"
/// `com.compuserve.gif`: GIF image.
public nonisolated(unsafe) let kUTTypeGIF: CFString = "com.compuserve.gif"
/// `public.png`: PNG image.
public nonisolated(unsafe) let kUTTypePNG: CFString = "public.png"
/// `com.microsoft.bmp`: BMP image.
public nonisolated(unsafe) let kUTTypeBMP: CFString = "com.microsoft.bmp"
/// `com.microsoft.ico`: icon of Windows.
public nonisolated(unsafe) let kUTTypeICO: CFString = "com.microsoft.ico"
/// `com.apple.icns`: icon of macOS.
public nonisolated(unsafe) let kUTTypeAppleICNS: CFString = "com.apple.icns"
/// `public.camera-raw-image`: camera RAW image.
public nonisolated(unsafe) let kUTTypeRawImage: CFString = "public.camera-raw-image"
/// `public.svg-image`: SVG image.
public nonisolated(unsafe) let kUTTypeScalableVectorGraphics: CFString = "public.svg-image"
/// `com.apple.live-photo`: Live Photo.
public nonisolated(unsafe) let kUTTypeLivePhoto: CFString = "com.apple.live-photo"
/// `public.3d-content`: 3D content.
public nonisolated(unsafe) let kUTType3DContent: CFString = "public.3d-content"
/// `public.audiovisual-content`: audiovisual content.
public nonisolated(unsafe) let kUTTypeAudiovisualContent: CFString = "public.audiovisual-content"
/// `public.movie`: movie.
public nonisolated(unsafe) let kUTTypeMovie: CFString = "public.movie"
/// `public.video`: video.
public nonisolated(unsafe) let kUTTypeVideo: CFString = "public.video"
/// `public.audio`: audio.
public nonisolated(unsafe) let kUTTypeAudio: CFString = "public.audio"
/// `com.apple.quicktime-movie`: QuickTime movie.
public nonisolated(unsafe) let kUTTypeQuickTimeMovie: CFString = "com.apple.quicktime-movie"
/// `public.mpeg`: MPEG movie.
public nonisolated(unsafe) let kUTTypeMPEG: CFString = "public.mpeg"
/// `public.mpeg-2-video`: MPEG-2 video.
public nonisolated(unsafe) let kUTTypeMPEG2Video: CFString = "public.mpeg-2-video"
/// `public.mpeg-2-transport-stream`: MPEG-2 transport stream.
public nonisolated(unsafe) let kUTTypeMPEG2TransportStream: CFString =
    "public.mpeg-2-transport-stream"
/// `public.mpeg-4`: MPEG-4 movie.
public nonisolated(unsafe) let kUTTypeMPEG4: CFString = "public.mpeg-4"
/// `public.avi`: AVI movie.
public nonisolated(unsafe) let kUTTypeAVIMovie: CFString = "public.avi"
/// `com.apple.protected-mpeg-4-video`: protected MPEG-4 movie.
public nonisolated(unsafe) let kUTTypeAppleProtectedMPEG4Video: CFString =
    "com.apple.protected-mpeg-4-video"
/// `public.mp3`: MP3 audio.
public nonisolated(unsafe) let kUTTypeMP3: CFString = "public.mp3"
/// `public.mpeg-4-audio`: MPEG-4 audio.
public nonisolated(unsafe) let kUTTypeMPEG4Audio: CFString = "public.mpeg-4-audio"
/// `com.apple.protected-mpeg-4-audio`: protected MPEG-4 audio.
public nonisolated(unsafe) let kUTTypeAppleProtectedMPEG4Audio: CFString =
    "com.apple.protected-mpeg-4-audio"
/// `public.aiff-audio`: AIFF audio.
public nonisolated(unsafe) let kUTTypeAudioInterchangeFileFormat: CFString = "public.aiff-audio"
/// `com.microsoft.waveform-audio`: Waveform audio.
public nonisolated(unsafe) let kUTTypeWaveformAudio: CFString = "com.microsoft.waveform-audio"
/// `public.midi-audio`: MIDI audio.
public nonisolated(unsafe) let kUTTypeMIDIAudio: CFString = "public.midi-audio"
/// `public.playlist`: playlist.
public nonisolated(unsafe) let kUTTypePlaylist: CFString = "public.playlist"
/// `com.adobe.pdf`: PDF document.
public nonisolated(unsafe) let kUTTypePDF: CFString = "com.adobe.pdf"
/// `com.apple.rtfd`: rich text with attachments.
public nonisolated(unsafe) let kUTTypeRTFD: CFString = "com.apple.rtfd"
/// `com.apple.flat-rtfd`: flat rich text with attachments.
public nonisolated(unsafe) let kUTTypeFlatRTFD: CFString = "com.apple.flat-rtfd"
/// `com.apple.webarchive`: web archive.
public nonisolated(unsafe) let kUTTypeWebArchive: CFString = "com.apple.webarchive"
/// `org.idpf.epub-container`: EPUB book.
public nonisolated(unsafe) let kUTTypeElectronicPublication: CFString = "org.idpf.epub-container"
/// `public.spreadsheet`: spreadsheet.
public nonisolated(unsafe) let kUTTypeSpreadsheet: CFString = "public.spreadsheet"
/// `public.presentation`: presentation.
public nonisolated(unsafe) let kUTTypePresentation: CFString = "public.presentation"
/// `public.archive`: archive.
public nonisolated(unsafe) let kUTTypeArchive: CFString = "public.archive"
/// `public.disk-image`: disk image.
public nonisolated(unsafe) let kUTTypeDiskImage: CFString = "public.disk-image"
/// `public.zip-archive`: ZIP archive.
public nonisolated(unsafe) let kUTTypeZipArchive: CFString = "public.zip-archive"
/// `org.gnu.gnu-zip-archive`: gzip archive.
public nonisolated(unsafe) let kUTTypeGNUZipArchive: CFString = "org.gnu.gnu-zip-archive"
/// `public.bzip2-archive`: bzip2 archive.
public nonisolated(unsafe) let kUTTypeBzip2Archive: CFString = "public.bzip2-archive"
/// `public.jpeg-2000`: JPEG 2000 image.
public nonisolated(unsafe) let kUTTypeJPEG2000: CFString = "public.jpeg-2000"
