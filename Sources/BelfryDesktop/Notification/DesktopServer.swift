// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// A notification server: who it is, and what it says that it can do.
package struct DesktopServer: Equatable, Sendable {
    /// What Belfry asks of a server beyond showing a title.
    package enum Capability: String, Sendable, CaseIterable {
        case actions, body, persistence, sound
        case bodyMarkup = "body-markup"
        case inlineReply = "inline-reply"
    }

    /// The bus that it is on and its name there, which no other process of that bus ever has.
    package struct Identity: Codable, Equatable, Sendable {
        package var bus: String
        package var owner: String

        package init(bus: String, owner: String) {
            self.bus = bus
            self.owner = owner
        }
    }

    /// What it calls itself, who makes it, and its version.
    package var name: String
    package var vendor: String
    package var version: String

    /// The version of the specification that it follows, such as `1.2`.
    package var specification: String

    /// Everything that it names, known here or not, in its order.
    package var capabilities: [String]

    /// - Parameters:
    ///   - information: Name, vendor, version and specification, as the server says them.
    ///   - capabilities: What it says that it can do.
    package init(information: [String], capabilities: [String]) {
        func text(_ index: Int) -> String {
            index < information.count ? information[index].fitForBus(byteLimit: 128) : ""
        }
        name = text(0)
        vendor = text(1)
        version = text(2)
        specification = text(3)
        self.capabilities = capabilities.prefix(64).map { $0.fitForBus(byteLimit: 128) }
    }

    /// Whether it says that it can do something.
    package func has(_ capability: Capability) -> Bool {
        capabilities.contains(capability.rawValue)
    }

    /// The name of the hint for a picture, which has changed twice (Desktop Notifications
    /// Specification, "Icons and Images").
    var pictureHint: String {
        let numbers = specification.split(separator: ".").map { Int($0) ?? 0 }
        let (major, minor) = (numbers.first ?? 1, numbers.dropFirst().first ?? 0)
        if major > 1 || minor >= 2 { return "image-data" }
        return minor == 1 ? "image_data" : "icon_data"
    }
}
