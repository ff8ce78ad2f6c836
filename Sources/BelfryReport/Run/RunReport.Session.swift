// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

extension RunReport {
    /// What happened while a notification was open.
    ///
    /// What its content extension was called for, what it drew and asked for, and what the app got.
    /// Lists have an end.
    package struct SessionSummary: Sendable, Codable, Equatable {
        /// Calls of the extension, in order.
        package var callbacks: [Callback] = []
        package var callbackCount = 0

        /// Responses that it was asked about.
        package var responses: [Response] = []

        /// The identifiers of the actions, at first and after each change.
        package var actionLists: [[String]] = []

        /// What the app was told, in order.
        package var appEvents: [AppEvent] = []

        /// What the user did to views: taken, and refused.
        package var deliveredEventCount = 0
        package var refusedEventCount = 0

        /// What the extension drew, and how often that was handed on to be drawn: less often where
        /// frames came faster than they could be looked at.
        package var frameCount = 0
        package var patchCount = 0
        package var snapshotCount = 0

        /// Sizes that it asked for.
        package var sizes: [Size] = []

        /// Where keys went, in order: `extension`, `view N`, `none`.
        package var firstResponders: [String] = []

        /// Attachments whose files it was lent.
        package var attachments: [Access] = []

        /// What was wrong that harms nobody.
        package var warnings: [String] = []

        /// By what the notification was closed; nil while it is open.
        package var closedBy: String?

        /// How much besides is not in the lists.
        package var unlistedCount = 0

        package init() {}

        /// One call of the extension.
        package struct Callback: Sendable, Codable, Equatable {
            /// Its number in the session, from 1.
            package var callback: UInt64
            /// `open`, `didReceive`, `didReceiveResponse`, `mediaPlay`, `mediaPause`, or an event of
            /// a view such as `tap`.
            package var kind: String
            package var view: UInt32?
            package var action: String?
            /// Nil for one that has not returned.
            package var wallMilliseconds: Double?
            package var cpuMilliseconds: Double?

            package init(
                callback: UInt64,
                kind: String,
                view: UInt32? = nil,
                action: String? = nil,
                wallMilliseconds: Double? = nil,
                cpuMilliseconds: Double? = nil
            ) {
                self.callback = callback
                self.kind = kind
                self.view = view
                self.action = action
                self.wallMilliseconds = wallMilliseconds
                self.cpuMilliseconds = cpuMilliseconds
            }
        }

        /// One response of the user's that the extension was asked about.
        package struct Response: Sendable, Codable, Equatable {
            /// Its number in the session, from 1.
            package var response: UInt64

            /// The identifier of the action that the user chose.
            package var action: String
            /// Of what the user wrote; nil for an action without text.
            package var textByteCount: Int?
            /// `doNotDismiss`, `dismiss` or `dismissAndForward`; nil for one that was not answered.
            package var option: String?
            /// Whether the completion was called after the callback had returned.
            package var isLate: Bool?
            /// From the call to the answer.
            package var wallMilliseconds: Double?

            package init(
                response: UInt64,
                action: String,
                textByteCount: Int? = nil,
                option: String? = nil,
                isLate: Bool? = nil,
                wallMilliseconds: Double? = nil
            ) {
                self.response = response
                self.action = action
                self.textByteCount = textByteCount
                self.option = option
                self.isLate = isLate
                self.wallMilliseconds = wallMilliseconds
            }
        }

        /// Something that was forwarded to the app.
        package struct AppEvent: Sendable, Codable, Equatable {
            /// The request identifier of the notification that it is about.
            package var notification: String

            /// The identifier of the action, and what the user wrote where it has a text.
            package var action: String
            package var text: String?

            package init(notification: String, action: String, text: String? = nil) {
                self.notification = notification
                self.action = action
                self.text = text
            }
        }

        /// A size that the extension asked for.
        package struct Size: Sendable, Codable, Equatable {
            /// What it asked for, in points.
            package var width: Double
            package var height: Double
            /// What the view has, at the width that there is.
            package var grantedHeight: Double

            package init(width: Double, height: Double, grantedHeight: Double) {
                self.width = width
                self.height = height
                self.grantedHeight = grantedHeight
            }
        }

        /// The use of one attachment's file.
        package struct Access: Sendable, Codable, Equatable {
            /// The number of the notification in the session, from 1.
            package var notification: UInt64

            /// What names the attachment in it.
            package var identifier: String

            /// How often the file was lent, and how often that was refused.
            package var accessCount = 0
            package var refusedCount = 0
            /// What was not given back.
            package var leakCount = 0

            package init(
                notification: UInt64,
                identifier: String,
                accessCount: Int = 0,
                refusedCount: Int = 0,
                leakCount: Int = 0
            ) {
                self.notification = notification
                self.identifier = identifier
                self.accessCount = accessCount
                self.refusedCount = refusedCount
                self.leakCount = leakCount
            }
        }
    }
}
