// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

extension Publishers {
    /// Publishes what each of several publishers of one kind sends, as it comes.
    ///
    /// It finishes when all have finished, and fails with the first that fails.
    public struct MergeMany<Upstream: Publisher>: Publisher {
        /// What each sends.
        public typealias Output = Upstream.Output
        /// What each may fail with.
        public typealias Failure = Upstream.Failure

        /// What is merged.
        public let publishers: [Upstream]

        /// Merges publishers.
        public init(_ upstream: Upstream...) {
            publishers = upstream
        }

        /// Merges the publishers of a sequence.
        public init<S: Swift.Sequence>(_ upstream: S) where S.Element == Upstream {
            publishers = Array(upstream)
        }

        /// Subscribes to all of them for a subscriber.
        public func receive<S: Subscriber>(subscriber: S)
        where S.Failure == Failure, S.Input == Output {
            Publishers.Sequence<[Upstream], Failure>(sequence: publishers)
                .flatMap { $0 }
                .subscribe(subscriber)
        }

        /// Merges another publisher too.
        public func merge(with other: Upstream) -> MergeMany {
            MergeMany(publishers + [other])
        }
    }
}

extension Publishers.MergeMany: Equatable where Upstream: Equatable {}
