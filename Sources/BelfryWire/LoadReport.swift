// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// How long loading took, and which version of the ABI was agreed on.
///
/// The worker says so, and the host only reports it.
package struct LoadReport: Equatable, Sendable {
    /// The ABI version agreed on.
    package var version: UInt32

    /// Nanoseconds from the fork to the last layer before `dlopen`.
    package var sealing: UInt64

    /// Nanoseconds of `dlopen`, the extension's constructors included.
    package var loading: UInt64

    /// Nanoseconds of the extension's `start`.
    package var starting: UInt64

    /// What a content extension has functions for.
    package var abilities: ContentAbilities

    package init(
        version: UInt32,
        sealing: UInt64,
        loading: UInt64,
        starting: UInt64,
        abilities: ContentAbilities = []
    ) {
        self.version = version
        self.sealing = sealing
        self.loading = loading
        self.starting = starting
        self.abilities = abilities
    }

    func write(to frame: inout FrameWriter) {
        frame.write(version)
        frame.write(sealing)
        frame.write(loading)
        frame.write(starting)
        frame.write(abilities.rawValue)
    }

    init(from frame: inout FrameReader) throws(WireError) {
        version = try frame.read()
        sealing = try frame.read()
        loading = try frame.read()
        starting = try frame.read()
        abilities = ContentAbilities(rawValue: try frame.read())
    }
}
