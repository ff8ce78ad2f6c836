// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryWire
internal import CBelfry
internal import CLibFFI

/// A function of the extension's for an event, called with the signature that it was registered with
/// (man 3 ffi_call).
@safe
final class EventHandler: Sendable {
    /// A parameter of such a function.
    private enum Parameter: UInt8, Sendable {
        case context = 0x63  // c
        case view = 0x76  // v
        case real = 0x64  // d
        case bool = 0x62  // b
        case text = 0x73  // s
    }

    /// The most parameters.
    static let parameterLimit = 8

    private let function: UInt
    private let context: UInt
    private let parameters: [Parameter]
    // Written before the handler is known to a second thread, and freed by deinit alone.
    private nonisolated(unsafe) let interface: UnsafeMutablePointer<ffi_cif>
    private nonisolated(unsafe) let types: UnsafeMutablePointer<UnsafeMutablePointer<ffi_type>?>

    /// Prepares calls of a function.
    ///
    /// - Parameters:
    ///   - function: Its address.
    ///   - context: Its context, by address.
    ///   - signature: A letter for each parameter, as `bf_view_functions.on` has them.
    ///   - value: What the event has a value of, which is the only one there can be a letter for.
    init?(function: UInt, context: UInt, signature: String, value: ControlValue) {
        guard signature.utf8.count <= Self.parameterLimit else { return nil }
        let letters = signature.utf8.map { Parameter(rawValue: $0) }
        let parameters = letters.compactMap(\.self)
        guard parameters.count == letters.count,
            parameters.allSatisfy({ Self.has(value, a: $0) })
        else { return nil }
        self.function = function
        self.context = context
        self.parameters = parameters
        unsafe interface = .allocate(capacity: 1)
        unsafe types = .allocate(capacity: Self.parameterLimit)
        for (index, parameter) in parameters.enumerated() {
            unsafe (types + index).initialize(to: Self.type(of: parameter))
        }
        let status = unsafe ffi_prep_cif(
            interface,
            FFI_DEFAULT_ABI,
            UInt32(parameters.count),
            belfry_ffi_type_void(),
            types
        )
        guard status == FFI_OK else { return nil }
    }

    deinit {
        unsafe interface.deallocate()
        unsafe types.deallocate()
    }

    /// Calls the function.
    ///
    /// - Parameters:
    ///   - view: The view's handle.
    ///   - value: What the control has now.
    func call(view: UInt64, value: ControlValue) {
        let text = StableText(value.text.utf8)
        // Each argument in a place of its own that any of the types fits into.
        let places = UnsafeMutablePointer<bf_string>.allocate(capacity: Self.parameterLimit)
        defer { unsafe places.deallocate() }
        var arguments: [UnsafeMutableRawPointer?] = unsafe []
        for (index, parameter) in parameters.enumerated() {
            let place = unsafe UnsafeMutableRawPointer(places + index)
            switch parameter {
            case .context: unsafe place.storeBytes(of: context, as: UInt.self)
            case .view: unsafe place.storeBytes(of: view, as: UInt64.self)
            case .real: unsafe place.storeBytes(of: value.real, as: Double.self)
            case .bool: unsafe place.storeBytes(of: value.bool ? 1 : 0, as: UInt32.self)
            case .text: unsafe place.storeBytes(of: text.borrowed, as: bf_string.self)
            }
            unsafe arguments.append(place)
        }
        let target = unsafe unsafeBitCast(function, to: (@convention(c) () -> Void)?.self)
        unsafe arguments.withUnsafeMutableBufferPointer { arguments in
            unsafe ffi_call(interface, target, nil, arguments.baseAddress)
        }
        // It is lent for the call.
        withExtendedLifetime(text) {}
    }

    private static func has(_ value: ControlValue, a parameter: Parameter) -> Bool {
        switch (parameter, value) {
        case (.context, _), (.view, _), (.real, .real), (.bool, .bool), (.text, .text): true
        default: false
        }
    }

    private static func type(of parameter: Parameter) -> UnsafeMutablePointer<ffi_type>? {
        switch parameter {
        case .context: unsafe belfry_ffi_type_pointer()
        case .view: unsafe belfry_ffi_type_uint64()
        case .real: unsafe belfry_ffi_type_double()
        case .bool: unsafe belfry_ffi_type_uint32()
        case .text: unsafe belfry_ffi_type_view()
        }
    }
}

extension ControlValue {
    fileprivate var real: Double { if case .real(let value) = self { value } else { 0 } }
    fileprivate var bool: Bool { if case .bool(let value) = self { value } else { false } }
    fileprivate var text: String { if case .text(let value) = self { value } else { "" } }
}
