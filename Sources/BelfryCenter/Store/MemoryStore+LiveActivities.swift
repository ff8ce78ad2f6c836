// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// Live activities.
extension MemoryStore {
    package func insert(_ activity: LiveActivity) -> Int {
        tables.activityNumber += 1
        var stored = activity
        stored.number = tables.activityNumber
        tables.activities.append(stored)
        return stored.number
    }

    package func liveActivity(token: String) -> LiveActivity? {
        tables.activities.first { $0.token == token }
    }

    package func liveActivities(of app: String?) -> [LiveActivity] {
        tables.activities.filter { app == nil || $0.app == app }
    }

    package func liveActivities(dueBy time: UnixTime, limit: Int) -> [LiveActivity] {
        Array(tables.activities.filter { $0.due <= time }.prefix(limit))
    }

    package func nextActivityDue() -> UnixTime? { tables.activities.map(\.due).min() }

    package func update(_ activity: LiveActivity) {
        guard let index = tables.activities.firstIndex(where: { $0.number == activity.number })
        else { return }
        tables.activities[index] = activity
    }

    package func removeLiveActivity(_ number: Int) {
        tables.activities.removeAll { $0.number == number }
    }
}
