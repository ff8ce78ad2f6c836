// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation

extension NSAttributedString {
    /// Creates an empty text: `NSAttributedString()`.
    ///
    /// Foundation's class hides the initialiser without arguments, and an extension cannot give it
    /// back; one whose only argument is left out can.
    public convenience init(ofNothing: Void = ()) {
        self.init(string: "")
    }
}
