// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import CoreFoundation
public import Foundation
internal import UniformTypeIdentifiers

/// The class of tags that are extensions of file names.
public var kUTTagClassFilenameExtension: CFString { "public.filename-extension" }
/// The class of tags that are MIME types.
public var kUTTagClassMIMEType: CFString { "public.mime-type" }

/// Finds the type of a tag; a dynamic one where none is declared.
///
/// - Parameters:
///   - inTagClass: `kUTTagClassFilenameExtension` or `kUTTagClassMIMEType`.
///   - inTag: The tag.
///   - inConformingToUTI: What the type must be a kind of.
/// - Returns: The type's identifier, retained.
public func UTTypeCreatePreferredIdentifierForTag(
    _ inTagClass: CFString,
    _ inTag: CFString,
    _ inConformingToUTI: CFString?
) -> Unmanaged<CFString>? {
    let type = UTType(
        tag: inTag.text,
        tagClass: UTTagClass(rawValue: inTagClass.text),
        conformingTo: inConformingToUTI.map(type(of:))
    )
    return unsafe (type?.identifier).map { unsafe retained($0) }
}

/// Finds all declared types of a tag.
///
/// - Parameters:
///   - inTagClass: `kUTTagClassFilenameExtension` or `kUTTagClassMIMEType`.
///   - inTag: The tag.
///   - inConformingToUTI: What the types must be a kind of.
/// - Returns: The types' identifiers, retained; nil where there are none.
public func UTTypeCreateAllIdentifiersForTag(
    _ inTagClass: CFString,
    _ inTag: CFString,
    _ inConformingToUTI: CFString?
) -> Unmanaged<CFArray>? {
    let types = UTType.types(
        tag: inTag.text,
        tagClass: UTTagClass(rawValue: inTagClass.text),
        conformingTo: inConformingToUTI.map(type(of:))
    )
    guard !types.isEmpty else { return nil }
    return unsafe Unmanaged.passRetained(
        NSArray(array: types.map { NSString(string: $0.identifier) })
    )
}

/// The preferred tag of a type, retained; nil for one that has none of the class.
public func UTTypeCopyPreferredTagWithClass(
    _ inUTI: CFString,
    _ inTagClass: CFString
) -> Unmanaged<CFString>? {
    let tags = type(of: inUTI).tags[UTTagClass(rawValue: inTagClass.text)]
    return unsafe (tags?.first).map { unsafe retained($0) }
}

/// All tags of a type in a class, retained; nil for one that has none of the class.
public func UTTypeCopyAllTagsWithClass(
    _ inUTI: CFString,
    _ inTagClass: CFString
) -> Unmanaged<CFArray>? {
    guard let tags = type(of: inUTI).tags[UTTagClass(rawValue: inTagClass.text)] else { return nil }
    return unsafe Unmanaged.passRetained(NSArray(array: tags.map { NSString(string: $0) }))
}

/// What a type is called, in English, retained; nil for one that is not declared.
public func UTTypeCopyDescription(_ inUTI: CFString) -> Unmanaged<CFString>? {
    unsafe type(of: inUTI).localizedDescription.map { unsafe retained($0) }
}

/// Whether a type is another one, or a kind of it.
public func UTTypeConformsTo(_ inUTI: CFString, _ inConformsToUTI: CFString) -> Bool {
    type(of: inUTI).conforms(to: type(of: inConformsToUTI))
}

/// Whether two identifiers are of the same type.
public func UTTypeEqual(_ inUTI1: CFString, _ inUTI2: CFString) -> Bool {
    type(of: inUTI1) == type(of: inUTI2)
}

/// Whether a type is declared.
public func UTTypeIsDeclared(_ inUTI: CFString) -> Bool {
    type(of: inUTI).isDeclared
}

/// Whether a type stands for a tag of which none is declared.
public func UTTypeIsDynamic(_ inUTI: CFString) -> Bool {
    type(of: inUTI).isDynamic
}

private func type(of identifier: CFString) -> UTType {
    UTType(identifier.text) ?? UTType(importedAs: identifier.text)
}

private func retained(_ text: String) -> Unmanaged<CFString> {
    unsafe Unmanaged.passRetained(NSString(string: text))
}

extension NSString {
    fileprivate var text: String { String(describing: self) }
}
