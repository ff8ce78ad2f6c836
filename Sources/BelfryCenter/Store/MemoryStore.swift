// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfryModel

/// A store that lasts as long as its process.
package final class MemoryStore: CenterStore {
    var tables = MemoryTables()
    private var isWriting = false

    package init() {}

    package func write<Value>(_ body: (any CenterTransaction) throws -> Value) throws -> Value {
        precondition(!isWriting, "a transaction does not begin within another one")
        isWriting = true
        defer { isWriting = false }
        return try nested { try body(self) }
    }

    package func nested<Value>(_ body: () throws -> Value) throws -> Value {
        let before = tables
        do {
            return try body()
        } catch {
            tables = before
            throw error
        }
    }

    package func read<Value>(_ body: (any CenterTransaction) throws -> Value) throws -> Value {
        try body(self)
    }
}

/// The rows of a ``MemoryStore``.
struct MemoryTables {
    /// What a file belongs to: a notification by its sequence, a request by its generation.
    enum FileOwner: Hashable {
        case notification(Int)
        case request(Int)
    }

    struct Arrival {
        var sequence: Int
        var date: UnixTime
    }

    /// An entry that is shared, as a copy of the rows for a rollback would copy each of its fields.
    final class StoredEntry {
        let value: LedgerEntry

        /// By which the ledger's size is counted.
        private(set) lazy var byteCount = ContentCoding.byteCount(of: value)

        init(_ value: LedgerEntry) {
            self.value = value
        }
    }

    var apps: [ExactText: CenterApp] = [:]
    var categories: [ExactText: CategorySet] = [:]
    var device = VirtualDevice()
    var pushDevices = [PushDevice(PushDevice.main)]
    /// In the order of their numbers.
    var pushRecords: [PushRecord] = []
    var pushNumber = 0
    /// In the order of their numbers.
    var activities: [LiveActivity] = []
    var activityNumber = 0
    /// In the order in which they were made.
    var channels: [BroadcastChannel] = []
    /// In the order in which they were given.
    var deviceTokens: [DeviceToken] = []
    /// In the order in which they were added.
    var requests: [PendingRequest] = []
    /// The bytes of requests' documents by their generations, of those that were asked for.
    var requestByteCounts: [Int: Int] = [:]
    var generation = 0
    /// In the order of their sequences.
    var entries: [StoredEntry] = []
    var sequence = 0
    var arrivals: [ExactText: Arrival] = [:]
    /// In the order in which they ended.
    var runs: [RunRecord] = []
    /// What owns each file.
    var files: [String: Set<FileOwner>] = [:]
    var events = PieceList<CenterEvent>()
    var cursor = 0
    var cursors: [String: Int] = [:]
    var tombstones = PieceList<Tombstone>()
    var tombstone = 0
    var responses: [UserResponse] = []
    var response = 0
}

extension MemoryStore: CenterTransaction {
    // MARK: Apps and device

    package func app(_ identifier: String) -> CenterApp? { tables.apps[ExactText(identifier)] }

    package func apps() -> [CenterApp] {
        tables.apps.values.sorted { $0.identifier < $1.identifier }
    }

    package func put(_ app: CenterApp) {
        tables.apps[ExactText(app.identifier)] = app
    }

    package func removeApp(_ identifier: String) {
        for entry in tables.entries where entry.value.app == identifier {
            forgetWork(on: entry.value.sequence)
        }
        tables.apps[ExactText(identifier)] = nil
        tables.categories[ExactText(identifier)] = nil
        for request in tables.requests where request.app == identifier { forget(request) }
        tables.requests.removeAll { $0.app == identifier }
        tables.entries.removeAll { $0.value.app == identifier }
        let prefix = PushArrival.keyPrefix(identifier)
        tables.arrivals = tables.arrivals.filter { !$0.key.text.utf8.starts(with: prefix.utf8) }
        tables.responses.removeAll { $0.app == identifier }
        tables.activities.removeAll { $0.app == identifier }
        tables.channels.removeAll { $0.app == identifier }
    }

    package func categories(of app: String) -> CategorySet {
        tables.categories[ExactText(app)] ?? CategorySet()
    }

    package func put(_ categories: CategorySet, for app: String) {
        tables.categories[ExactText(app)] = categories
    }

    package func device() -> VirtualDevice { tables.device }

