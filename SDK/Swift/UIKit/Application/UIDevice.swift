// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation

/// What a device is for.
public enum UIUserInterfaceIdiom: Int, Sendable {
    /// Not said.
    case unspecified = -1
    /// A phone.
    case phone = 0
    /// A tablet.
    case pad = 1
    /// A television.
    case tv = 2
    /// A car.
    case carPlay = 3
    /// A Mac.
    case mac = 5
    /// Glasses.
    case vision = 6
}

/// The device that the extension would run on: a phone.
// Unchecked only because the class is open, as Apple's is: it stores nothing.
open class UIDevice: NSObject, @unchecked Sendable {
    /// The one there is.
    public static let current = UIDevice()

    /// What the user calls it, which an extension may not know: its model.
    open var name: String { model }
    /// What it is.
    open var model: String { "iPhone" }
    /// What it is, in the user's language.
    open var localizedModel: String { model }
    /// The name of its system.
    open var systemName: String { "iOS" }
    /// The version of its system: the one whose rules Belfry follows.
    open var systemVersion: String { "18.0" }
    /// What it is for.
    open var userInterfaceIdiom: UIUserInterfaceIdiom { .phone }
    /// Whether it has more than one task.
    open var isMultitaskingSupported: Bool { true }

    /// A number that stays the same for the extension's bundle, here and on other machines.
    open var identifierForVendor: UUID? {
        var (first, second): (UInt64, UInt64) = (0xcbf2_9ce4_8422_2325, 0x8422_2325_cbf2_9ce4)
        // FNV-1a, twice, which is enough for a number that nothing is guarded by.
        for byte in (Bundle.main.bundleIdentifier ?? "").utf8 {
            first = (first ^ UInt64(byte)) &* 0x100_0000_01b3
            second = (second ^ UInt64(byte)) &* 0x100_0000_01b3
        }
        let digits = String(format: "%016lX%016lX", first, second)
        var text = ""
        for (index, digit) in digits.enumerated() {
            if [8, 12, 16, 20].contains(index) { text.append("-") }
            text.append(index == 12 ? "4" : index == 16 ? "A" : digit)
        }
        return UUID(uuidString: text)
    }
}
