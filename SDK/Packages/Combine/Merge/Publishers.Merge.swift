// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

extension Publishers {
    /// Publishes what each of two publishers sends, as it comes.
    ///
    /// It finishes when both have finished, and fails with the first that fails.
    public struct Merge<A: Publisher, B: Publisher>: Publisher
    where A.Output == B.Output, A.Failure == B.Failure {
        /// What each sends.
        public typealias Output = A.Output
        /// What each may fail with.
        public typealias Failure = A.Failure

        /// The first publisher.
        public let a: A
        /// The second publisher.
        public let b: B

        /// Merges two publishers.
        public init(_ a: A, _ b: B) {
            (self.a, self.b) = (a, b)
        }

        /// Subscribes to both publishers for a subscriber.
        public func receive<S: Subscriber>(subscriber: S)
        where S.Failure == Failure, S.Input == Output {
            MergeMany(AnyPublisher(a), AnyPublisher(b)).receive(subscriber: subscriber)
        }
    }

    /// Publishes what each of three publishers sends, as it comes.
    ///
    /// It finishes when all have finished, and fails with the first that fails.
    public struct Merge3<A: Publisher, B: Publisher, C: Publisher>: Publisher
    where A.Output == B.Output, A.Failure == B.Failure, B.Output == C.Output, B.Failure == C.Failure
    {
        /// What each sends.
        public typealias Output = A.Output
        /// What each may fail with.
        public typealias Failure = A.Failure

        /// The first publisher.
        public let a: A
        /// The second publisher.
        public let b: B
        /// The third publisher.
        public let c: C

        /// Merges three publishers.
        public init(_ a: A, _ b: B, _ c: C) {
            (self.a, self.b, self.c) = (a, b, c)
        }

        /// Subscribes to all publishers for a subscriber.
        public func receive<S: Subscriber>(subscriber: S)
        where S.Failure == Failure, S.Input == Output {
            MergeMany(AnyPublisher(a), AnyPublisher(b), AnyPublisher(c)).receive(
                subscriber: subscriber
            )
        }
    }

    /// Publishes what each of four publishers sends, as it comes.
    ///
    /// It finishes when all have finished, and fails with the first that fails.
    public struct Merge4<A: Publisher, B: Publisher, C: Publisher, D: Publisher>: Publisher
    where
        A.Output == B.Output,
        A.Failure == B.Failure,
        B.Output == C.Output,
        B.Failure == C.Failure,
        C.Output == D.Output,
        C.Failure == D.Failure
    {
        /// What each sends.
        public typealias Output = A.Output
        /// What each may fail with.
        public typealias Failure = A.Failure

        /// The first publisher.
        public let a: A
        /// The second publisher.
        public let b: B
        /// The third publisher.
        public let c: C
        /// The fourth publisher.
        public let d: D

        /// Merges four publishers.
        public init(_ a: A, _ b: B, _ c: C, _ d: D) {
            (self.a, self.b, self.c, self.d) = (a, b, c, d)
        }

        /// Subscribes to all publishers for a subscriber.
        public func receive<S: Subscriber>(subscriber: S)
        where S.Failure == Failure, S.Input == Output {
            MergeMany(AnyPublisher(a), AnyPublisher(b), AnyPublisher(c), AnyPublisher(d)).receive(
                subscriber: subscriber
            )
        }
    }
}

extension Publishers.Merge: Equatable where A: Equatable, B: Equatable {}
extension Publishers.Merge3: Equatable where A: Equatable, B: Equatable, C: Equatable {}
extension Publishers.Merge4: Equatable
where A: Equatable, B: Equatable, C: Equatable, D: Equatable {}