    package func put(_ device: VirtualDevice) {
        tables.device = device
    }

    // MARK: Device tokens

    package func deviceToken(_ token: String) -> DeviceToken? {
        tables.deviceTokens.first { $0.token.isExactly(token) }
    }

    package func deviceTokens(of app: String?) -> [DeviceToken] {
        tables.deviceTokens.filter { app == nil || $0.app == app }
    }

    package func put(_ token: DeviceToken) {
        if let index = tables.deviceTokens.firstIndex(where: { $0.token.isExactly(token.token) }) {
            tables.deviceTokens[index] = token
        } else {
            tables.deviceTokens.append(token)
        }
    }

    package func removeDeviceToken(_ token: String) {
        tables.deviceTokens.removeAll { $0.token.isExactly(token) }
    }

    // MARK: Requests

    package func requests(of app: String?) -> [PendingRequest] {
        tables.requests.filter { app == nil || $0.app == app }
    }

    package func request(_ identifier: String, of app: String) -> PendingRequest? {
        requestIndex(identifier, app).map { tables.requests[$0] }
    }

    package func requestCount(of app: String) -> Int { requests(of: app).count }

    package func requests(dueBy time: UnixTime, limit: Int) -> [PendingRequest] {
        let due = tables.requests.filter { $0.due.map { $0 <= time } ?? false }
        return Array(due.sorted { Self.place($0) < Self.place($1) }.prefix(limit))
    }

    private static func place(_ request: PendingRequest) -> (Int64, Int) {
        (request.due?.milliseconds ?? .max, request.generation)
    }

    package func nextDue() -> UnixTime? { tables.requests.compactMap(\.due).min() }

    package func put(_ request: PendingRequest) {
        if let index = requestIndex(request.request.identifier, request.app) {
            tables.requests[index] = request
        } else {
            tables.requests.append(request)
        }
    }

    package func removeRequest(_ identifier: String, of app: String) {
        guard let index = requestIndex(identifier, app) else { return }
        forget(tables.requests.remove(at: index))
    }

    private func forget(_ request: PendingRequest) {
        tables.requestByteCounts[request.generation] = nil
        _ = disownFiles(of: .request(request.generation))
    }

    package func pendingByteCount(of app: String, besides identifiers: Set<ExactText>) -> Int {
        var count = 0
        for pending in tables.requests where pending.app == app {
            guard !identifiers.contains(ExactText(pending.request.identifier)) else { continue }
            let known = tables.requestByteCounts[pending.generation]
            let byteCount = known ?? pending.request.document.serialized().count
            tables.requestByteCounts[pending.generation] = byteCount
            count += byteCount
        }
        return count
    }

    package func nextGeneration() -> Int {
        tables.generation += 1
        return tables.generation
    }

    private func requestIndex(_ identifier: String, _ app: String) -> Int? {
        tables.requests.firstIndex {
            $0.request.identifier.isExactly(identifier) && $0.app == app
        }
    }
}

extension MemoryStore {
    // MARK: Ledger

    package func insert(_ entry: LedgerEntry) -> Int? {
        guard tables.arrivals[ExactText(entry.key)] == nil else { return nil }
        tables.sequence += 1
        var stored = entry
        stored.sequence = tables.sequence
        tables.entries.append(MemoryTables.StoredEntry(stored))
        tables.arrivals[ExactText(entry.key)] = MemoryTables.Arrival(
            sequence: stored.sequence,
            date: entry.accepted
        )
        return stored.sequence
    }

    package func entry(_ sequence: Int) -> LedgerEntry? {
        entryIndex(sequence).map { tables.entries[$0].value }
    }

    package func sequence(ofKey key: String) -> Int? { tables.arrivals[ExactText(key)]?.sequence }

    package func update(_ entry: LedgerEntry) {
        if let index = entryIndex(entry.sequence) { tables.entries[index] = .init(entry) }
    }

    package func removeEntry(_ sequence: Int) {
        forgetWork(on: sequence)
        if let index = entryIndex(sequence) { tables.entries.remove(at: index) }
    }

    package func forgetKey(_ key: String) { tables.arrivals[ExactText(key)] = nil }

