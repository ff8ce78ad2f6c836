// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryReport
internal import BelfryRuntime
internal import BelfrySystem
internal import BelfryWire
internal import Foundation

/// Moves the slider of an open notification, one touch at a time: from what the user does to the
/// frame that answers it.
///
/// The sample's own handler, which writes a text, is in it.
struct TouchProbe: Probe {
    let host: ExtensionHost

    /// The sample Thermostat.
    let bundle: ExtensionBundle

    /// How many touches make a round, one after the other: fewer than are a flood.
    let count: Int

    /// How many touches more come when host and worker have slept for a while.
    let idleCount: Int

    /// How long they sleep.
    private static let pause = Duration.milliseconds(2)

    func measure(into round: inout Round) async throws {
        let payload = try PushPayload.parse(Array(Self.payload.utf8))
        let session = try await host.open(
            ContentSession.Notification(.push(payload, identifier: "benchmark")),
            in: bundle
        )
        let views = await session.settled().tree.nodes.values
        guard let slider = views.first(where: { $0.kind == .slider })?.number else {
            throw BenchmarkError("\(bundle.path) draws no slider")
        }
        var snapshots = await session.snapshots().makeAsyncIterator()
        for index in 0..<count + idleCount {
            let isIdle = index >= count
            if isIdle { try await Task.sleep(for: Self.pause) }
            let degrees = index.isMultiple(of: 2) ? 12.5 : 21.5
            let begin = MonotonicTime.now
            let refusal = await session.perform(
                .slide(view: slider, value: degrees, isLast: true)
            )
            if let refusal { throw BenchmarkError("\(bundle.path): \(refusal)") }
            var snapshot: ContentSnapshot?
            repeat {
                snapshot = await snapshots.next()
            } while snapshot?.shows(degrees) == false
            guard snapshot?.phase == .open else {
                throw BenchmarkError("\(bundle.path) did not draw what the slider was moved to")
            }
            round.add(.now - begin, to: isIdle ? .touchIdle : .touch)
        }
        for callback in await session.close().session?.callbacks ?? [] {
            guard callback.kind == "valueChanged", let wall = callback.wallMilliseconds else {
                continue
            }
            round.add(.milliseconds(wall), to: .touchHandler)
        }
    }

    private static let payload = """
        {"aps":{"alert":{"title":"Reptile house","body":"It gets colder."},"category":"thermostat"}}
        """
}

extension ContentSnapshot {
    /// Whether a text tells of so many degrees; a phase without the extension tells of nothing more.
    fileprivate func shows(_ degrees: Double) -> Bool {
        phase != .open || tree.nodes.values.contains { $0.texts[.text] == "\(degrees) °C" }
    }
}
