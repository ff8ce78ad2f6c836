// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryModel
import Testing

@testable import BelfryRuntime

struct HostedAppTests {
    private func app(_ identifier: String, _ path: String) -> HostedApp {
        HostedApp(
            of: Manifest(identifier: identifier, executable: "a", extensionPoint: .service),
            at: path
        )
    }

    @Test(
        arguments: [
            ("/apps/Courier.app/PlugIns/Service.appex", "/apps/Courier.app"),
            ("/home/Outer.app/Inner.app/PlugIns/Service.appex", "/home/Outer.app/Inner.app"),
            ("/apps/build/Service.appex", "/apps/build"), ("/Service.appex", "/"),
            ("/apps/Service.app", "/apps"),
        ]
    )
    func `an app lies in its folder, or else is the folder that its extensions lie in`(
        path: String,
        home: String
    ) {
        let app = app("com.example.app.service", path)
        #expect(app.identifier == "com.example.app")
        #expect(app.home == home)
    }

    @Test func `extensions are of one app where identifier and home are the same`() {
        let service = app("com.example.app.service", "/apps/Courier.app/PlugIns/Service.appex")
        #expect(service == app("com.example.app.view", "/apps/Courier.app/PlugIns/View.appex"))
        #expect(service != app("com.example.app.evil", "/apps/Evil.app/PlugIns/View.appex"))
        #expect(service != app("com.example.other.view", "/apps/Courier.app/PlugIns/View.appex"))
    }
}
