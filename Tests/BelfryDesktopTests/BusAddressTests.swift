// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryDesktop
import Testing

@Suite struct BusAddressTests {
    @Test(
        arguments: [
            ([:], nil),
            (["DBUS_SESSION_BUS_ADDRESS": ""], nil),
            (
                ["DBUS_SESSION_BUS_ADDRESS": "unix:path=/a", "XDG_RUNTIME_DIR": "/b"],
                "unix:path=/a"
            ),
            (["XDG_RUNTIME_DIR": "/run/user/0"], "unix:path=/run/user/0/bus"),
            (["XDG_RUNTIME_DIR": "/a b,é"], "unix:path=/a%20b%2c%c3%a9/bus"),
            (["XDG_RUNTIME_DIR": "relative"], nil),
        ] as [([String: String], String?)]
    )
    func `finds the session bus`(_ environment: [String: String], _ address: String?) {
        #expect(BusAddress.session(in: environment) == address)
    }
}
