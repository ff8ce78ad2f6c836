// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// A notification that is to be delivered: what, and when.
package struct NotificationRequest: Sendable, Equatable {
    /// A name, unique among the app's requests.
    package var identifier: String

    /// What is shown once the trigger has fired.
    package var content: NotificationContent

    /// When it is delivered; nil for at once.
    package var trigger: NotificationTrigger?

    package init(
        identifier: String,
        content: NotificationContent,
        trigger: NotificationTrigger? = nil
    ) {
        self.identifier = identifier
        self.content = content
        self.trigger = trigger
    }

    /// Reads a request document (Documentation/ABI.md).
    ///
    /// - Parameter bytes: The text, as an extension wrote it.
    /// - Throws: ``CenterDocumentError`` naming the member.
    package init(document bytes: [UInt8]) throws(CenterDocumentError) {
        try self.init(try CenterDocument(try CenterDocument.parse(bytes)))
    }

    /// Reads what ``document`` was made of a request, whatever was accepted of it.
    ///
    /// - Parameter document: The document.
    /// - Throws: ``CenterDocumentError`` for what no request makes.
    package init(own document: JSONValue) throws(CenterDocumentError) {
        try self.init(try CenterDocument(document, isOwn: true))
    }

    private init(_ document: CenterDocument) throws(CenterDocumentError) {
        let content = try document.object("content")
        identifier = try document.identifier()
        self.content = try NotificationContent(
            try document.required("content", content, expected: "an object")
        )
        let trigger = try document.object("trigger")
        if let trigger { self.trigger = try NotificationTrigger(trigger) }
    }

    /// Reads an array of identifiers.
    package static func identifiers(
        document bytes: [UInt8]
    ) throws(CenterDocumentError) -> [String] {
        try CenterDocument.texts(
            try CenterDocument.elements(try CenterDocument.parse(bytes)),
            at: ""
        )
    }

    /// The request as a document.
    package var document: JSONValue {
        var object: JSONObject = ["identifier": .string(identifier), "content": content.document]
        if let trigger { object["trigger"] = trigger.document }
        return .object(object)
    }
}

/// A notification in the list of those that were delivered.
package struct DeliveredNotification: Sendable, Equatable {
    /// When, in seconds of UNIX time.
    package var date: Double

    /// What was asked for, with the content as it was shown.
    package var request: NotificationRequest

    package init(date: Double, request: NotificationRequest) {
        self.date = date
        self.request = request
    }

    /// The notification as a document.
    package var document: JSONValue {
        var object = JSONObject()
        object.add("date", date)
        object["request"] = request.document
        return .object(object)
    }
}
