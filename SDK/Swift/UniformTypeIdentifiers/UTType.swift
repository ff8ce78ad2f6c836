// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// A type of data or file, known by an identifier such as `public.jpeg`.
///
/// Known are the types that Apple's systems declare for media, documents and texts. No extension
/// declares types of its own here.
public struct UTType: Hashable, Sendable {
    /// The identifier.
    public let identifier: String

    /// Finds a declared type by its identifier; nil for one that is not declared.
    public init?(_ identifier: String) {
        guard let found = Registry.shared.declaration(of: identifier)?.identifier else {
            guard DynamicIdentifier(identifier) != nil else { return nil }
            self.identifier = identifier
            return
        }
        self.identifier = found
    }

    /// Names a type that the program itself declares.
    ///
    /// - Parameters:
    ///   - identifier: The identifier.
    ///   - parentType: What it is a kind of; not kept, as its declaration is in no manifest here.
    public init(exportedAs identifier: String, conformingTo parentType: UTType? = nil) {
        self.identifier = identifier.lowercased()
    }

    /// Names a type that another program declares.
    ///
    /// - Parameters:
    ///   - identifier: The identifier.
    ///   - parentType: What it is a kind of; not kept, as its declaration is in no manifest here.
    public init(importedAs identifier: String, conformingTo parentType: UTType? = nil) {
        self.identifier = identifier.lowercased()
    }

    /// Finds the type of a file by its name's extension; a dynamic one where none is declared.
    public init?(filenameExtension: String, conformingTo supertype: UTType = .data) {
        self.init(tag: filenameExtension, tagClass: .filenameExtension, conformingTo: supertype)
    }

    /// Finds a type by its MIME type; a dynamic one where none is declared.
    public init?(mimeType: String, conformingTo supertype: UTType = .data) {
        self.init(tag: mimeType, tagClass: .mimeType, conformingTo: supertype)
    }

    /// Finds a type by a tag; a dynamic one where none is declared.
    ///
    /// - Parameters:
    ///   - tag: The tag.
    ///   - tagClass: What kind of tag it is; nil comes of any but the two there are.
    ///   - supertype: What the type must be a kind of.
    public init?(tag: String, tagClass: UTTagClass, conformingTo supertype: UTType?) {
        if let found = Self.types(tag: tag, tagClass: tagClass, conformingTo: supertype).first {
            self = found
        } else if let dynamic = DynamicIdentifier(tag: tag, tagClass, supertype) {
            identifier = dynamic.text
        } else {
            return nil
        }
    }

    /// One that is in the declarations.
    init(declared identifier: String) {
        self.identifier = identifier
    }

    /// The declared types of a tag, the most usual first.
    public static func types(
        tag: String,
        tagClass: UTTagClass,
        conformingTo supertype: UTType?
    ) -> [UTType] {
        Registry.shared.types(tag: tag, tagClass).filter { type in
            supertype.map { type.conforms(to: $0) } ?? true
        }
    }
}

extension UTType {
    /// The extension that a file's name is best given.
    public var preferredFilenameExtension: String? { tags[.filenameExtension]?.first }

    /// The MIME type that a server best names.
    public var preferredMIMEType: String? { tags[.mimeType]?.first }

    /// What the type is called, in English.
    public var localizedDescription: String? { declaration?.description }

    /// The version of the declaration: none has one.
    public var version: Int? { nil }

    /// Whether it stands for a tag of which no type is declared.
    public var isDynamic: Bool { identifier.hasPrefix("dyn.") }

    /// Whether it is declared.
    public var isDeclared: Bool { declaration != nil }

    /// Whether it belongs to nobody.
    public var isPublic: Bool { identifier.hasPrefix("public.") }

    /// The tags of the type, the preferred one of each kind first.
    public var tags: [UTTagClass: [String]] {
        if let declaration { return declaration.tags }
        return DynamicIdentifier(identifier).map { [$0.tagClass: [$0.tag]] } ?? [:]
    }

    /// All that the type is a kind of, itself left out.
    public var supertypes: Set<UTType> {
        var found: Set<UTType> = []
        var next = parents
        while let type = next.popLast() {
            if found.insert(type).inserted { next += type.parents }
        }
        return found
    }

    /// Whether the type is the other one, or a kind of it.
    public func conforms(to type: UTType) -> Bool {
        self == type || isSubtype(of: type)
    }

    /// Whether the type is a kind of the other one.
    public func isSubtype(of type: UTType) -> Bool {
        supertypes.contains(type)
    }

    /// Whether the other type is a kind of this one.
    public func isSupertype(of type: UTType) -> Bool {
        type.isSubtype(of: self)
    }

    private var declaration: Declaration? { Registry.shared.declaration(of: identifier) }

    private var parents: [UTType] {
        if let declaration { return declaration.parents.map(UTType.init(declared:)) }
        return DynamicIdentifier(identifier).map { [UTType(declared: $0.supertype)] } ?? []
    }
}

extension UTType: Codable {
    /// Reads an identifier.
    public init(from decoder: any Decoder) throws {
        let identifier = try decoder.singleValueContainer().decode(String.self)
        self = UTType(identifier) ?? UTType(importedAs: identifier)
    }

    /// Writes the identifier.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(identifier)
    }
}

extension UTType: CustomStringConvertible {
    /// The identifier.
    public var description: String { identifier }
}
