// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// What is wrong with what a worker says of its views.
///
/// The worker knows all limits and answers an extension that goes past them, so none of this is an
/// honest worker's word.
package struct ViewFault: Error, Equatable, CustomStringConvertible {
    /// What is wrong with a frame, which decides about the verdict.
    package enum Kind: Sendable {
        /// It makes no sense: verdict `fallback: protocol`.
        case form
        /// It is too much: verdict `fallback: output`.
        case size
    }

    /// What is wrong, which decides about the verdict.
    package let kind: Kind

    /// What, and where, as the rest of a sentence.
    package let description: String

    static func form(_ description: String) -> ViewFault {
        ViewFault(kind: .form, description: description)
    }

    static func size(_ description: String) -> ViewFault {
        ViewFault(kind: .size, description: description)
    }
}
