// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

extension Publisher {
    /// Publishes what this publisher and another of its kind send, as it comes.
    public func merge(with other: Self) -> Publishers.MergeMany<Self> {
        Publishers.MergeMany(self, other)
    }

    /// Publishes what this publisher and another send, as it comes.
    public func merge<P: Publisher>(with other: P) -> Publishers.Merge<Self, P>
    where P.Failure == Failure, P.Output == Output {
        Publishers.Merge(self, other)
    }

    /// Publishes what this publisher and two others send, as it comes.
    public func merge<B: Publisher, C: Publisher>(
        with b: B,
        _ c: C
    ) -> Publishers.Merge3<Self, B, C>
    where B.Failure == Failure, B.Output == Output, C.Failure == Failure, C.Output == Output {
        Publishers.Merge3(self, b, c)
    }

    /// Publishes what this publisher and three others send, as it comes.
    public func merge<B: Publisher, C: Publisher, D: Publisher>(
        with b: B,
        _ c: C,
        _ d: D
    ) -> Publishers.Merge4<Self, B, C, D>
    where
        B.Failure == Failure,
        B.Output == Output,
        C.Failure == Failure,
        C.Output == Output,
        D.Failure == Failure,
        D.Output == Output
    {
        Publishers.Merge4(self, b, c, d)
    }
}
