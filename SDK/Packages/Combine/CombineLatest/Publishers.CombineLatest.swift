// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

// Each publisher is asked for as much as the subscriber asks for. What they send beyond that replaces
// what they sent before. `LatestCombination` does it.

extension Publishers {
    /// Publishes the latest values of two publishers whenever one of them sends another.
    ///
    /// It begins when each has sent one, finishes when both have finished, and fails with the first
    /// that fails.
    public struct CombineLatest<A: Publisher, B: Publisher>: Publisher
    where A.Failure == B.Failure {
        /// What each sent last.
        public typealias Output = (A.Output, B.Output)
        /// What each may fail with.
        public typealias Failure = A.Failure

        /// The first publisher.
        public let a: A
        /// The second publisher.
        public let b: B

        /// Combines two publishers.
        public init(_ a: A, _ b: B) {
            (self.a, self.b) = (a, b)
        }

        /// Subscribes to both publishers for a subscriber.
        public func receive<S: Subscriber>(subscriber: S)
        where S.Failure == Failure, S.Input == Output {
            let (a, b) = (LatestValue<A.Output>(), LatestValue<B.Output>())
            let combination = LatestCombination(of: 2, for: subscriber) {
                guard let a = a.value, let b = b.value else { return nil }
                return (a, b)
            }
            self.a.subscribe(combination, a, at: 0)
            self.b.subscribe(combination, b, at: 1)
        }
    }

    /// Publishes the latest values of three publishers whenever one of them sends another.
    ///
    /// It begins when each has sent one, finishes when all have finished, and fails with the first
    /// that fails.
    public struct CombineLatest3<A: Publisher, B: Publisher, C: Publisher>: Publisher
    where A.Failure == B.Failure, B.Failure == C.Failure {
        /// What each sent last.
        public typealias Output = (A.Output, B.Output, C.Output)
        /// What each may fail with.
        public typealias Failure = A.Failure

        /// The first publisher.
        public let a: A
        /// The second publisher.
        public let b: B
        /// The third publisher.
        public let c: C

        /// Combines three publishers.
        public init(_ a: A, _ b: B, _ c: C) {
            (self.a, self.b, self.c) = (a, b, c)
        }

        /// Subscribes to all publishers for a subscriber.
        public func receive<S: Subscriber>(subscriber: S)
        where S.Failure == Failure, S.Input == Output {
            let a = LatestValue<A.Output>()
            let (b, c) = (LatestValue<B.Output>(), LatestValue<C.Output>())
            let combination = LatestCombination(of: 3, for: subscriber) {
                guard let a = a.value, let b = b.value, let c = c.value else { return nil }
                return (a, b, c)
            }
            self.a.subscribe(combination, a, at: 0)
            self.b.subscribe(combination, b, at: 1)
            self.c.subscribe(combination, c, at: 2)
        }
    }

    /// Publishes the latest values of four publishers whenever one of them sends another.
    ///
    /// It begins when each has sent one, finishes when all have finished, and fails with the first
    /// that fails.
    public struct CombineLatest4<A: Publisher, B: Publisher, C: Publisher, D: Publisher>: Publisher
    where A.Failure == B.Failure, B.Failure == C.Failure, C.Failure == D.Failure {
        /// What each sent last.
        public typealias Output = (A.Output, B.Output, C.Output, D.Output)
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

        /// Combines four publishers.
        public init(_ a: A, _ b: B, _ c: C, _ d: D) {
            (self.a, self.b, self.c, self.d) = (a, b, c, d)
        }

        /// Subscribes to all publishers for a subscriber.
        public func receive<S: Subscriber>(subscriber: S)
        where S.Failure == Failure, S.Input == Output {
            let (a, b) = (LatestValue<A.Output>(), LatestValue<B.Output>())
            let (c, d) = (LatestValue<C.Output>(), LatestValue<D.Output>())
            let combination = LatestCombination(of: 4, for: subscriber) {
                guard let a = a.value, let b = b.value else { return nil }
                guard let c = c.value, let d = d.value else { return nil }
                return (a, b, c, d)
            }
            self.a.subscribe(combination, a, at: 0)
            self.b.subscribe(combination, b, at: 1)
            self.c.subscribe(combination, c, at: 2)
            self.d.subscribe(combination, d, at: 3)
        }
    }
}

extension Publishers.CombineLatest: Equatable where A: Equatable, B: Equatable {}
extension Publishers.CombineLatest3: Equatable where A: Equatable, B: Equatable, C: Equatable {}
extension Publishers.CombineLatest4: Equatable
where A: Equatable, B: Equatable, C: Equatable, D: Equatable {}
