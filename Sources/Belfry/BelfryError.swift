// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryEgress
internal import BelfryModel
internal import BelfryRuntime

/// What keeps a host from doing what it was asked; never what an extension did.
///
/// What an extension does ends in a ``Verdict``. An error is about what the program gave: a path
/// without a bundle, a payload that is not JSON, a budget below zero, a Belfry that is not installed.
/// Nothing has run when one is thrown, and no notification was delivered.
public struct BelfryError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of fault; releases may add kinds.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        /// The kind's name, such as `bundleNotFound`; stable.
        public let description: String

        /// Belfry's worker is at none of the places that were looked in.
        public static let partsNotFound = Code("partsNotFound")

        /// There is nothing at the bundle's path, or no directory.
        public static let bundleNotFound = Code("bundleNotFound")

        /// The bundle has no `Info.plist`, or one that cannot be used; or another file that the host
        /// reads in it cannot be used.
        public static let bundleInvalid = Code("bundleInvalid")

        /// The bundle is of the other kind: a service extension was to be opened.
        public static let bundleKind = Code("bundleKind")

        /// The payload cannot be parsed, or is larger than a push may be.
        public static let payloadInvalid = Code("payloadInvalid")

        /// A budget, or a limit, is out of its range.
        public static let limitInvalid = Code("limitInvalid")

        /// A network origin is none, in options or in the bundle's `Info.plist`.
        public static let originInvalid = Code("originInvalid")

        /// A file that is attached to a notification cannot be read, or its type is not known.
        public static let attachmentUnreadable = Code("attachmentUnreadable")

        /// What the user is said to have done is not possible: the view is gone, or takes no events.
        public static let inputRefused = Code("inputRefused")

        /// The machine refused the host something that it cannot be without, such as a thread or a
        /// directory.
        public static let hostUnavailable = Code("hostUnavailable")

        private init(_ name: String) {
            description = name
        }
    }

    /// The kind of fault.
    public let code: Code

    /// Where it is: a path, a key such as `aps.alert.title`, or the member of this module's types that
    /// was set, such as `Budget.wall`.
    public let place: String

    /// One line: the place, what was found, and the way out.
    public let message: String

    /// The message.
    public var description: String { message }

    init(_ code: Code, at place: String, _ message: String) {
        self.code = code
        self.place = place
        self.message = message
    }
}

extension BelfryError {
    init(_ error: BundleError, at path: String) {
        let code: Code =
            switch error.code {
            case .notFound, .notADirectory: .bundleNotFound
            case .noManifest, .manifest, .certificate, .library, .elf, .sdk: .bundleInvalid
            case .shortage: .hostUnavailable
            }
        self.init(code, at: path, error.message)
    }

    init(_ error: PayloadError) {
        self.init(.payloadInvalid, at: error.keyPath ?? "payload", error.message)
    }

    /// Stands for what the engine throws before anything has run.
    init(_ error: any Error, at place: String) {
        switch error {
        case let error as BelfryError: self = error
        case let error as BundleError: self.init(error, at: place)
        case let error as PayloadError: self.init(error)
        case let error as OriginError:
            self.init(.originInvalid, at: error.place, error.description)
        case let error as ContentSessionError:
            switch error.code {
            case .bundle: self.init(.bundleKind, at: place, error.description)
            case .attachment: self.init(.attachmentUnreadable, at: place, error.description)
            case .categories:
                self.init(.limitInvalid, at: "ContentSession.Options.categories", error.description)
            }
        default: self.init(.hostUnavailable, at: place, "\(error)")
        }
    }
}
