// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// Where the session bus is (D-Bus Specification, "Well-known Message Bus Instances").
package enum BusAddress {
    /// Finds the address in an environment.
    ///
    /// - Parameter environment: A process's environment.
    /// - Returns: `DBUS_SESSION_BUS_ADDRESS`, else the user's usual bus; nil where there is neither.
    package static func session(in environment: [String: String]) -> String? {
        if let address = environment["DBUS_SESSION_BUS_ADDRESS"], !address.isEmpty {
            return address
        }
        guard let directory = environment["XDG_RUNTIME_DIR"], directory.hasPrefix("/") else {
            return nil
        }
        return "unix:path=" + escaped(directory + "/bus")
    }

    /// A value as an address has it (D-Bus Specification, "Server Addresses").
    static func escaped(_ value: String) -> String {
        let hex = Array("0123456789abcdef")
        return value.utf8.reduce(into: "") { text, byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
                UInt8(ascii: "/"), UInt8(ascii: "."):
                text.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                text += "%"
                text.append(hex[Int(byte >> 4)])
                text.append(hex[Int(byte & 15)])
            }
        }
    }
}
