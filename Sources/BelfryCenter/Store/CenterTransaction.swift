// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfryModel

/// What one transaction of a store can read and change.
///
/// All of it is committed together or not at all. A method that fails has changed nothing that is
/// still there after the rollback.
package protocol CenterTransaction: AnyObject {
    // MARK: Apps and device

    func app(_ identifier: String) throws -> CenterApp?
    func apps() throws -> [CenterApp]
    func put(_ app: CenterApp) throws

    /// Removes an app with all that refers to it, tombstones and events excepted.
    ///
    /// The keys of its pushes go too: a push that comes once more, after the app was installed again, is
    /// a new one.
    func removeApp(_ identifier: String) throws

    func categories(of app: String) throws -> CategorySet
    func put(_ categories: CategorySet, for app: String) throws

    func device() throws -> VirtualDevice
    func put(_ device: VirtualDevice) throws

    // MARK: Devices that are pushed to

    func pushDevice(_ name: String) throws -> PushDevice?

    /// All devices, the main one first and the others in the order in which they were added.
    func pushDevices() throws -> [PushDevice]

    /// Adds a device, or changes the one of its name.
    func put(_ device: PushDevice) throws

    func removePushDevice(_ name: String) throws

    // MARK: Delivery log

    /// Adds a line to the delivery log.
    ///
    /// - Parameter record: The line. Its number is 0, as the store numbers it; its identifier is new to the log.
    /// - Throws: The store's error.
    func insert(_ record: PushRecord) throws

    func pushRecord(_ uniqueIdentifier: String) throws -> PushRecord?

    /// Changes what a line says of its push: steps and repetitions.
    func update(_ record: PushRecord) throws

    /// Lines of the delivery log, the newest first; of one app or all, before a number or all.
    func newestPushRecords(of app: String?, before number: Int?, limit: Int) throws -> [PushRecord]

    /// When the newest background pushes of an app reached a device.
    ///
    /// - Parameters:
    ///   - app: The app.
    ///   - device: The device's name.
    ///   - start: Those after this.
    ///   - end: Those until this.
    ///   - limit: How many at most.
    /// - Returns: The times, the newest first.
    /// - Throws: The store's error.
    func backgroundDeliveries(
        of app: String,
        to device: String,
        after start: UnixTime,
        through end: UnixTime,
        limit: Int
    ) throws -> [UnixTime]

    /// Forgets lines of the delivery log that came before a time, and the oldest beyond a count; those
    /// of pushes that are stored stay.
    func trimPushRecords(before time: UnixTime, beyond count: Int) throws

    // MARK: Live activities

    /// Adds a live activity.
    ///
    /// - Parameter activity: The activity, with the number 0.
    /// - Returns: The number it has now.
    /// - Throws: The store's error.
    func insert(_ activity: LiveActivity) throws -> Int

    func liveActivity(token: String) throws -> LiveActivity?

    /// The live activities of an app, or of all apps, in order.
    func liveActivities(of app: String?) throws -> [LiveActivity]

    /// Live activities that end or are dismissed by a time.
    func liveActivities(dueBy time: UnixTime, limit: Int) throws -> [LiveActivity]

    /// When the next live activity ends or is dismissed; nil where there is none.
    func nextActivityDue() throws -> UnixTime?

    func update(_ activity: LiveActivity) throws
    func removeLiveActivity(_ number: Int) throws

    // MARK: Broadcast channels

    func insert(_ channel: BroadcastChannel) throws
    func channel(_ identifier: String) throws -> BroadcastChannel?

    /// The channels of an app, in the order in which they were made.
    func channels(of app: String, in environment: PushEnvironment) throws -> [BroadcastChannel]

    /// How many channels there are of all apps.
    func channelCount(in environment: PushEnvironment) throws -> Int

    func removeChannel(_ identifier: String) throws

    // MARK: Device tokens

    func deviceToken(_ token: String) throws -> DeviceToken?

    /// The tokens of an app, or of all apps, in the order in which they were given.
    func deviceTokens(of app: String?) throws -> [DeviceToken]

    /// Adds a device token, or says of a known one that it has ended.
    func put(_ token: DeviceToken) throws

    func removeDeviceToken(_ token: String) throws

    // MARK: Requests

    /// The app's requests, oldest first; nil for those of all apps.
    func requests(of app: String?) throws -> [PendingRequest]

    func request(_ identifier: String, of app: String) throws -> PendingRequest?
    func requestCount(of app: String) throws -> Int

    /// The bytes of the documents of an app's requests, but for those of some identifiers.
    func pendingByteCount(of app: String, besides identifiers: Set<ExactText>) throws -> Int

    /// Requests that are due, the soonest first.
    func requests(dueBy time: UnixTime, limit: Int) throws -> [PendingRequest]

    /// When the next request is due; nil where none is.
    func nextDue() throws -> UnixTime?

    /// Adds a request, or replaces the one of its app and identifier in its place.
    func put(_ request: PendingRequest) throws

    func removeRequest(_ identifier: String, of app: String) throws

    /// A number that was never given before.
    func nextGeneration() throws -> Int

    // MARK: Ledger

    /// Stores a new entry and its arrival's key.
    ///
    /// - Parameter entry: The notification, with the sequence 0.
    /// - Returns: The sequence it has now; nil where the key is known, and nothing was stored.
    /// - Throws: The store's error; the same for every method here.
    func insert(_ entry: LedgerEntry) throws -> Int?

    func entry(_ sequence: Int) throws -> LedgerEntry?

    /// The sequence that an arrival's key was given; it outlives the entry.
    func sequence(ofKey key: String) throws -> Int?

    func update(_ entry: LedgerEntry) throws

    /// Removes an entry for good; its key stays known.
    func removeEntry(_ sequence: Int) throws

    /// Forgets an arrival's key: what comes with it next is new.
    func forgetKey(_ key: String) throws

    /// Entries in order, of one app or all.
    func entries(of app: String?, in states: Set<EntryState>, limit: Int) throws -> [LedgerEntry]

    /// Entries of one app or all, the newest first.
    ///
    /// - Parameters:
    ///   - app: The app; nil for all.
    ///   - states: Where they stand.
    ///   - sequence: Only those before this one; nil for all.
    ///   - limit: How many at most.
    /// - Returns: The entries.
    /// - Throws: The store's error.
    func newestEntries(
        of app: String?,
        in states: Set<EntryState>,
        before sequence: Int?,
        limit: Int
    ) throws -> [LedgerEntry]

    /// Entries of an app's request, the newest first, wherever they stand.
    ///
    /// - Parameters:
    ///   - app: The app.
    ///   - identifier: The request's identifier.
    ///   - limit: How many at most.
    /// - Returns: The entries.
    /// - Throws: The store's error.
    func newestEntries(of app: String, identifier: String, limit: Int) throws -> [LedgerEntry]

    /// Entries that have what is looked for, the newest first.
    ///
    /// What came or changed since ``updateSearch(limit:)`` returned false need not be found.
    ///
    /// - Parameters:
    ///   - query: What is looked for.
    ///   - apps: The apps; nil for all.
    ///   - states: Where they stand.
    ///   - sequence: Only those before this one; nil for all.
    ///   - limit: How many at most.
    /// - Returns: The entries.
    /// - Throws: The store's error.
    func search(
        _ query: SearchQuery,
        of apps: Set<String>?,
        in states: Set<EntryState>,
        before sequence: Int?,
        limit: Int
    ) throws -> [LedgerEntry]

    /// Brings what is searched up to date, a part of it at a time: no arrival waits for that.
    ///
    /// - Parameter limit: How many entries are looked at.
    /// - Returns: Whether there are more.
    /// - Throws: The store's error.
    func updateSearch(limit: Int) throws -> Bool

    /// Entries of one identifier, in order.
    ///
    /// - Parameters:
    ///   - app: The app.
    ///   - identifier: The identifier that they share.
    ///   - states: Where they stand.
    ///   - sequence: Only those after this one; 0 for all.
    /// - Returns: The entries.
    /// - Throws: The store's error.
    func entries(
        of app: String,
        identifier: String,
        in states: Set<EntryState>,
        after sequence: Int
    ) throws -> [LedgerEntry]

    /// Whether there is another entry of an app and an identifier, in whatever state.
    func hasOthers(of app: String, identifier: String, than sequence: Int) throws -> Bool

    /// What waits to be worked on, in order: no more of each than a scheduler needs.
    func waiting() throws -> [WaitingEntry]

    /// Decided and stored entries whose time has come, in order.
    func entries(heldUntil time: UnixTime, limit: Int) throws -> [LedgerEntry]

    /// Entries that ended before a time, in the order in which they ended.
    func entries(endedBefore time: UnixTime, limit: Int) throws -> [LedgerEntry]

    /// Pushes that are stored until their devices can be reached, in order; of one app or all.
    ///
    /// Those that wait for a time that their senders named are not among them, and are not read.
    func storedEntries(of app: String?) throws -> [LedgerEntry]

    /// How many pushes of an app wait for a time that their senders named, and how many bytes they
    /// have; none of them is read.
    func delayedSize(of app: String) throws -> LedgerSize

    /// When the next decided entry is to be shown, or a stored one to be looked at; nil where none
    /// waits.
    func nextHeld() throws -> UnixTime?

    /// How many notifications each app has in the list, of the apps that have some; none of them is
    /// read.
    func listedCounts() throws -> [String: ListedCount]

    /// How much the ledger holds of each app of which it holds something.
    func sizes() throws -> [String: LedgerSize]

    /// How much the ledger holds of an app.
    func size(of app: String) throws -> LedgerSize

    /// Forgets the keys of arrivals whose entries are gone: those before a time, and all but the newest
    /// so many.
    func forgetKeys(before time: UnixTime, beyond count: Int) throws

    // MARK: Runs and files

    /// Adds a run of a notification that is there, or replaces the one of its lease.
    func put(_ run: RunRecord) throws

    /// The runs of a notification, in order; they go with it.
    func runs(of sequence: Int) throws -> [RunRecord]

    /// The bytes of all reports.
    func reportByteCount() throws -> Int

    /// Removes the oldest runs.
    ///
    /// - Parameters:
    ///   - time: Those that ended before go.
    ///   - limit: How many go at most.
    /// - Returns: How many went.
    /// - Throws: The store's error.
    func removeRuns(before time: UnixTime, limit: Int) throws -> Int

    /// Removes the reports of the oldest runs that have one; the runs stay.
    ///
    /// - Parameter limit: How many go at most.
    /// - Returns: How many went.
    /// - Throws: The store's error.
    func removeReports(limit: Int) throws -> Int

    /// Notes that a notification owns a file.
    func own(_ file: String, by sequence: Int) throws

    /// Notes that a pending request owns a file.
    func own(_ file: String, byRequest generation: Int) throws

    /// Whether a notification or a request owns a file.
    func isOwned(_ file: String) throws -> Bool

    /// The files that a notification or a request owns and that are not to go: those of notifications
    /// that have left the list go where room is needed.
    func ownedFiles() throws -> Set<String>

    /// The notifications of an app that own files, in order.
    ///
    /// - Parameter app: The app.
    /// - Returns: Their numbers.
    /// - Throws: The store's error.
    func fileOwners(of app: String) throws -> [Int]

    /// Takes a notification's files from it.
    ///
    /// - Parameter sequence: The notification.
    /// - Returns: Those that nobody owns any more.
    /// - Throws: The store's error.
    func disownFiles(of sequence: Int) throws -> [String]

    /// Takes a pending request's files from it.
    ///
    /// - Parameter generation: The request.
    /// - Returns: Those that nobody owns any more.
    /// - Throws: The store's error.
    func disownFiles(ofRequest generation: Int) throws -> [String]

    // MARK: Log, tombstones, responses

    /// Appends an event.
    ///
    /// - Parameter event: What happened, with the cursor 0.
    /// - Returns: The event's cursor.
    /// - Throws: The store's error.
    @discardableResult
    func append(_ event: CenterEvent) throws -> Int

    func events(after cursor: Int, limit: Int) throws -> [CenterEvent]

    /// The first events of a notification, as far as the log still has them.
    func events(of sequence: Int, limit: Int) throws -> [CenterEvent]

    /// The cursor of the last event that there ever was, trimmed ones included; 0 for none.
    func lastCursor() throws -> Int

    /// When the last event happened; nil for a log that is empty.
    func lastEventDate() throws -> UnixTime?

    /// Removes the oldest events, up to a cursor: those before the first one that is not older than a
    /// time, and all but the newest so many.
    ///
    /// The log keeps no hole: an event stays that was written while the clock was set back. One that is
    /// later than now, which a wrong clock wrote, holds back those after it until the count is reached.
    func trimEvents(through cursor: Int, before time: UnixTime, beyond count: Int) throws

    /// How far each sink has come.
    func sinkCursors() throws -> [String: Int]
    func put(cursor: Int, ofSink sink: String) throws

    func append(_ tombstone: Tombstone) throws
    func tombstones(after number: Int, limit: Int) throws -> [Tombstone]

    /// Removes tombstones that are older than a time, and all but the newest so many.
    func trimTombstones(before time: UnixTime, beyond count: Int) throws

    /// Stores a new response.
    ///
    /// - Parameter response: What the user did, with the number 0.
    /// - Returns: The number it has now.
    /// - Throws: The store's error.
    func insert(_ response: UserResponse) throws -> Int

    func response(_ number: Int) throws -> UserResponse?

    /// The app's responses that it has not acknowledged, in order.
    func responses(of app: String) throws -> [UserResponse]

    func update(_ response: UserResponse) throws
    func removeResponse(_ number: Int) throws
}

