// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation

/// What views of a storyboard are made from: to a class's own `init(coder:)` a coder that knows nothing,
/// to ``UIView`` the element that says what the view is like.
final class StoryboardCoder: NSCoder {
    private let fill: @MainActor (UIView) -> Void

    /// Makes a coder.
    ///
    /// - Parameter fill: Makes a view what the storyboard says.
    init(_ fill: @escaping @MainActor (UIView) -> Void) {
        self.fill = fill
        super.init()
    }

    /// Makes a view what the storyboard says.
    @MainActor func decode(into view: UIView) { fill(view) }

    override var allowsKeyedCoding: Bool { true }
    override func containsValue(forKey key: String) -> Bool { false }
    override func decodeObject(forKey key: String) -> Any? { nil }
    override func decodeBool(forKey key: String) -> Bool { false }
    override func decodeInteger(forKey key: String) -> Int { 0 }
    override func decodeInt32(forKey key: String) -> Int32 { 0 }
    override func decodeInt64(forKey key: String) -> Int64 { 0 }
    override func decodeFloat(forKey key: String) -> Float { 0 }
    override func decodeDouble(forKey key: String) -> Double { 0 }
}
