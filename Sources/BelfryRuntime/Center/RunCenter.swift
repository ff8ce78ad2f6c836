// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryCenter
internal import BelfryModel
internal import BelfryWire

/// The notification centre that a run has: the host's own of its app, or one that was given to it.
///
/// It belongs to the host's thread.
struct RunCenter {
    private let registry: CenterRegistry
    private let app: HostedApp
    private let given: (any ExtensionCenter)?

    /// Finds the centre that a run has.
    ///
    /// - Parameters:
    ///   - registry: The host's own centres.
    ///   - app: The app that the run's extension belongs to.
    ///   - given: The centre that was given to the run; nil for the host's own.
    init(_ registry: CenterRegistry, _ app: HostedApp, given: (any ExtensionCenter)?) {
        self.registry = registry
        self.app = app
        self.given = given
    }

    /// What becomes of a question.
    enum Outcome {
        /// It is answered.
        case answered(CenterReply)

        /// A centre that was given to the run has to answer it.
        case asks(any ExtensionCenter, CenterCall)
    }

    /// Does what an extension wants done, or answers what it asks.
    ///
    /// - Parameters:
    ///   - question: What it asks.
    ///   - device: What the user allows.
    ///   - activity: Where the run keeps what it did.
    /// - Returns: The answer, or who has to give it.
    /// - Throws: ``CenterRefusal`` for what is not allowed or cannot be understood.
    func take(
        _ question: CenterQuestion.Kind,
        _ device: DeviceState,
        _ activity: inout CenterActivity
    ) throws(CenterRefusal) -> Outcome {
        if case .setCategories(let document) = question {
            let categories = try CenterCall.categories(in: document)
            activity.note(categories.map(\.shortened))
            for category in categories {
                if let excess = category.excess { activity.note(problem: "\(excess); it is cut") }
            }
        }
        guard let call = try CenterCall(question) else { return .answered(CenterReply()) }
        if call == .categories, let categories = activity.categories {
            return .answered(CenterReply(list: categories.map { $0.document.serialized() }))
        }
        if let given { return .asks(given, call) }
        let reply = try registry.center(of: app).answer(call, device)
        activity.note(call, reply)
        return .answered(reply)
    }

    /// Replaces the app's categories.
    func setCategories(_ categories: [NotificationCategory]) {
        if let given {
            given.setCategories(categories)
        } else {
            registry.center(of: app).setCategories(categories)
        }
    }

    /// The category of a notification, where the app has declared it.
    ///
    /// - Parameters:
    ///   - content: What is shown.
    ///   - set: Categories that have just been set; nil for those that the centre has.
    /// - Returns: The category; nil for none.
    func category(
        of content: NotificationContent,
        in set: [NotificationCategory]? = nil
    ) -> NotificationCategory? {
        let categories = set ?? given?.categories ?? registry[app]?.categories
        return categories?.first { $0.identifier.isExactly(content.categoryIdentifier) }
    }

    /// Notes that a notification is shown; a centre that was given shows it itself.
    func present(_ request: NotificationRequest, at date: Double) {
        guard given == nil else { return }
        registry.center(of: app).present(request, at: date)
    }

    /// Takes delivered notifications out of the centre.
    func removeDelivered(_ identifiers: [String]) {
        guard given == nil else { return }
        registry[app]?.removeDelivered(identifiers)
    }

    /// Who knows the stored files that notifications show, as ``ExtensionCenter/ownedFiles()`` does;
    /// to be asked on any thread.
    var ownedFiles: @Sendable () async -> Set<String>? {
        let own = registry.ownedFiles
        guard let given else { return { own } }
        return { await given.ownedFiles()?.union(own) }
    }
}