extension CenterTransaction {
    /// How much the ledger holds.
    package func size() throws -> LedgerSize {
        try sizes().values.reduce(into: LedgerSize()) { all, size in
            all.entryCount += size.entryCount
            all.byteCount += size.byteCount
        }
    }

    package func pendingByteCount(of app: String, besides identifiers: Set<ExactText>) throws -> Int
    {
        try requests(of: app).reduce(0) { count, pending in
            let isOther = !identifiers.contains(ExactText(pending.request.identifier))
            return count + (isOther ? pending.request.document.serialized().count : 0)
        }
    }
}

/// What a scheduler has to know of an entry that waits.
package struct WaitingEntry: Equatable, Sendable {
    package var sequence: Int
    package var app: String
    package var thread: String

    package init(sequence: Int, app: String, thread: String) {
        self.sequence = sequence
        self.app = app
        self.thread = thread
    }
}

/// How much the ledger holds.
package struct LedgerSize: Equatable, Sendable {
    package var entryCount: Int

    /// The bytes of payloads and contents.
    package var byteCount: Int

    package init(entryCount: Int = 0, byteCount: Int = 0) {
        self.entryCount = entryCount
        self.byteCount = byteCount
    }
}

/// How many notifications an app has in the list.
package struct ListedCount: Equatable, Sendable {
    package var total: Int

    /// Those that the user has not seen.
    package var unread: Int

    package init(total: Int = 0, unread: Int = 0) {
        self.total = total
        self.unread = unread
    }
}
