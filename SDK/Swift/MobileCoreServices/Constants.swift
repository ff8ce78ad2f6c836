// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import CoreFoundation
public import Foundation

// Each is made when it is asked for: a stored NSString would need to be declared safe to share.

/// `public.item`: item.
public var kUTTypeItem: CFString { "public.item" }
/// `public.content`: content.
public var kUTTypeContent: CFString { "public.content" }
/// `public.composite-content`: composite content.
public var kUTTypeCompositeContent: CFString { "public.composite-content" }
/// `public.data`: data.
public var kUTTypeData: CFString { "public.data" }
/// `public.directory`: directory.
public var kUTTypeDirectory: CFString { "public.directory" }
/// `public.folder`: folder.
public var kUTTypeFolder: CFString { "public.folder" }
/// `public.volume`: volume.
public var kUTTypeVolume: CFString { "public.volume" }
/// `com.apple.package`: package.
public var kUTTypePackage: CFString { "com.apple.package" }
/// `com.apple.bundle`: bundle.
public var kUTTypeBundle: CFString { "com.apple.bundle" }
/// `com.apple.framework`: framework.
public var kUTTypeFramework: CFString { "com.apple.framework" }
/// `com.apple.resolvable`: pointer to something else.
public var kUTTypeResolvable: CFString { "com.apple.resolvable" }
/// `public.symlink`: symbolic link.
public var kUTTypeSymLink: CFString { "public.symlink" }
/// `public.executable`: executable.
public var kUTTypeExecutable: CFString { "public.executable" }
/// `public.unix-executable`: executable of Unix.
public var kUTTypeUnixExecutable: CFString { "public.unix-executable" }
/// `com.apple.application`: application.
public var kUTTypeApplication: CFString { "com.apple.application" }
/// `com.apple.application-bundle`: application bundle.
public var kUTTypeApplicationBundle: CFString { "com.apple.application-bundle" }
/// `com.microsoft.windows-executable`: executable of Windows.
public var kUTTypeWindowsExecutable: CFString { "com.microsoft.windows-executable" }
/// `public.url`: URL.
public var kUTTypeURL: CFString { "public.url" }
/// `public.file-url`: file URL.
public var kUTTypeFileURL: CFString { "public.file-url" }
/// `public.bookmark`: bookmark.
public var kUTTypeBookmark: CFString { "public.bookmark" }
/// `public.message`: message.
public var kUTTypeMessage: CFString { "public.message" }
/// `public.email-message`: e-mail message.
public var kUTTypeEmailMessage: CFString { "public.email-message" }
/// `public.contact`: contact.
public var kUTTypeContact: CFString { "public.contact" }
/// `public.vcard`: vCard.
public var kUTTypeVCard: CFString { "public.vcard" }
/// `public.to-do-item`: to-do item.
public var kUTTypeToDoItem: CFString { "public.to-do-item" }
/// `public.calendar-event`: calendar event.
public var kUTTypeCalendarEvent: CFString { "public.calendar-event" }
/// `public.font`: font.
public var kUTTypeFont: CFString { "public.font" }
/// `public.database`: database.
public var kUTTypeDatabase: CFString { "public.database" }
/// `com.rsa.pkcs-12`: PKCS #12 data.
public var kUTTypePKCS12: CFString { "com.rsa.pkcs-12" }
/// `public.x509-certificate`: X.509 certificate.
public var kUTTypeX509Certificate: CFString { "public.x509-certificate" }
/// `public.text`: text.
public var kUTTypeText: CFString { "public.text" }
/// `public.plain-text`: plain text.
public var kUTTypePlainText: CFString { "public.plain-text" }
/// `public.utf8-plain-text`: text in UTF-8.
public var kUTTypeUTF8PlainText: CFString { "public.utf8-plain-text" }
/// `public.utf16-external-plain-text`: text in UTF-16 with a byte order mark.
public var kUTTypeUTF16ExternalPlainText: CFString { "public.utf16-external-plain-text" }
/// `public.utf16-plain-text`: text in UTF-16.
public var kUTTypeUTF16PlainText: CFString { "public.utf16-plain-text" }
/// `public.delimited-values-text`: delimited text.
public var kUTTypeDelimitedText: CFString { "public.delimited-values-text" }
/// `public.comma-separated-values-text`: comma-separated text.
public var kUTTypeCommaSeparatedText: CFString { "public.comma-separated-values-text" }
/// `public.tab-separated-values-text`: tab-separated text.
public var kUTTypeTabSeparatedText: CFString { "public.tab-separated-values-text" }
/// `public.utf8-tab-separated-values-text`: tab-separated text in UTF-8.
public var kUTTypeUTF8TabSeparatedText: CFString { "public.utf8-tab-separated-values-text" }
/// `public.rtf`: rich text.
public var kUTTypeRTF: CFString { "public.rtf" }
/// `public.html`: HTML text.
public var kUTTypeHTML: CFString { "public.html" }
/// `public.xml`: XML text.
public var kUTTypeXML: CFString { "public.xml" }
/// `public.json`: JSON text.
public var kUTTypeJSON: CFString { "public.json" }
/// `com.apple.log`: log.
public var kUTTypeLog: CFString { "com.apple.log" }
/// `public.source-code`: source code.
public var kUTTypeSourceCode: CFString { "public.source-code" }
/// `public.c-source`: source in C.
public var kUTTypeCSource: CFString { "public.c-source" }
/// `public.c-header`: header in C.
public var kUTTypeCHeader: CFString { "public.c-header" }
/// `public.c-plus-plus-source`: source in C++.
public var kUTTypeCPlusPlusSource: CFString { "public.c-plus-plus-source" }
/// `public.c-plus-plus-header`: header in C++.
public var kUTTypeCPlusPlusHeader: CFString { "public.c-plus-plus-header" }
/// `public.objective-c-source`: source in Objective-C.
public var kUTTypeObjectiveCSource: CFString { "public.objective-c-source" }
/// `public.swift-source`: source in Swift.
public var kUTTypeSwiftSource: CFString { "public.swift-source" }
/// `public.script`: script.
public var kUTTypeScript: CFString { "public.script" }
/// `public.shell-script`: shell script.
public var kUTTypeShellScript: CFString { "public.shell-script" }
/// `public.python-script`: script in Python.
public var kUTTypePythonScript: CFString { "public.python-script" }
/// `public.ruby-script`: script in Ruby.
public var kUTTypeRubyScript: CFString { "public.ruby-script" }
/// `public.perl-script`: script in Perl.
public var kUTTypePerlScript: CFString { "public.perl-script" }
/// `public.php-script`: script in PHP.
public var kUTTypePHPScript: CFString { "public.php-script" }
/// `com.netscape.javascript-source`: script in JavaScript.
public var kUTTypeJavaScript: CFString { "com.netscape.javascript-source" }
/// `com.apple.property-list`: property list.
public var kUTTypePropertyList: CFString { "com.apple.property-list" }
/// `com.apple.xml-property-list`: property list in XML.
public var kUTTypeXMLPropertyList: CFString { "com.apple.xml-property-list" }
/// `com.apple.binary-property-list`: binary property list.
public var kUTTypeBinaryPropertyList: CFString { "com.apple.binary-property-list" }
/// `public.m3u-playlist`: M3U playlist.
public var kUTTypeM3UPlaylist: CFString { "public.m3u-playlist" }
/// `public.image`: image.
public var kUTTypeImage: CFString { "public.image" }
/// `public.jpeg`: JPEG image.
public var kUTTypeJPEG: CFString { "public.jpeg" }
/// `public.tiff`: TIFF image.
public var kUTTypeTIFF: CFString { "public.tiff" }
/// `com.compuserve.gif`: GIF image.
public var kUTTypeGIF: CFString { "com.compuserve.gif" }
/// `public.png`: PNG image.
public var kUTTypePNG: CFString { "public.png" }
/// `com.microsoft.bmp`: BMP image.
public var kUTTypeBMP: CFString { "com.microsoft.bmp" }
/// `com.microsoft.ico`: icon of Windows.
public var kUTTypeICO: CFString { "com.microsoft.ico" }
/// `com.apple.icns`: icon of macOS.
public var kUTTypeAppleICNS: CFString { "com.apple.icns" }
/// `public.camera-raw-image`: camera RAW image.
public var kUTTypeRawImage: CFString { "public.camera-raw-image" }
/// `public.svg-image`: SVG image.
public var kUTTypeScalableVectorGraphics: CFString { "public.svg-image" }
/// `com.apple.live-photo`: Live Photo.
public var kUTTypeLivePhoto: CFString { "com.apple.live-photo" }
/// `public.3d-content`: 3D content.
public var kUTType3DContent: CFString { "public.3d-content" }
/// `public.audiovisual-content`: audiovisual content.
public var kUTTypeAudiovisualContent: CFString { "public.audiovisual-content" }
/// `public.movie`: movie.
public var kUTTypeMovie: CFString { "public.movie" }
/// `public.video`: video.
public var kUTTypeVideo: CFString { "public.video" }
/// `public.audio`: audio.
public var kUTTypeAudio: CFString { "public.audio" }
/// `com.apple.quicktime-movie`: QuickTime movie.
public var kUTTypeQuickTimeMovie: CFString { "com.apple.quicktime-movie" }
/// `public.mpeg`: MPEG movie.
public var kUTTypeMPEG: CFString { "public.mpeg" }
/// `public.mpeg-2-video`: MPEG-2 video.
public var kUTTypeMPEG2Video: CFString { "public.mpeg-2-video" }
/// `public.mpeg-2-transport-stream`: MPEG-2 transport stream.
public var kUTTypeMPEG2TransportStream: CFString { "public.mpeg-2-transport-stream" }
/// `public.mpeg-4`: MPEG-4 movie.
public var kUTTypeMPEG4: CFString { "public.mpeg-4" }
/// `public.avi`: AVI movie.
public var kUTTypeAVIMovie: CFString { "public.avi" }
/// `com.apple.protected-mpeg-4-video`: protected MPEG-4 movie.
public var kUTTypeAppleProtectedMPEG4Video: CFString { "com.apple.protected-mpeg-4-video" }
/// `public.mp3`: MP3 audio.
public var kUTTypeMP3: CFString { "public.mp3" }
/// `public.mpeg-4-audio`: MPEG-4 audio.
public var kUTTypeMPEG4Audio: CFString { "public.mpeg-4-audio" }
/// `com.apple.protected-mpeg-4-audio`: protected MPEG-4 audio.
public var kUTTypeAppleProtectedMPEG4Audio: CFString { "com.apple.protected-mpeg-4-audio" }
/// `public.aiff-audio`: AIFF audio.
public var kUTTypeAudioInterchangeFileFormat: CFString { "public.aiff-audio" }
/// `com.microsoft.waveform-audio`: Waveform audio.
public var kUTTypeWaveformAudio: CFString { "com.microsoft.waveform-audio" }
/// `public.midi-audio`: MIDI audio.
public var kUTTypeMIDIAudio: CFString { "public.midi-audio" }
/// `public.playlist`: playlist.
public var kUTTypePlaylist: CFString { "public.playlist" }
/// `com.adobe.pdf`: PDF document.
public var kUTTypePDF: CFString { "com.adobe.pdf" }
/// `com.apple.rtfd`: rich text with attachments.
public var kUTTypeRTFD: CFString { "com.apple.rtfd" }
/// `com.apple.flat-rtfd`: flat rich text with attachments.
public var kUTTypeFlatRTFD: CFString { "com.apple.flat-rtfd" }
/// `com.apple.webarchive`: web archive.
public var kUTTypeWebArchive: CFString { "com.apple.webarchive" }
/// `org.idpf.epub-container`: EPUB book.
public var kUTTypeElectronicPublication: CFString { "org.idpf.epub-container" }
/// `public.spreadsheet`: spreadsheet.
public var kUTTypeSpreadsheet: CFString { "public.spreadsheet" }
/// `public.presentation`: presentation.
public var kUTTypePresentation: CFString { "public.presentation" }
/// `public.archive`: archive.
public var kUTTypeArchive: CFString { "public.archive" }
/// `public.disk-image`: disk image.
public var kUTTypeDiskImage: CFString { "public.disk-image" }
/// `public.zip-archive`: ZIP archive.
public var kUTTypeZipArchive: CFString { "public.zip-archive" }
/// `org.gnu.gnu-zip-archive`: gzip archive.
public var kUTTypeGNUZipArchive: CFString { "org.gnu.gnu-zip-archive" }
/// `public.bzip2-archive`: bzip2 archive.
public var kUTTypeBzip2Archive: CFString { "public.bzip2-archive" }
/// `public.jpeg-2000`: JPEG 2000 image.
public var kUTTypeJPEG2000: CFString { "public.jpeg-2000" }
