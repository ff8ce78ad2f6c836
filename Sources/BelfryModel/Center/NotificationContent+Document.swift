// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

extension NotificationContent {
    /// Most attachments of one content.
    private static let attachmentLimit = 16

    /// Reads a content document.
    init(_ document: CenterDocument) throws(CenterDocumentError) {
        self.init(
            title: try document.text("title") ?? "",
            subtitle: try document.text("subtitle") ?? "",
            body: try document.text("body") ?? "",
            badge: try document.integer("badge", from: 0),
            sound: try document.object("sound").map { sound throws(CenterDocumentError) in
                try Sound(sound)
            },
            launchImageName: try document.text("launchImageName") ?? "",
            categoryIdentifier: try document.name("categoryIdentifier") ?? "",
            threadIdentifier: try document.name("threadIdentifier") ?? "",
            targetContentIdentifier: try document.text("targetContentIdentifier"),
            filterCriteria: try document.text("filterCriteria"),
            summaryArgument: try document.text("summaryArgument") ?? "",
            summaryArgumentCount: try document.integer("summaryArgumentCount", from: 0) ?? 1,
            interruptionLevel: try document.choice("interruptionLevel", of: LevelName.self)?.level
                ?? .active,
            relevanceScore: try document.number("relevanceScore", in: 0...1) ?? 0,
            userInfo: try document.object("userInfo")?.members ?? JSONObject()
        )
        let attachments = try document.objects("attachments")
        guard document.isOwn || attachments.count <= Self.attachmentLimit else {
            throw CenterDocumentError(
                "\(document.keyPath("attachments")) has \(attachments.count) elements; "
                    + "write \(Self.attachmentLimit) at most"
            )
        }
        for attachment in attachments {
            self.attachments.append(try NotificationAttachment(attachment))
        }
    }

    /// The content as a document.
    package var document: JSONValue {
        var object = JSONObject()
        object.add("title", title)
        object.add("subtitle", subtitle)
        object.add("body", body)
        object.add("badge", badge)
        if let sound { object["sound"] = sound.document }
        object.add("launchImageName", launchImageName)
        object.add("categoryIdentifier", categoryIdentifier)
        object.add("threadIdentifier", threadIdentifier)
        object.add("targetContentIdentifier", targetContentIdentifier)
        object.add("filterCriteria", filterCriteria)
        object.add("summaryArgument", summaryArgument)
        object.add("summaryArgumentCount", summaryArgumentCount == 1 ? nil : summaryArgumentCount)
        let level = LevelName(interruptionLevel).rawValue
        object.add("interruptionLevel", interruptionLevel == .active ? nil : level)
        object.add("relevanceScore", relevanceScore == 0 ? nil : relevanceScore)
        if !userInfo.isEmpty { object["userInfo"] = .object(userInfo) }
        let attachments = attachments.map(\.document)
        if !attachments.isEmpty { object["attachments"] = .array(attachments) }
        return .object(object)
    }

    /// Whether there is anything to deliver: something to show, to hear, or to put on the icon.
    package var hasEffect: Bool { hasAlert || sound != nil || badge != nil }

    /// The names of interruption levels in documents: Apple's cases.
    private enum LevelName: String, CaseIterable {
        case passive, active, timeSensitive, critical

        init(_ level: InterruptionLevel) {
            self =
                switch level {
                case .passive: .passive
                case .active: .active
                case .timeSensitive: .timeSensitive
                case .critical: .critical
                }
        }

        var level: InterruptionLevel {
            switch self {
            case .passive: .passive
            case .active: .active
            case .timeSensitive: .timeSensitive
            case .critical: .critical
            }
        }
    }
}

extension Sound {
    fileprivate init(_ document: CenterDocument) throws(CenterDocumentError) {
        let name = try document.text("kind")
        guard let kind = Kind.allCases.first(where: { "\($0)" == name }) else {
            let names = Kind.allCases.map { "\($0)".quoted }.joined(separator: ", ")
            throw CenterDocumentError(
                document.keyPath("kind"),
                name.map(JSONValue.string) ?? .null,
                expected: "one of \(names)"
            )
        }
        self.init(
            kind: kind,
            name: try document.text("name") ?? "",
            volume: try document.number("volume", in: 0...1)
        )
    }

    fileprivate var document: JSONValue {
        var object: JSONObject = ["kind": .string("\(kind)")]
        object.add("name", name)
        object.add("volume", volume)
        return .object(object)
    }
}

extension NotificationAttachment {
    fileprivate init(_ document: CenterDocument) throws(CenterDocumentError) {
        let path = try document.text("path")
        self.init(
            identifier: try document.identifier(),
            typeIdentifier: try document.text("type") ?? "",
            url: try document.required("path", path, expected: "where the file is"),
            byteCount: 0,
            options: Options(
                isThumbnailHidden: try document.flag("thumbnailHidden") ?? false,
                thumbnailClippingRect: try ClippingRect(document),
                thumbnailTime: try document.number("thumbnailTime")
            )
        )
    }

    fileprivate var document: JSONValue {
        var object: JSONObject = ["identifier": .string(identifier), "path": .string(url)]
        object.add("type", typeIdentifier)
        object.add("thumbnailHidden", options.isThumbnailHidden)
        if let rect = options.thumbnailClippingRect {
            let numbers = [rect.x, rect.y, rect.width, rect.height].compactMap { JSONNumber($0) }
            object["clippingRect"] = .array(numbers.map(JSONValue.number))
        }
        object.add("thumbnailTime", options.thumbnailTime)
        return .object(object)
    }
}

extension NotificationAttachment.ClippingRect {
    /// Reads four numbers in the unit square; nil where there are none.
    fileprivate init?(_ document: CenterDocument) throws(CenterDocumentError) {
        let elements = try document.elements("clippingRect")
        guard !elements.isEmpty else { return nil }
        let numbers = elements.compactMap { element -> Double? in
            guard case .number(let number) = element,
                document.isOwn || (0...1).contains(number.double)
            else { return nil }
            return number.double
        }
        guard numbers.count == 4, elements.count == 4 else {
            throw CenterDocumentError(
                "\(document.keyPath("clippingRect")) is no rectangle; write four numbers from 0 to 1"
            )
        }
        self.init(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
    }
}
