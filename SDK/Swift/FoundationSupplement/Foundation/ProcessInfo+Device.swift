// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation

extension ProcessInfo {
    /// How hot the machine is.
    public enum ThermalState: Int, Sendable {
        /// Not hot.
        case nominal
        /// A little.
        case fair
        /// So that things are slowed down.
        case serious
        /// So that everything is to stop.
        case critical
    }

    /// False: this is no Mac.
    public var isiOSAppOnMac: Bool { false }
    /// False: this is no Mac.
    public var isMacCatalystApp: Bool { false }
    /// False: nobody asks to save power here.
    public var isLowPowerModeEnabled: Bool { false }
    /// Always nominal: nobody measures here.
    public var thermalState: ThermalState { .nominal }

    /// Calls the block at once on another thread, with false: a run ends by its budget alone.
    public func performExpiringActivity(
        withReason reason: String,
        using block: @escaping @Sendable (Bool) -> Void
    ) {
        DispatchQueue.global().async { block(false) }
    }
}
