// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation

/// How a number of a system call's is written.
public enum OSLogInt32ExtendedFormat: Sendable {
    /// An IPv4 address in network byte order.
    case ipv4Address
    /// The time since 1970, in whole seconds.
    case secondsSince1970
    /// `errno`, with what it means.
    case darwinErrno
    /// A file's mode, in octal digits.
    case darwinMode
    /// A signal, with its name.
    case darwinSignal

    func text(of number: Int32) -> String {
        switch self {
        case .ipv4Address:
            let address = UInt32(bitPattern: number)
            return (0..<4).map { String(address >> ($0 * 8) & 0xFF) }.joined(separator: ".")
        case .secondsSince1970:
            return Date(timeIntervalSince1970: Double(number)).description
        case .darwinErrno:
            return "[\(number): \(POSIXErrorCode(rawValue: number).map(Self.meaning) ?? "unknown")]"
        case .darwinMode:
            return String(number, radix: 8)
        case .darwinSignal:
            let name = unsafe strsignal(number).map { unsafe String(cString: $0) } ?? "unknown"
            return "[\(number): \(name)]"
        }
    }

    private static func meaning(_ code: POSIXErrorCode) -> String {
        unsafe String(cString: strerror(code.rawValue))
    }
}
