// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

extension PayloadReader {
    /// Reads `aps.sound`, a name or a dictionary.
    func sound(_ aps: PayloadObject) throws(PayloadError) -> Sound? {
        switch aps.members["sound"] {
        case nil: return nil
        case .string(let name): return sound(named: name, in: aps)
        case .object(let members):
            let sound = aps.nested(members, at: "sound")
            return try self.sound(described: sound)
        default:
            try aps.passWrongType("sound", expected: "a string or an object")
            return nil
        }
    }

    private func sound(named name: String, in aps: PayloadObject) -> Sound? {
        if name == Self.defaultName { return .default }
        if !name.isEmpty { return Sound(kind: .named, name: name) }
        warn(
            aps,
            "sound",
            "is empty",
            effect: "no sound is played",
            fix: "write \"default\" or leave the key out"
        )
        return nil
    }

    private func sound(described sound: PayloadObject) throws(PayloadError) -> Sound {
        let isCritical = try flag("critical", in: sound, effect: "the sound is not critical")
        let volume = try sound.number("volume", in: 0...1)
        let name = try name(of: sound)
        noteOddKeys(sound)
        if volume != nil && !isCritical {
            warn(
                sound,
                "volume",
                "is set for a sound that is not critical",
                effect: "the user's volume is used",
                fix: "add \"critical\": 1 or remove it"
            )
        }
        return switch (isCritical, name) {
        case (true, nil): Sound(kind: .defaultCritical, volume: volume)
        case (true, let name?): Sound(kind: .criticalNamed, name: name, volume: volume)
        case (false, nil): .default
        case (false, let name?): Sound(kind: .named, name: name)
        }
    }

    /// Reads the file's name; nil for the system's sound.
    private func name(of sound: PayloadObject) throws(PayloadError) -> String? {
        let name = try sound.text("name") ?? ""
        if name.isEmpty {
            warn(
                sound,
                "name",
                "is missing",
                effect: "the default sound is played",
                fix: "write \"name\": \"default\" or a file's name"
            )
            return nil
        }
        return name == Self.defaultName ? nil : name
    }

    private func noteOddKeys(_ sound: PayloadObject) {
        for key in sound.members.keys where !Self.soundKeys.contains(key) {
            let near = Spelling.nearest(to: key, among: Self.soundKeys)
            warn(
                sound,
                key,
                "is not a key of sound",
                effect: "it is ignored",
                fix: near.map { "write \"\($0)\"" } ?? "remove it"
            )
        }
    }

    private static let defaultName = "default"

    private static let soundKeys = ["critical", "name", "volume"]
}
