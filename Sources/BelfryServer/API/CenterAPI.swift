// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryCenter
internal import BelfryCenterEngine
internal import BelfryMetrics
internal import BelfryModel
internal import Hummingbird
internal import Logging

/// The notification centre over HTTP: what each path does, whatever connection it comes over.
struct CenterAPI: Sendable {
    let center: CenterService
    let engine: HostedExtensions
    let apps: AppFolder
    let callers: AppCallers
    let running: RunningApps
    let feed: EventFeed

    /// Those who wait for the user's answer.
    let answers: AnswerWait

    let metrics: ServerMetrics
    let push: PushEndpoint

    /// What takes messages of programs that know ntfy or Gotify.
    let inlet: Inlet

    /// What shows notifications on the user's desktop; nil where the daemon is not to.
    let desktop: DesktopOutlet?

    let web: WebSignIn

    /// How the runs of extensions went over time.
    let statistics: StatisticsStore

    /// How many extensions are run again at a time.
    let trials: TrialRoom

    /// What draws notifications, and those that are drawn now.
    let contents: ContentExtensions
    let views: OpenViews

    /// The path of the daemon's socket; nil where that has none.
    let socket: String?

    /// Where the files of notifications are.
    let attachments: String

    /// The clock that callers may move; nil where the centre follows the machine's.
    let clock: AdjustableClock?

    /// Finds the texts that pushes name by keys.
    var texts: AppTexts { AppTexts(center: center, apps: apps) }

    /// What takes the pushes of senders.
    var door: CenterDoor {
        CenterDoor(
            center: center,
            environment: push.environment,
            metrics: metrics,
            planned: push.planned,
            texts: texts
        )
    }

    /// The responder to every request.
    ///
    /// - Parameter guardian: What refuses requests before anything looks at them.
    /// - Returns: The responder.
    func responder(_ guardian: AccessGuard) -> RouterResponder<APIContext> {
        let router = Router(context: APIContext.self)
        let methods = AllowedMethods()
        router.add(middleware: WebHeaders())
        router.add(middleware: AnswerMiddleware(metrics: metrics, methods: methods))
        router.add(middleware: guardian)
        addHealth(to: router)
        addApps(to: router)
        addSettings(to: router)
        addArrivals(to: router)
        addRequests(to: router)
        addNotifications(to: router)
        addDevice(to: router)
        addRegions(to: router)
        addAPNs(to: router)
        addPushDevices(to: router)
        addPushLog(to: router)
        addPushTrial(to: router)
        addDevicePushes(to: router)
        addTopics(to: router)
        addDesktop(to: router)
        addActivities(to: router)
        addEvents(to: router)
        addCallers(to: router)
        addRunning(to: router)
        addCenter(to: router)
        addSearch(to: router)
        addStatistics(to: router)
        addTrials(to: router)
        addViews(to: router)
        addWeb(to: router)
        methods.learn(router.routes)
        return router.buildResponder()
    }
}

/// Answers every error in the same form, and counts requests.
struct AnswerMiddleware: RouterMiddleware {
    let metrics: ServerMetrics
    let methods: AllowedMethods

    func handle(
        _ request: Request,
        context: APIContext,
        next: @concurrent (Request, APIContext) async throws -> Response
    ) async throws -> Response {
        let response: Response
        do {
            response = try await next(request, context)
        } catch {
            let failure = APIError(error)
            if failure.status == .internalServerError {
                context.logger.error(
                    "request failed",
                    metadata: ["path": "\(request.uri.path)", "error": "\(failure.message)"]
                )
            }
            response = methods.refusal(of: request, failure)?.response ?? failure.response
        }
        metrics.count(response.status.code, of: context.endpointPath ?? "none")
        return response
    }
}