    package func entries(
        of app: String?,
        in states: Set<EntryState>,
        limit: Int
    ) -> [LedgerEntry] {
        var found: [LedgerEntry] = []
        for stored in tables.entries where found.count < limit {
            let isWanted = app == nil || stored.value.app == app
            if isWanted, states.contains(stored.value.state) { found.append(stored.value) }
        }
        return found
    }

    package func newestEntries(
        of app: String?,
        in states: Set<EntryState>,
        before sequence: Int?,
        limit: Int
    ) -> [LedgerEntry] {
        let found = tables.entries.reversed().lazy.map(\.value).filter { entry in
            (app == nil || entry.app == app) && states.contains(entry.state)
                && sequence.map { entry.sequence < $0 } ?? true
        }
        return Array(found.prefix(limit))
    }

    package func entries(
        of app: String,
        identifier: String,
        in states: Set<EntryState>,
        after sequence: Int
    ) -> [LedgerEntry] {
        tables.entries.filter { stored in
            stored.value.app == app && stored.value.identifier.isExactly(identifier)
                && states.contains(stored.value.state) && stored.value.sequence > sequence
        }.map(\.value)
    }

    package func newestEntries(
        of app: String,
        identifier: String,
        limit: Int
    ) -> [LedgerEntry] {
        let found = tables.entries.reversed().lazy.map(\.value).filter {
            $0.app == app && $0.identifier.isExactly(identifier)
        }
        return Array(found.prefix(limit))
    }

    package func hasOthers(of app: String, identifier: String, than sequence: Int) -> Bool {
        tables.entries.contains {
            $0.value.app == app && $0.value.identifier.isExactly(identifier)
                && $0.value.sequence != sequence
        }
    }

    package func waiting() -> [WaitingEntry] {
        tables.entries.filter { $0.value.state == .accepted }.map { stored in
            WaitingEntry(
                sequence: stored.value.sequence,
                app: stored.value.app,
                thread: stored.value.thread
            )
        }
    }

    package func entries(heldUntil time: UnixTime, limit: Int) -> [LedgerEntry] {
        let held = tables.entries.filter { stored in
            [.decided, .stored].contains(stored.value.state)
                && stored.value.held.map { $0 <= time } ?? false
        }
        return held.prefix(limit).map(\.value)
    }

    package func nextHeld() -> UnixTime? {
        tables.entries.filter { [.decided, .stored].contains($0.value.state) }
            .compactMap(\.value.held).min()
    }

    package func forgetKeys(before time: UnixTime, beyond count: Int) {
        let kept = Set(tables.entries.map { ExactText($0.value.key) })
        let first = (tables.arrivals.values.map(\.sequence).max() ?? 0) - count
        tables.arrivals = tables.arrivals.filter { key, arrival in
            kept.contains(key) || (arrival.date >= time && arrival.sequence > first)
        }
    }

    private func entryIndex(_ sequence: Int) -> Int? {
        var range = tables.entries.indices
        while let middle = range.isEmpty ? nil : (range.lowerBound + range.upperBound) / 2 {
            let found = tables.entries[middle].value.sequence
            if found == sequence { return middle }
            range = found < sequence ? middle + 1..<range.upperBound : range.lowerBound..<middle
        }
        return nil
    }

    // MARK: Runs and files

    package func put(_ run: RunRecord) {
        if let index = tables.runs.firstIndex(where: { $0.lease == run.lease }) {
            tables.runs[index] = run
        } else {
            tables.runs.append(run)
        }
    }

    package func runs(of sequence: Int) -> [RunRecord] {
        tables.runs.filter { $0.lease.sequence == sequence }
            .sorted { $0.lease.attempt < $1.lease.attempt }
    }

    package func reportByteCount() -> Int {
        tables.runs.reduce(0) { $0 + ($1.report?.count ?? 0) }
    }

    package func removeRuns(before time: UnixTime, limit: Int) -> Int {
        let oldest = tables.runs.filter { $0.ended < time }.sorted { $0.ended < $1.ended }
        let leases = Set(oldest.prefix(limit).map(\.lease))
        tables.runs.removeAll { leases.contains($0.lease) }
        return leases.count
    }

    package func removeReports(limit: Int) -> Int {
        let reported = tables.runs.indices.filter { tables.runs[$0].report?.isEmpty == false }
        let oldest = reported.sorted { tables.runs[$0].ended < tables.runs[$1].ended }.prefix(limit)
        for index in oldest { tables.runs[index].report = nil }
        return oldest.count
    }

