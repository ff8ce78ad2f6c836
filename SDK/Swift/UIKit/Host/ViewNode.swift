// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import CBelfry
internal import Foundation
internal import Synchronization

/// One view of the host's, released with this object.
///
/// Without a host it takes everything and knows nothing.
@safe final class ViewNode: Sendable {
    /// The host's handle; {0} without a host.
    let handle: bf_view
    let host: ViewHost?
    private let isOwned: Bool
    let shades = Mutex(Shades())

    /// Has the host make a view.
    init(_ kind: bf_view_kind) {
        let current = ViewHost.current
        var made = bf_view()
        let isMade =
            unsafe current?.call("make a view") { unsafe $0.pointee.create($1, kind, &made) }
            ?? false
        handle = made
        host = isMade ? current : nil
        isOwned = isMade
    }

    /// Stands for nothing of the host's.
    init() {
        handle = bf_view()
        host = nil
        isOwned = false
    }

    /// Stands for a view that the host has made itself.
    init(of handle: bf_view, in host: ViewHost) {
        self.handle = handle
        self.host = host
        isOwned = false
    }

    deinit {
        guard isOwned else { return }
        unsafe call("release a view") { unsafe $0.pointee.release($1, handle) }
    }

    @discardableResult
    func call(
        _ what: StaticString,
        _ body: (UnsafePointer<bf_view_functions>, UnsafePointer<bf_host>) -> bf_status
    ) -> Bool {
        unsafe host?.call(what, body) ?? false
    }
}

// Properties.
extension ViewNode {
    func set(_ key: ViewKey<String>, _ value: String?) {
        guard let value else { return clear(key) }
        unsafe value.withUTF8Bytes { text in
            _ = unsafe call("set a view's text") {
                unsafe $0.pointee.set_text($1, handle, key.number, text)
            }
        }
    }

    func set(_ key: ViewKey<Int64>, _ value: Int64?) {
        guard let value else { return clear(key) }
        unsafe call("set a view's property") {
            unsafe $0.pointee.set_integer($1, handle, key.number, value)
        }
    }

    func set(_ key: ViewKey<Int64>, _ value: Bool) {
        set(key, value ? 1 : 0)
    }

    func set(_ key: ViewKey<Double>, _ value: CGFloat?) {
        guard let value else { return clear(key) }
        unsafe call("set a view's property") {
            unsafe $0.pointee.set_real($1, handle, key.number, Double(value))
        }
    }

    private func clear<Value>(_ key: ViewKey<Value>) {
        unsafe call("unset a view's property") { unsafe $0.pointee.clear($1, handle, key.number) }
    }

    func text(_ key: ViewKey<String>) -> String? {
        var value = unsafe bf_string()
        let isThere = unsafe call("read a view's text") {
            unsafe $0.pointee.get_text($1, handle, key.number, &value)
        }
        guard isThere else { return nil }
        let bytes = unsafe UnsafeBufferPointer(start: value.bytes, count: Int(value.count))
        return unsafe String(decoding: bytes, as: UTF8.self)
    }

    func integer(_ key: ViewKey<Int64>) -> Int64? {
        var value: Int64 = 0
        let isThere = unsafe call("read a view's property") {
            unsafe $0.pointee.get_integer($1, handle, key.number, &value)
        }
        return isThere ? value : nil
    }

    func real(_ key: ViewKey<Double>) -> Double? {
        var value = 0.0
        let isThere = unsafe call("read a view's property") {
            unsafe $0.pointee.get_real($1, handle, key.number, &value)
        }
        return isThere ? value : nil
    }
}

// Places.
extension ViewNode {
    func insert(_ child: ViewNode, at index: Int) {
        unsafe call("put a view into another") {
            unsafe $0.pointee.insert($1, handle, child.handle, UInt32(clamping: index))
        }
    }

    func arrange(_ child: ViewNode, at index: Int) {
        unsafe call("arrange a view in a stack") {
            unsafe $0.pointee.arrange($1, handle, child.handle, UInt32(clamping: index))
        }
    }

    func disarrange(_ child: ViewNode) {
        unsafe call("take a view out of a stack's arrangement") {
            unsafe $0.pointee.disarrange($1, handle, child.handle)
        }
    }

    func remove() {
        unsafe call("take a view away") { unsafe $0.pointee.remove($1, handle) }
    }

    func setFrame(_ frame: CGRect) {
        unsafe call("place a view") {
            unsafe $0.pointee.set_frame(
                $1,
                handle,
                Double(frame.origin.x),
                Double(frame.origin.y),
                Double(frame.size.width),
                Double(frame.size.height)
            )
        }
    }

    /// Where the view is as of the last layout; nil without a host.
    var frame: CGRect? {
        var numbers = (0.0, 0.0, 0.0, 0.0)
        let isThere = unsafe withUnsafeMutablePointer(to: &numbers) { pointer in
            unsafe pointer.withMemoryRebound(to: Double.self, capacity: 4) { out in
                unsafe call("say where a view is") { unsafe $0.pointee.get_frame($1, handle, out) }
            }
        }
        guard isThere else { return nil }
        return CGRect(x: numbers.0, y: numbers.1, width: numbers.2, height: numbers.3)
    }

    /// What the view wants within a size, where 0 is no limit; nil without a host.
    func measure(within size: CGSize) -> CGSize? {
        var numbers = (Double(size.width), Double(size.height))
        let isThere = unsafe withUnsafeMutablePointer(to: &numbers) { pointer in
            unsafe pointer.withMemoryRebound(to: Double.self, capacity: 2) { out in
                unsafe call("measure a view") { unsafe $0.pointee.measure($1, handle, out) }
            }
        }
        return isThere ? CGSize(width: numbers.0, height: numbers.1) : nil
    }

    func setTransform(_ map: CGAffineTransform) {
        unsafe call("transform a view") {
            unsafe $0.pointee.set_transform(
                $1,
                handle,
                Double(map.a),
                Double(map.b),
                Double(map.c),
                Double(map.d),
                Double(map.tx),
                Double(map.ty)
            )
        }
    }

    /// Lays out all views; false without a host.
    @discardableResult
    func layout() -> Bool {
        unsafe call("lay out the views") { unsafe $0.pointee.layout($1) }
    }
}

extension String {
    /// Lends the text to the host for one call.
    package func withUTF8Bytes<Result>(_ body: (bf_string) -> Result) -> Result {
        var text = self
        return text.withUTF8 { bytes in
            unsafe body(bf_string(bytes: bytes.baseAddress, count: UInt64(bytes.count)))
        }
    }
}

// Rules.
extension ViewNode {
    func constrain(_ rule: bf_constraint_rule) -> bf_constraint? {
        var made = bf_constraint()
        let isMade = unsafe withUnsafePointer(to: rule) { rule in
            unsafe call("add a constraint") { unsafe $0.pointee.constrain($1, rule, &made) }
        }
        return isMade ? made : nil
    }

    func setConstant(_ constraint: bf_constraint, _ constant: CGFloat) {
        unsafe call("change a constraint") {
            unsafe $0.pointee.set_constant($1, constraint, Double(constant))
        }
    }

    func setPriority(_ constraint: bf_constraint, _ priority: CGFloat) {
        unsafe call("change a constraint") {
            unsafe $0.pointee.set_priority($1, constraint, Double(priority))
        }
    }

    func unconstrain(_ constraint: bf_constraint) {
        unsafe call("take a constraint away") { unsafe $0.pointee.unconstrain($1, constraint) }
    }
}
