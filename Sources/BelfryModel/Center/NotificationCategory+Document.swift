// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

extension NotificationCategory {
    /// Reads an array of category documents; of two with one identifier the later one counts.
    ///
    /// - Parameter bytes: The text, as an extension wrote it.
    /// - Returns: The categories, in order.
    /// - Throws: ``CenterDocumentError`` naming the member.
    package static func parse(
        document bytes: [UInt8]
    ) throws(CenterDocumentError) -> [NotificationCategory] {
        try parse(CenterDocument.parse(bytes))
    }

    /// Reads an array of categories; of two with one identifier the later one counts.
    ///
    /// - Parameter document: The array.
    /// - Returns: The categories, in order.
    /// - Throws: ``CenterDocumentError`` naming the member.
    package static func parse(
        _ document: JSONValue
    ) throws(CenterDocumentError) -> [NotificationCategory] {
        var categories: [NotificationCategory] = []
        var places: [ExactText: Int] = [:]
        for (index, element) in try CenterDocument.elements(document).enumerated() {
            let category = try NotificationCategory(CenterDocument(element, at: "[\(index)]"))
            let key = ExactText(category.identifier)
            if let place = places[key] {
                categories[place] = category
            } else {
                places[key] = categories.count
                categories.append(category)
            }
        }
        return categories
    }

    private init(_ document: CenterDocument) throws(CenterDocumentError) {
        self.init(
            identifier: try document.identifier(),
            intentIdentifiers: try document.texts("intentIdentifiers"),
            options: try document.choices("options"),
            hiddenPreviewsBodyPlaceholder: try document.text("hiddenPreviewsBodyPlaceholder") ?? "",
            categorySummaryFormat: try document.text("categorySummaryFormat") ?? ""
        )
        for action in try document.objects("actions") {
            actions.append(try NotificationAction(action))
        }
    }

    /// The category as a document.
    package var document: JSONValue {
        var object: JSONObject = ["identifier": .string(identifier)]
        let actions = actions.map(\.document)
        if !actions.isEmpty { object["actions"] = .array(actions) }
        object.add("intentIdentifiers", intentIdentifiers)
        object.add("options", options.words)
        object.add("hiddenPreviewsBodyPlaceholder", hiddenPreviewsBodyPlaceholder)
        object.add("categorySummaryFormat", categorySummaryFormat)
        return .object(object)
    }
}

extension NotificationAction {
    /// Reads an array of action documents; of two with one identifier the first one counts.
    ///
    /// - Parameter bytes: The text, as an extension wrote it.
    /// - Returns: The actions, in order.
    /// - Throws: ``CenterDocumentError`` naming the member.
    package static func parse(
        document bytes: [UInt8]
    ) throws(CenterDocumentError) -> [NotificationAction] {
        var actions: [NotificationAction] = []
        var identifiers: Set<ExactText> = []
        for (index, element) in try CenterDocument.elements(try CenterDocument.parse(bytes))
            .enumerated()
        {
            let action = try NotificationAction(CenterDocument(element, at: "[\(index)]"))
            if identifiers.insert(ExactText(action.identifier)).inserted { actions.append(action) }
        }
        return actions
    }

    fileprivate init(_ document: CenterDocument) throws(CenterDocumentError) {
        let title = try document.text("title")
        self.init(
            identifier: try document.identifier(),
            title: try document.required("title", title, expected: "a string"),
            options: try document.choices("options")
        )
        if let icon = try document.object("icon") { self.icon = try Icon(icon) }
        if let input = try document.object("textInput") {
            textInput = TextInput(
                buttonTitle: try input.text("buttonTitle") ?? "",
                placeholder: try input.text("placeholder") ?? ""
            )
        }
    }

    /// The action as a document.
    package var document: JSONValue {
        var object: JSONObject = ["identifier": .string(identifier), "title": .string(title)]
        object.add("options", options.words)
        if let icon {
            object["icon"] = ["kind": .string(icon.kind.rawValue), "name": .string(icon.name)]
        }
        if let textInput {
            var input = JSONObject()
            input.add("buttonTitle", textInput.buttonTitle)
            input.add("placeholder", textInput.placeholder)
            object["textInput"] = .object(input)
        }
        return .object(object)
    }
}

extension NotificationAction.Icon {
    fileprivate init(_ document: CenterDocument) throws(CenterDocumentError) {
        let kind = try document.choice("kind", of: Kind.self)
        let name = try document.text("name")
        self.init(
            kind: try document.required("kind", kind, expected: "\"template\" or \"system\""),
            name: try document.required("name", name, expected: "a string")
        )
    }
}

extension Set where Element: RawRepresentable<String> & CaseIterable {
    /// The words, in the order in which they are declared.
    package var words: [String] {
        // A key path of a generic type would be looked up at each call.
        Element.allCases.compactMap { contains($0) ? $0.rawValue : nil }
    }
}
