// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

extension NotificationTrigger {
    private enum Kind: String, CaseIterable {
        case push, timeInterval, calendar, location
    }

    /// Reads a trigger document.
    init(_ document: CenterDocument) throws(CenterDocumentError) {
        let kind = try document.choice("kind", of: Kind.self)
        let repeats = try document.flag("repeats") ?? false
        switch try document.required("kind", kind, expected: "when it fires") {
        case .push: self = .push
        case .timeInterval:
            let seconds = try document.number("seconds")
            self = .timeInterval(
                seconds: try document.required("seconds", seconds, expected: "a number"),
                repeats: repeats
            )
        case .calendar:
            let components = try document.object("components")
            self = .calendar(
                try DateMatch(
                    try document.required("components", components, expected: "an object")
                ),
                repeats: repeats
            )
        case .location:
            let region = try document.object("region")
            self = .location(
                try Region(try document.required("region", region, expected: "an object")),
                repeats: repeats
            )
        }
    }

    /// The trigger as a document.
    var document: JSONValue {
        var object: JSONObject = ["kind": .string(kind)]
        switch self {
        case .push: break
        case .timeInterval(let seconds, let repeats):
            object.add("seconds", seconds)
            object.add("repeats", repeats)
        case .calendar(let match, let repeats):
            object["components"] = match.document
            object.add("repeats", repeats)
        case .location(let region, let repeats):
            object["region"] = region.document
            object.add("repeats", repeats)
        }
        return .object(object)
    }
}

extension NotificationTrigger.DateMatch {
    fileprivate init(_ document: CenterDocument) throws(CenterDocumentError) {
        components = [:]
        for name in Self.names {
            if let value = try document.integer(name) { components[name] = value }
        }
        timeZone = try document.text("timeZone")
        calendar = try document.text("calendar")
    }

    fileprivate var document: JSONValue {
        var object = JSONObject()
        for name in Self.names { object.add(name, components[name]) }
        object.add("timeZone", timeZone)
        object.add("calendar", calendar)
        return .object(object)
    }
}

extension NotificationTrigger.Region {
    fileprivate init(_ document: CenterDocument) throws(CenterDocumentError) {
        func number(
            _ key: String,
            _ range: ClosedRange<Double>
        ) throws(CenterDocumentError) -> Double {
            try document.required(key, try document.number(key, in: range), expected: "a number")
        }
        identifier = try document.identifier()
        latitude = try number("latitude", -90...90)
        longitude = try number("longitude", -180...180)
        radius = try number("radius", 0...100_000_000)
        notifiesOnEntry = try document.flag("notifyOnEntry") ?? true
        notifiesOnExit = try document.flag("notifyOnExit") ?? true
    }

    fileprivate var document: JSONValue {
        var object: JSONObject = ["identifier": .string(identifier)]
        object.add("latitude", latitude)
        object.add("longitude", longitude)
        object.add("radius", radius)
        object.add("notifyOnEntry", notifiesOnEntry, unless: true, JSONValue.bool)
        object.add("notifyOnExit", notifiesOnExit, unless: true, JSONValue.bool)
        return .object(object)
    }
}
