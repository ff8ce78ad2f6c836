// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryCenter
internal import BelfryModel

/// A Focus that a request turns on.
struct FocusChange: Sendable {
    private let name: String

    /// What the Focus lets through from now on; nil where that stays as it was.
    private let change: VirtualDevice.Focus?

    init(_ value: JSONValue) throws {
        let body = try APIObject(value, ["name", "allowedApps", "filters"])
        name = try Self.name(try body.required("name", try body.text("name"), "its name"))
        let apps = try body.texts("allowedApps")
        let filters = try body.value("filters").map(Self.filters)
        guard apps != nil || filters != nil else {
            change = nil
            return
        }
        // The filter is of an app that comes through.
        change = VirtualDevice.Focus(
            name: name,
            allowedApps: Set(apps ?? []).union((filters ?? [:]).keys),
            filters: filters
        )
    }

    /// The Focus on a device.
    func focus(of device: VirtualDevice) -> VirtualDevice.Focus {
        change ?? device.focus(named: name)
    }

    /// Looks at the name of a Focus.
    ///
    /// - Parameter text: The name.
    /// - Returns: The same.
    /// - Throws: ``APIError`` for one that is empty or too long.
    static func name(_ text: String) throws -> String {
        let count = text.utf8.count
        guard (1...longestName).contains(count) else {
            throw APIError.malformed(
                "the name of a Focus has \(count) bytes; write 1 to \(longestName)"
            )
        }
        return text
    }

    /// Most bytes of a name.
    private static let longestName = 128

    private static func filters(_ value: JSONValue) throws -> [String: Set<String>] {
        let apps = value.object.map { Array($0.keys) } ?? []
        let object = try APIObject(value, apps)
        var filters: [String: Set<String>] = [:]
        for app in apps {
            let criteria = try object.required(app, try object.texts(app), "its filterCriteria")
            filters[app] = Set(criteria)
        }
        return filters
    }
}
