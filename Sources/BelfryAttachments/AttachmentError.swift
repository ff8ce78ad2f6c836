// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// Why an attachment was not taken over.
package struct AttachmentError: Error, Equatable, CustomStringConvertible {
    /// What kind of fault it is, for programs.
    package let code: Code

    /// The identifier the extension gave the attachment; it may be empty.
    package let identifier: String

    /// One line for people: the file, what is wrong with it, and what to do.
    ///
    /// What the extension wrote is shortened in it, and characters that could deceive a terminal or
    /// a log are written out.
    package let message: String

    /// The message.
    package var description: String { message }

    /// Says of an attachment why it was not taken, with the place and a way out.
    package init(_ request: AttachmentRequest, _ fault: AttachmentFault) {
        code = fault.code
        identifier = request.identifier
        message = "attachment \(request.path.quoted) \(fault.problem): \(fault.remedy)"
    }
}

extension AttachmentError {
    /// The kind of a fault; more may be added.
    package struct Code: RawRepresentable, Hashable, Sendable {
        /// The code's name, as reports print it.
        package let rawValue: String

        package init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The path leads out of the container.
        package static let outsideContainer = Code(rawValue: "outsideContainer")

        /// There is no such file.
        package static let notFound = Code(rawValue: "notFound")

        /// The file may not be read, or reading it failed.
        package static let unreadable = Code(rawValue: "unreadable")

        /// The path has a symbolic link in it, or the file has a second name.
        package static let isLink = Code(rawValue: "isLink")

        /// The file is a directory, pipe, socket or device.
        package static let notRegular = Code(rawValue: "notRegular")

        /// The file has no bytes.
        package static let empty = Code(rawValue: "empty")

        /// The file is longer than its kind may be.
        package static let tooLarge = Code(rawValue: "tooLarge")

        /// The picture has more pixels than a decoder should be given.
        package static let tooManyPixels = Code(rawValue: "tooManyPixels")

        /// Neither type hint nor file extension is a known one.
        package static let unknownType = Code(rawValue: "unknownType")

        /// The file does not begin as any type of its kind (image, audio, movie) does.
        package static let contentMismatch = Code(rawValue: "contentMismatch")

        /// Another attachment of the content has the identifier.
        package static let duplicateIdentifier = Code(rawValue: "duplicateIdentifier")

        /// The content has more attachments than allowed.
        package static let tooMany = Code(rawValue: "tooMany")

        /// The content's attachments have more bytes than allowed.
        package static let tooMuch = Code(rawValue: "tooMuch")

        /// It was not taken over in time; the notification went out without it.
        package static let late = Code(rawValue: "late")

        /// The store has no room for it, or its disk has none.
        package static let storeFull = Code(rawValue: "storeFull")

        /// A number of the thumbnail's is out of range.
        package static let invalidThumbnail = Code(rawValue: "invalidThumbnail")

        /// The store could not keep the file.
        package static let storeFailed = Code(rawValue: "storeFailed")

        /// The file was written to while it was being taken over.
        package static let changedWhileCopied = Code(rawValue: "changedWhileCopied")

        /// Apple's number for it (`UNError.Code`); nil where there is none.
        package var appleCode: Int? {
            switch self {
            case .outsideContainer, .notFound, .unreadable, .isLink, .notRegular: 100
            case .unknownType: 101
            case .empty, .tooLarge, .tooManyPixels, .tooMuch: 102
            case .storeFailed, .storeFull, .changedWhileCopied, .late: 104
            case .contentMismatch: 105
            default: nil
            }
        }
    }
}

extension String {
    /// In quotes, on one line, at most 80 characters long, and showing what it hides.
    fileprivate var quoted: String {
        let limit = 80
        var text = ""
        for scalar in unicodeScalars.prefix(limit) {
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned:
                text += "\\u{\(String(scalar.value, radix: 16))}"
            default:
                text.unicodeScalars.append(scalar)
            }
        }
        return "\"\(text)\(unicodeScalars.count > limit ? "…" : "")\""
    }
}
