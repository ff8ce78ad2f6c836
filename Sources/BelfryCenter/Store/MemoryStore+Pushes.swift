// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel

/// Devices that senders push to, and the delivery log.
extension MemoryStore {
    package func pushDevice(_ name: String) -> PushDevice? {
        tables.pushDevices.first { $0.name.isExactly(name) }
    }

    package func pushDevices() -> [PushDevice] { tables.pushDevices }

    package func put(_ device: PushDevice) {
        if let index = tables.pushDevices.firstIndex(where: { $0.name.isExactly(device.name) }) {
            tables.pushDevices[index] = device
        } else {
            tables.pushDevices.append(device)
        }
    }

    package func removePushDevice(_ name: String) {
        tables.pushDevices.removeAll { $0.name.isExactly(name) }
    }

    // MARK: Delivery log

    package func insert(_ record: PushRecord) {
        tables.pushNumber += 1
        var stored = record
        stored.number = tables.pushNumber
        tables.pushRecords.append(stored)
    }

    package func pushRecord(_ uniqueIdentifier: String) -> PushRecord? {
        tables.pushRecords.first { $0.uniqueIdentifier.isExactly(uniqueIdentifier) }
    }

    package func update(_ record: PushRecord) {
        guard let index = tables.pushRecords.firstIndex(where: { $0.number == record.number })
        else { return }
        tables.pushRecords[index] = record
    }

    package func newestPushRecords(
        of app: String?,
        before number: Int?,
        limit: Int
    ) -> [PushRecord] {
        let found = tables.pushRecords.reversed().lazy.filter { record in
            (app == nil || record.app == app) && number.map { record.number < $0 } ?? true
        }
        return Array(found.prefix(limit))
    }

    package func backgroundDeliveries(
        of app: String,
        to device: String,
        after start: UnixTime,
        through end: UnixTime,
        limit: Int
    ) -> [UnixTime] {
        let times = tables.pushRecords.filter { record in
            record.app == app && record.device == device && record.pushType == .background
                && record.outcome == .delivered && record.changed > start && record.changed <= end
        }.map(\.changed)
        return Array(times.sorted(by: >).prefix(limit))
    }

    package func trimPushRecords(before time: UnixTime, beyond count: Int) {
        let first = tables.pushNumber - count
        tables.pushRecords.removeAll { record in
            record.outcome != .stored && (record.received < time || record.number <= first)
        }
    }
}
