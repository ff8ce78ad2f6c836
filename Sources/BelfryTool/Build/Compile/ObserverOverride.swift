// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// An `override func observeValue(forKeyPath:of:change:context:)` of a class that inherits none.
///
/// Objective-C's `NSObject` has the method, Foundation's for Linux has not, and no extension of a class
/// can give it one that is overridden.
enum ObserverOverride {
    /// One line that says what to write instead; nil where the compiler complained of no such method.
    static func explanation(output: String) -> String? {
        let plain = output.replacing(/\u{1B}\[[0-9;]*m/, with: "")
        let complaint =
            #/func observeValue\(.*\n.*`- error: method does not override any /#
        guard plain.contains(complaint) else { return nil }
        return "observeValue(forKeyPath:of:change:context:) is overridden in controllers, views "
            + "and service extensions alone; in another class declare it as @objc func without "
            + "override, or observe the property with observe(\\.property)"
    }
}
