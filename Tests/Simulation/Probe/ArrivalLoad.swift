// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryCenter
internal import BelfryLedger
internal import BelfryModel
internal import CenterSimulation

/// Callers that push and wait for each answer, as senders do, while the centre presents what came.
enum ArrivalLoad {
    private static let app = "com.example.app"

    /// Says how many arrivals were acknowledged a second, and how long each waited.
    ///
    /// - Parameters:
    ///   - path: A new ledger.
    ///   - count: How many arrivals there are.
    ///   - callers: How many wait at a time.
    /// - Throws: The centre's error.
    static func measure(_ path: String, count: Int, callers: Int) async throws {
        let service = try CenterService { _ in
            CenterService.Parts(store: try Ledger(at: path), engine: ScriptedEngine())
        }
        try await service.perform { turn in
            try turn.install(CenterApp(identifier: app))
            _ = try turn.requestAuthorization([.alert], for: app)
            try turn.answerAuthorization(true, for: app)
        }
        let began = ContinuousClock.now
        let waits = try await withThrowingTaskGroup(of: [Duration].self) { group in
            for caller in 0..<callers {
                group.addTask { @Sendable in
                    var own: [Duration] = []
                    for number in stride(from: caller, to: count, by: callers) {
                        let push = try PushArrival.alert(
                            app,
                            "push \(number)",
                            title: String(repeating: "long ", count: 150),
                            isMutable: false
                        )
                        let asked = ContinuousClock.now
                        _ = try await service.perform { try $0.accept(push) }
                        own.append(ContinuousClock.now - asked)
                    }
                    return own
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        let spent = ContinuousClock.now - began
        await service.stop()
        let sorted = waits.sorted()
        print("acknowledged_per_second \(Int(Double(count) / seconds(spent)))")
        for (name, part) in [("p50_ms", 0.5), ("p99_ms", 0.99), ("p999_ms", 0.999)] {
            let wait = sorted[min(sorted.count - 1, Int(Double(sorted.count) * part))]
            print("\(name) \((seconds(wait) * 1e5).rounded() / 100)")
        }
    }

    private static func seconds(_ duration: Duration) -> Double {
        Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18
    }
}
