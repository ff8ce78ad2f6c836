// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

extension ManifestReader {
    /// Reads the keys of a content extension, wherever they stand.
    mutating func readAttributes(
        _ point: ManifestDictionary,
        into manifest: inout Manifest
    ) throws(ManifestError) {
        let places = try attributePlaces(point, manifest.extensionPoint)
        for place in places { noteSpellings(place, known: Self.attributeKeys, isComplete: false) }
        guard manifest.extensionPoint == .content else { return noteUnusedAttributes(places) }
        if let place = place(of: Self.category, in: places) {
            manifest.categories = try categories(place)
        }
        if let place = place(of: Self.sizeRatio, in: places) {
            manifest.initialContentSizeRatio = try sizeRatio(place)
        }
        manifest.isDefaultContentHidden = try flag(Self.contentHidden, in: places)
        manifest.isUserInteractionEnabled = try flag(Self.userInteraction, in: places)
        manifest.overridesDefaultTitle = try flag(Self.overridesTitle, in: places)
        if manifest.categories.isEmpty {
            warn(
                places[0],
                Self.category,
                "is missing, so the extension is never chosen",
                fix: "add it with the category of your notifications"
            )
        }
    }

    private static let attributes = "NSExtensionAttributes"
    private static let category = "UNNotificationExtensionCategory"
    private static let sizeRatio = "UNNotificationExtensionInitialContentSizeRatio"
    private static let contentHidden = "UNNotificationExtensionDefaultContentHidden"
    private static let userInteraction = "UNNotificationExtensionUserInteractionEnabled"
    private static let overridesTitle = "UNNotificationExtensionOverridesDefaultTitle"
    private static let attributeKeys = Spelling([
        category, sizeRatio, contentHidden, userInteraction, overridesTitle,
    ])

    /// The dictionaries that may hold the keys; Apple reads only the first, of a content extension.
    ///
    /// What is not read and no dictionary is noted.
    private mutating func attributePlaces(
        _ point: ManifestDictionary,
        _ kind: Manifest.ExtensionPoint
    ) throws(ManifestError) -> [ManifestDictionary] {
        let proper: ManifestDictionary?
        if kind == .service {
            proper = optionalDictionary(Self.attributes, in: point)
        } else {
            proper = try point.dictionary(Self.attributes)
        }
        let empty = ManifestDictionary(
            members: [:],
            path: point.keyPath(Self.attributes),
            context: point.context
        )
        var places = [proper ?? empty, point]
        if let atTop = optionalDictionary(Self.attributes, in: root) { places.append(atTop) }
        return places + [root]
    }

    /// A dictionary that may be missing; what stands in its place is noted.
    private mutating func optionalDictionary(
        _ key: String,
        in dictionary: ManifestDictionary
    ) -> ManifestDictionary? {
        guard dictionary.members[key] != nil else { return nil }
        if let found = try? dictionary.dictionary(key) { return found }
        ignore(key, in: dictionary, fix: "write a <dict>, or remove it")
        return nil
    }

    /// The first dictionary that has a key, noted when it is not where Apple reads it.
    private mutating func place(
        of key: String,
        in places: [ManifestDictionary]
    ) -> ManifestDictionary? {
        guard let index = places.firstIndex(where: { $0.members[key] != nil }) else { return nil }
        if index > 0 {
            warn(
                places[index],
                key,
                "is read here, but not by Apple",
                fix: "move it to \(places[0].keyPath(key))"
            )
        }
        return places[index]
    }

    private mutating func flag(
        _ key: String,
        in places: [ManifestDictionary]
    ) throws(ManifestError) -> Bool {
        guard let place = place(of: key, in: places) else { return false }
        guard let meant = place.coercedFlag(key) else { return try place.flag(key) ?? false }
        warn(
            place,
            key,
            "is \(place.found(key)), which iOS takes for \(meant)",
            fix: "write <\(meant)/>"
        )
        return meant
    }

    private mutating func categories(_ place: ManifestDictionary) throws(ManifestError) -> [String]
    {
        let categories = try place.texts(Self.category, orOne: true) ?? []
        let filled = categories.filter { !$0.isEmpty }
        if filled.count < categories.count {
            warn(
                place,
                Self.category,
                "has an empty category, which matches nothing",
                fix: "write the category of your notifications"
            )
        }
        return filled
    }

    private static let largestRatio = 1000.0

    private mutating func sizeRatio(_ place: ManifestDictionary) throws(ManifestError) -> Double? {
        let meant = place.coercedNumber(Self.sizeRatio)
        if let meant {
            let reading =
                meant.hasRest
                ? "of which iOS reads \(meant.value) and ignores the rest"
                : "which iOS takes for \(meant.value)"
            warn(
                place,
                Self.sizeRatio,
                "is \(place.found(Self.sizeRatio)), \(reading)",
                fix: "write <real>\(meant.value)</real>"
            )
        }
        let number = meant == nil ? try place.number(Self.sizeRatio) : meant?.value
        guard let ratio = number else { return nil }
        guard (0...Self.largestRatio).contains(ratio) else {
            throw place.outOfRange(
                Self.sizeRatio,
                found: "\(ratio)",
                fix: "write the height divided by the width, from 0 to 1000"
            )
        }
        return ratio
    }

    private mutating func noteUnusedAttributes(
        _ places: [ManifestDictionary]
    ) {
        for place in places {
            for key in Self.attributeKeys.names where place.members[key] != nil {
                warn(
                    place,
                    key,
                    "has no effect in a service extension",
                    fix: "move it to the content extension"
                )
            }
        }
    }
}
