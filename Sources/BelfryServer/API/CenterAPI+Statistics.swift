// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryCenter
internal import BelfryLedger
internal import BelfryModel
internal import BelfryPlot
internal import BelfryRuntime
internal import Foundation
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore

/// How the runs of service extensions went over time, in numbers and as pictures of them.
extension CenterAPI {
    func addStatistics(to router: Router<APIContext>) {
        router.get("/v1/extensions/statistics") { request, _ in
            let read = try await readStatistics(request)
            let document = ExtensionStatistics(
                span: read.span,
                statistics: read.statistics,
                now: read.now,
                extensions: Self.extensions(of: read.apps)
            ).document
            return Response.json(.object(document))
        }
        router.get("/v1/extensions/:app/charts/:chart") { request, context in
            let name = try context.parameter("chart")
            guard let chart = StatisticsChart(rawValue: name) else {
                let known = StatisticsChart.allCases.map(\.rawValue).joined(separator: ", ")
                throw APIError(
                    .notFound,
                    "not_found",
                    "there is no chart \(name.quoted); there are \(known)"
                )
            }
            let app = try context.parameter("app")
            let read = try await readStatistics(request)
            guard let runs = read.statistics.apps.first(where: { $0.app == app }) else {
                throw APIError(
                    .notFound,
                    "not_found",
                    "the extension of \(app.quoted) had no run in the last \(read.span.rawValue)"
                )
            }
            let axis = read.span.axis(of: read.statistics.spans, in: read.zone)
            return Response.picture(chart.picture(of: runs, over: axis).source)
        }
    }

    /// What was read, with what its parts are named by.
    private struct ReadStatistics {
        let span: StatisticsSpan
        let now: UnixTime
        let zone: TimeZone
        let apps: [CenterApp]
        let statistics: RunStatistics
    }

    private func readStatistics(_ request: Request) async throws -> ReadStatistics {
        let word = try request.query("span") ?? StatisticsSpan.day.rawValue
        guard let span = StatisticsSpan(rawValue: word) else {
            let known = StatisticsSpan.allCases.map(\.rawValue).joined(separator: ", ")
            throw APIError.malformed("the parameter span is \(word.quoted); write one of \(known)")
        }
        let (now, name, apps) = try await center.perform { turn in
            (
                turn.now, try turn.transaction.device().timeZone,
                try turn.transaction.apps()
            )
        }
        let zone = TimeZone(identifier: name) ?? .gmt
        let parts = span.parts(until: now, in: zone)
        return ReadStatistics(
            span: span,
            now: now,
            zone: zone,
            apps: apps,
            statistics: try await statistics.statistics(of: span, parts)
        )
    }

    /// The bundle identifiers of apps' service extensions.
    private static func extensions(of apps: [CenterApp]) -> [String: String] {
        let pairs = apps.compactMap { app in
            app.serviceExtension.flatMap { try? ExtensionBundle(at: $0) }
                .map { (app.identifier, $0.manifest.identifier) }
        }
        return Dictionary(pairs) { first, _ in first }
    }
}

extension Response {
    /// An answer that is a picture with a style of its own, and lets nothing else run or load.
    fileprivate static func picture(_ source: String) -> Response {
        Response(
            status: .ok,
            headers: [
                .contentType: "image/svg+xml",
                .contentSecurityPolicy:
                    "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox",
            ],
            body: ResponseBody(byteBuffer: ByteBuffer(string: source))
        )
    }
}