    package func own(_ file: String, by sequence: Int) {
        tables.files[file, default: []].insert(.notification(sequence))
    }

    package func own(_ file: String, byRequest generation: Int) {
        tables.files[file, default: []].insert(.request(generation))
    }

    package func isOwned(_ file: String) -> Bool { tables.files[file] != nil }

    package func ownedFiles() -> Set<String> {
        Set(tables.files.filter { $0.value.contains(where: isHolding) }.keys)
    }

    /// Whether what an owner owns is not to go.
    private func isHolding(_ owner: MemoryTables.FileOwner) -> Bool {
        guard case .notification(let sequence) = owner else { return true }
        return entry(sequence)?.state != .removed
    }

    package func fileOwners(of app: String) -> [Int] {
        let sequences = tables.files.values.joined().compactMap { owner in
            if case .notification(let sequence) = owner { sequence } else { nil }
        }
        return Set(sequences).filter { entry($0)?.app == app }.sorted()
    }

    package func disownFiles(of sequence: Int) -> [String] {
        disownFiles(of: .notification(sequence))
    }

    package func disownFiles(ofRequest generation: Int) -> [String] {
        disownFiles(of: .request(generation))
    }

    private func disownFiles(of owner: MemoryTables.FileOwner) -> [String] {
        var freed: [String] = []
        for (file, owners) in tables.files where owners.contains(owner) {
            let left = owners.subtracting([owner])
            tables.files[file] = left.isEmpty ? nil : left
            if left.isEmpty { freed.append(file) }
        }
        return freed.sorted()
    }

    private func forgetWork(on sequence: Int) {
        tables.runs.removeAll { $0.lease.sequence == sequence }
        _ = disownFiles(of: sequence)
    }

    // MARK: Log, tombstones, responses

    package func append(_ event: CenterEvent) -> Int {
        tables.cursor += 1
        var stored = event
        stored.cursor = tables.cursor
        tables.events.append(stored)
        return stored.cursor
    }

    package func events(after cursor: Int, limit: Int) -> [CenterEvent] {
        Array(tables.events.lazy.filter { $0.cursor > cursor }.prefix(limit))
    }

    package func events(of sequence: Int, limit: Int) -> [CenterEvent] {
        Array(tables.events.lazy.filter { $0.sequence == sequence }.prefix(limit))
    }

    package func lastCursor() -> Int { tables.cursor }

    package func lastEventDate() -> UnixTime? { tables.events.last?.date }

    package func trimEvents(through cursor: Int, before time: UnixTime, beyond count: Int) {
        let first = (tables.events.last?.cursor ?? 0) - count
        let young = tables.events.first { $0.date >= time }?.cursor ?? .max
        tables.events.removeAll { event in
            event.cursor <= cursor && (event.cursor < young || event.cursor <= first)
        }
    }

    package func sinkCursors() -> [String: Int] { tables.cursors }

    package func put(cursor: Int, ofSink sink: String) {
        tables.cursors[sink] = cursor
    }

    package func append(_ tombstone: Tombstone) {
        tables.tombstone += 1
        var stored = tombstone
        stored.number = tables.tombstone
        tables.tombstones.append(stored)
    }

    package func tombstones(after number: Int, limit: Int) -> [Tombstone] {
        Array(tables.tombstones.lazy.filter { $0.number > number }.prefix(limit))
    }

    package func trimTombstones(before time: UnixTime, beyond count: Int) {
        let first = (tables.tombstones.last?.number ?? 0) - count
        tables.tombstones.removeAll { $0.date < time || $0.number <= first }
    }

    package func insert(_ response: UserResponse) -> Int {
        tables.response += 1
        var stored = response
        stored.number = tables.response
        tables.responses.append(stored)
        return stored.number
    }

    package func response(_ number: Int) -> UserResponse? {
        tables.responses.first { $0.number == number }
    }

    package func responses(of app: String) -> [UserResponse] {
        tables.responses.filter { $0.app == app }
    }

    package func update(_ response: UserResponse) {
        guard let index = tables.responses.firstIndex(where: { $0.number == response.number })
        else { return }
        tables.responses[index] = response
    }

    package func removeResponse(_ number: Int) {
        tables.responses.removeAll { $0.number == number }
    }
}
