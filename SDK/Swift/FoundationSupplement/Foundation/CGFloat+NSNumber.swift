// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation

extension CGFloat {
    /// Takes an object's number, as near as there is one.
    public init(truncating number: NSNumber) {
        self.init(number.doubleValue)
    }
}
