// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// Why a file cannot be loaded as an extension.
package struct ELFError: Error, Equatable, CustomStringConvertible {
    /// What kind of fault it is, for programs.
    package let code: Code

    /// One line for people: the file, what is wrong with it, and what to do.
    package let message: String

    /// The message.
    package var description: String { message }

    init(_ name: String, _ fault: ELFFault) {
        code = fault.code
        message = "\(name) \(fault.problem): \(fault.remedy)"
    }
}

extension ELFError {
    /// The kind of a fault; more may be added.
    package struct Code: RawRepresentable, Hashable, Sendable {
        /// The code's name, as reports print it.
        package let rawValue: String

        package init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The source of the bytes failed.
        package static let unreadable = Code(rawValue: "unreadable")

        /// The file is longer than any library should be.
        package static let tooLarge = Code(rawValue: "tooLarge")

        /// The file is something else altogether.
        package static let notELF = Code(rawValue: "notELF")

        /// The file ends before what its headers promise.
        package static let truncated = Code(rawValue: "truncated")

        /// The file is 32-bit or big-endian.
        package static let wrongClass = Code(rawValue: "wrongClass")

        /// The file is for another processor.
        package static let wrongMachine = Code(rawValue: "wrongMachine")

        /// The file is an object file, an executable or a core dump.
        package static let notShared = Code(rawValue: "notShared")

        /// The headers or tables contradict themselves.
        package static let malformed = Code(rawValue: "malformed")

        /// Loading would have to write into code.
        package static let textRelocations = Code(rawValue: "textRelocations")

        /// A segment is writable and executable at once.
        package static let writableCode = Code(rawValue: "writableCode")

        /// The stack would become executable.
        package static let executableStack = Code(rawValue: "executableStack")

        /// Libraries would be looked for outside the bundle.
        package static let rpathOutside = Code(rawValue: "rpathOutside")

        /// Neither the file nor a library it needs has the entry function.
        package static let entryMissing = Code(rawValue: "entryMissing")

        /// The entry is not a function in executable memory.
        package static let entryNotAFunction = Code(rawValue: "entryNotAFunction")
    }
}
