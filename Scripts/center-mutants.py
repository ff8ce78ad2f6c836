# SPDX-License-Identifier: Apache-2.0
# Part of Belfry, a host for notification extensions.
"""Applies one mutant after another to a copy of the centre, and runs the test that has to notice.

usage: center-mutants.py TREE [NUMBER...]   Scripts/center-mutants.sh runs it
       center-mutants.py --check            is each mutant's text in this tree's sources?
"""

import os
import subprocess
import sys

from mutants import locate

TARGETS = ["BelfryAttachments", "BelfryCenter", "BelfryLedger", "BelfrySystem"]

# What is broken, the text that is put in place of another, which is once in the targets, and the test
# that has to notice.
MUTANTS = [
    ("the disk is not waited for",
     'package var synchronous = "FULL"', 'package var synchronous = "NORMAL"',
     "waits for the disk between a change and its acknowledgement"),
    ("a ledger is not locked",
     'flock(raw, LOCK_EX | LOCK_NB)', 'flock(raw, LOCK_SH | LOCK_NB)',
     "refuses a ledger that is open already, and says so"),
    ("a newer schema is opened",
     'guard found <= version else', 'guard found <= 99 else',
     "refuses a ledger of a newer version, and leaves it as it is"),
    ("pages are not looked at",
     'package var checksPages = true', 'package var checksPages = false',
     "refuses a damaged ledger, and leaves it as it is"),
    ("a journal that a kill left is not rolled back",
     'where error.resultCode == .SQLITE_READONLY', 'where error.resultCode == .SQLITE_FULL',
     "keeps what was acknowledged when it is killed at any write or sync"),
    ("a second arrival is stored",
     'guard try sequence(ofKey: entry.key) == nil else { return nil }',
     'try execute("DELETE FROM arrival WHERE key = ?", [entry.key])',
     "records a push that comes twice, and shows it once"),
    ("an outcome of an earlier attempt is taken",
     'entry.lease == lease', 'lease.sequence == entry.sequence',
     "runs a notification again that a crash interrupted, and counts it"),
    ("an interruption is not counted",
     'entry.detail.interruptions += 1', 'entry.detail.interruptions += 0',
     "shows the original when an extension took the process down twice"),
    ("a run is not put back after a crash",
     'in: [.running], limit: .max)', 'in: [.running], limit: 0)',
     "keeps every promise in any order of events and crashes"),
    ("the extension is asked before its run is committed",
     'entry.detail.attempts += 1\n        try transaction.update(entry)',
     'entry.detail.attempts += 1',
     "shows what the extension made of a push"),
    ("a fired request leaves without a tombstone",
     'try bury(request, .fired)\n            try transaction.removeRequest(request.request.identifier, of: request.app)\n        }\n    }\n\n    /// Notes where',
     'try transaction.removeRequest(request.request.identifier, of: request.app)\n        }\n    }\n\n    /// Notes where',
     "keeps every promise in any order of events and crashes"),
    ("a cursor moves on before its event was dealt with",
     'try sink.deliver(event, entry)\n                done = event.cursor',
     'done = event.cursor\n                try sink.deliver(event, entry)',
     "gives an event again that a sink failed on, and the others theirs"),
    ("a delayed push comes at once",
     'entry.state = .stored\n        entry.detail.due = due', 'entry.detail.due = due',
     "pushes at the time that the sender named, and not before"),
    ("a delayed push is one that waits for its device",
     'stored.value.state == .stored && stored.value.detail.due == nil\n                && (app', 'stored.value.state == .stored && (app',
     "leaves delayed pushes alone when a device goes off and on"),
    ("a delayed push stays beside the one that replaces it",
     'for var other in replaced { try end(&other, .collapsed, .superseded) }', '_ = replaced',
     "has a newer push take the place of a delayed one of its identifier"),
    ("a push does not own its files",
     'for file in push.attachments { try transaction.own(file.url, by: sequence) }', '_ = sequence',
     "owns the files that came with a push until it has gone"),
    ("a thread's next one begins at once",
     'if !busyPlaces.contains(place), waiting[place]?.count == 1', 'if true',
     "keeps each thread's order and begins everything, in any order of endings"),
    ("one app may take every place",
     'lanes.running < appWidth,', 'lanes.running < .max,',
     "leaves places free that one app may not take"),
    ("an outcome that could not be stored is forgotten",
     '            let results = try performTogether(',
     '            defer { unrecorded = [] }\n            let results = try performTogether(',
     "goes on where it was once there is room again"),
    ("an older notification replaces a newer one",
     'others.contains(where: { outdates($0, entry) })', 'others.contains(where: { _ in false })',
     "never replaces a newer notification by an older one"),
    ("an interval does not move with the clock",
     'request.due = due + milliseconds', 'request.due = due + 0',
     "keeps the length of an interval when the clock is set"),
    ("an hour that the clock skips skips the day",
     'guard gap > 0,', 'guard gap > 7200,',
     "finds the dates of a calendar trigger"),
    ("what is on its way is forgotten",
     'for states in [EntryState.ends, EntryState.delivered] {', 'for states in [EntryState.ends, Set(EntryState.allCases)] {',
     "forgets the oldest over its count, never what is on its way"),
    ("a response is given a fourth time",
     'deliveryLimit = 3', 'deliveryLimit = 4',
     "gives a response three times at most, and says that nobody took it"),
    ("a file goes while another notification owns it",
     'SELECT EXISTS (SELECT 1 FROM attachment WHERE file = ?1)',
     'SELECT EXISTS (SELECT 1 FROM attachment WHERE FALSE)',
     "frees a file with the last notification that owns it"),
    ("a tombstone leaves a notification its files",
     'disownFiles(of: sequence)\n        if !freed.isEmpty { effects.append(.freed(freed)) }',
     'disownFiles(of: sequence)\n        _ = freed',
     "frees a file with the last notification that owns it"),
    ("a request's tombstone leaves it its files",
     'disownFiles(ofRequest: request.generation)\n        if !freed.isEmpty { effects.append(.freed(freed)) }',
     'disownFiles(ofRequest: request.generation)\n        _ = freed',
     "frees the files of a request that is removed or replaced"),
    ("a pending request does not keep its files",
     'OR EXISTS (SELECT 1 FROM request_file WHERE file = ?1)', 'OR FALSE AND ?1 IS NULL',
     "keeps a file that one caller frees and the next one shows"),
    ("files of an outcome that comes too late stay",
     'try free(outcome.files)\n            return false', 'return false',
     "frees the files of an outcome that nobody waits for"),
    ("a run that a shutdown ended counts as interrupted",
     'private func requeue(_ entry: inout LedgerEntry) throws {',
     'private func requeue(_ entry: inout LedgerEntry) throws {\n        entry.detail.interruptions += 1',
     "puts a run back that its engine could not finish"),
    ("a report is kept in place of its verdict",
     'run.report = report', 'run = RunRecord(lease, ended: now, verdict: .center(.interrupted), report: report)',
     "keeps each run of a notification with its verdict and report"),
    ("reports are kept for ever",
     'before: try cutoff(kept.reportMilliseconds),', 'before: UnixTime(milliseconds: 0),',
     "forgets reports by age and by size, and keeps their notifications"),
    ("a response of a removed app leaves without a tombstone",
     'for response in try transaction.responses(of: identifier) {\n            try bury(response, .appRemoved)\n        }', '',
     "leaves a tombstone of what a removed app was to be given"),
    ("an app is woken with each push that waits for it",
     'where older.isWake && older.deliveries == 0 {\n            try bury(older, .superseded)', 'where older.isWake && older.deliveries == 0 {\n            continue',
     "keeps the newest push that the app was not woken with"),
    ("a push takes the place of one that the app works on",
     'where older.isWake && older.deliveries == 0 {', 'where older.isWake {',
     "keeps the newest push that the app was not woken with"),
    ("what the user did gives way to a push",
     'where older.isWake && older.deliveries == 0 {', 'where older.deliveries == 0 {',
     "keeps the newest push that the app was not woken with"),
    ("a push that is shown wakes nobody",
     'if entry.source == .push, entry.detail.isContentAvailable { try wake(by: entry) }', '',
     "wakes the app once with a push that is shown besides"),
    ("a removed app's requests leave without a tombstone",
     'for request in try transaction.requests(of: identifier) { try bury(request, .appRemoved) }', '',
     "keeps every promise in any order of events and crashes"),
    ("a removed app keeps its device tokens",
     'try endTokens(of: identifier)\n        try', 'try',
     "tells tokens that are unknown, another app's, ended and in use apart"),
    ("reports may have any size",
     'try transaction.reportByteCount() > kept.reportByteLimit', 'try transaction.reportByteCount() < 0',
     "forgets reports by age and by size, and keeps their notifications"),
    ("a row that cannot be read is claimed for ever",
     'try end(&entry, .dropped, .damaged, note: entry.damage ?? "")', 'throw CenterError(.damaged, "")',
     "one row that cannot be read stops nothing else, and loses no push"),
    ("how long a push is stored does not move with the clock",
     'policy.storedMilliseconds) + milliseconds', 'policy.storedMilliseconds) + 0',
     "stores a push over a clock that is wrong for a while, forward or backward"),
    ("an interval is told from the one before by its date",
     'trigger.isInterval ? "firing \\(request.crossings)"', 'false ? ""',
     "fires an interval again at a time that a clock which was put back shows twice"),
    ("what is added after a jump of the clock is moved by it",
     'do { try center.noteClock() } catch', 'do {} catch',
     "reckons what is added after a jump of the clock by the new time alone"),
    ("a restored notification is compared with newer ones",
     'entry.detail.isWanted == true || ', '',
     "shows a restored one that its app in front agrees to, though a newer one was shown"),
    ("what begins with its arrival leaves its lane free",
     '                lanes.begin(entry)\n', '',
     "begins with its arrival what need not wait"),
    ("what comes begins before what waits",
     'waitingCount == 0 && busy.count < width', 'busy.count < width',
     "lets begin at once what has nothing before it"),
    ("what was rolled back is remembered",
     '            decoded.forgetAll()\n            throw error', '            throw error',
     "remembers nothing of a notification that was rolled back"),
    ("outcomes are taken after one that could not be stored",
     'if endsAtFailure, let failure { throw failure }', '_ = endsAtFailure',
     "takes each outcome once where one of several cannot be stored"),
    ("a summary features one that shows nothing",
     '.flatMap(\\.values).filter(\\.shown.hasAlert)', '.flatMap(\\.values)',
     "a summary features one that shows something, and is not replaced"),
    ("each transaction of a summary features one of its own",
     'app.featuredSummary = key.summary', 'app.featuredSummary = nil',
     "features one though a summary takes several transactions"),
    ("a day that a month does not have is passed over",
     'guard let count = last.day, number > count', 'guard let count = last.day, number > count + 9',
     "finds the dates of a calendar trigger"),
    ("a file is not waited for",
     '            try Descriptor.open(file, O_RDONLY).synchronize(file)\n', '',
     "waits for the disk between a change and its acknowledgement"),
    ("a file's name is not waited for",
     'for place in [file, String(file[..<slash]), path]', 'for place in [String(file[..<slash]), path]',
     "waits for the disk between a change and its acknowledgement"),
    ("the name of a file's directory is not waited for",
     'for place in [file, String(file[..<slash]), path]', 'for place in [file, path]',
     "waits for the disk between a change and its acknowledgement"),
    ("the name of the files' store is not waited for",
     'for place in [file, String(file[..<slash]), path]', 'for place in [file, String(file[..<slash])]',
     "waits for the disk between a change and its acknowledgement"),
    ("a backup's name is not waited for",
     '            try keepName(of: copy)\n', '',
     "a backup is on the disk when it is said to be there, and so is what it restores"),
    ("a newer one does not wait for what its app is asked about",
     'return try asked(of: entry.app).contains { entry.sequence > $0.sequence }', 'return false',
     "keeps every promise in any order of events and crashes"),
    ("what an app in front has named is not all that is shown",
     'case .surfaces(let surfaces): surfaces', 'case .surfaces(let surfaces): surfaces.union([.list])',
     "keeps every promise in any order of events and crashes"),
    ("what is listed is forgotten before what has ended",
     'for states in [EntryState.ends, EntryState.delivered] {',
     'for states in [EntryState.delivered, EntryState.ends] {',
     "forgets nothing of the list while anything that has ended is left"),
    ("the oldest goes, whosever it is",
     'transaction.entries(of: app, in: states, limit: 1)',
     'transaction.entries(of: nil, in: states, limit: 1)',
     "forgets over its count what is an app's that has most, however young"),
    ("an app with its fair share gives for what another has on its way",
     'let share = limit[keyPath: part] / sizes.count', 'let share = 0',
     "takes nothing for what another app has on its way, and that app's once it is shown"),
    ("what extensions decide is not counted",
     'decided?.count ?? 0, ContentCoding', '0, ContentCoding',
     "counts what extensions decide with what was sent"),
    ("a clock that went far forward is believed",
     'try noteLeap(of: milliseconds)', '',
     "forgets nothing by age before a clock that was set far forward has gone for a day"),
    ("a clock that is far ahead at a start is believed",
     'try noteStart(after: last)', 'try noteStart(after: now)',
     "forgets nothing by age on the day that follows a long time off"),
    ("each leap of the clock begins another day",
     '$0.end + milliseconds } ?? now', '_ in now + policy.retention.doubtMilliseconds } ?? now',
     "begins no second day while one is going on"),
    ("what ended long ago is kept",
     'endedBefore: try cutoff(kept.endedMilliseconds)', 'endedBefore: try cutoff(2 * kept.endedMilliseconds)',
     "keeps every promise in any order of events and crashes"),
    ("a dropped one is restored into a newer one's place",
     'let others = try olderOnes(than: entry)', 'let others = try others(like: entry)',
     "keeps a dropped one while a newer one of its identifier is in the list"),
    ("a restored one that is not shown is lost",
     'try end(&entry, entry.detail.isWanted == true ? .dropped : state, reason)',
     'try end(&entry, state, reason)',
     "keeps a restored one that is not shown after all"),
    ("a push that comes again takes a delayed one's place",
     'try transaction.sequence(ofKey: entry.key) == nil\n        {', 'entry.sequence == 0\n        {',
     "keeps every promise in any order of events and crashes"),
    ("an app's categories replace the buttons of messages",
     'changed.version += 1\n        changed.categories = categories',
     'changed = CategorySet(version: current.version + 1, categories: categories)',
     "keeps the buttons that pushes bring when the app sets its own"),
    ("a push reads all that are stored for its app",
     "INDEXED BY notification_stored\n            WHERE state = 'stored' AND due IS NULL", "WHERE state = 'stored'",
     "takes a push without reading those that wait"),
    ("a sound is looked for where the extension is asked alone",
     'return try claimSound(&entry, app, reason)', 'try decide(&entry, entry.original, reason); return nil',
     "has the engine find the sound, and counts no run"),
    ("a look for a sound leaves the record of a run",
     'if outcome.isOfRun {', 'if true {',
     "has the engine find the sound, and counts no run"),
    ("a sound is looked for again after every crash",
     'entry.detail.interruptions < policy.interruptionLimit,', 'policy.interruptionLimit > 0,',
     "looks again after a crash, and twice at most"),
    ("the uptime stops while the machine is suspended",
     'Self.milliseconds(CLOCK_BOOTTIME)', 'Self.milliseconds(CLOCK_MONOTONIC)',
     "reads an uptime that goes on during a suspend"),
    ("a Focus is switched once, and never again",
     'schedule.due = hours.next(after: now)', '_ = hours.next(after: now)',
     "goes on and off by the clock, over midnight and a restart, and says so"),
    ("a Focus's hours have the last word at any time",
     'let isSwitched = isDue || isOn != schedule.isOn', 'let isSwitched = true',
     "lets the user have the last word until the next switch"),
    ("new hours of a Focus wait for their next end",
     'try followFocusSchedule()\n    }\n\n    /// Switches', '_ = now\n    }\n\n    /// Switches',
     "is on at once in its hours, and keeps what is on without it"),
    ("callers are answered before the commit",
     'answer.value.withLock { $0 = value }\n            },\n            done: { result in\n',
     'answer.value.withLock { $0 = value }\n                done(.success(value))\n            },\n'
     '            done: { result in\n                if case .success = result { return }\n',
     "commits many callers together, and answers none of them before its commit"),
    ("each caller has a commit of its own",
     'private static let groupLimit = 256', 'private static let groupLimit = 1',
     "commits many callers together, and answers none of them before its commit"),
    ("what follows a commit is done before it",
     'return (value, try Self.settled(turn.effects, transaction))\n        }\n        apply(effects)\n',
     'let effects = try Self.settled(turn.effects, transaction)\n            apply(effects)\n'
     '            return (value, effects)\n        }\n        _ = effects\n',
     "acknowledges nothing that it could not store"),
    ("a run is begun before its commit",
     'let begun = begin(&effects, transaction)\n',
     'let begun = begin(&effects, transaction)\n            begun?.work.forEach(engine.begin)\n',
     "begins later what could not begin with its arrival"),
    ("an app is remembered as it was before it was written",
     '        decoded.apps.forget(app.identifier)\n', '',
     "has an app as it was committed last"),
    ("an app is remembered as it was rolled back",
     '        apps.forgetAll()\n', '',
     "has an app as it was committed last"),
    ("an app that is gone is remembered",
     '        decoded.apps.forget(identifier)\n', '',
     "has an app as it was committed last"),
]


def run(tree, *command, **environment):
    return subprocess.run(
        command, cwd=tree, capture_output=True, text=True, env=os.environ | environment
    )


def build(tree):
    """What is wrong with the build; None where it is sound."""
    built = run(tree, "swift", "build", "--build-tests")
    return None if built.returncode == 0 else built.stdout[-2000:] + built.stderr[-2000:]


def test(tree, names, **environment):
    """How tests end, and what they print; a filter takes a dot for any character, a space too."""
    pattern = "|".join(name.replace(" ", ".") for name in names)
    command = ["swift", "test", "--disable-xctest", "--skip-build", "--filter", pattern]
    tested = run(tree, *command, **environment)
    return tested.returncode, tested.stdout + tested.stderr


def main():
    if sys.argv[1:] == ["--check"]:
        locate(".", TARGETS, MUTANTS)
        return
    tree, wanted = sys.argv[1], [int(number) for number in sys.argv[2:]]
    paths = locate(tree, TARGETS, MUTANTS)
    if failure := build(tree):
        sys.exit(f"the sources do not build unbroken: {failure}")
    # Each test has to be green before a mutant can turn it red.
    status, output = test(tree, sorted({name for *_, name in MUTANTS}))
    if status != 0:
        sys.exit(f"a test is red unbroken: {output[-3000:]}")
    survivors = 0
    for number, ((what, old, new, name), path) in enumerate(zip(MUTANTS, paths), 1):
        if wanted and number not in wanted:
            continue
        source = path.read_text()
        path.write_text(source.replace(old, new))
        try:
            if failure := build(tree):
                sys.exit(f"mutant {number}, {what}, does not build: {failure}")
            # A single call may be the one that finds it.
            status, output = test(tree, [name], BELFRY_CENTER_CRASH="all")
        finally:
            path.write_text(source)
        killed = status != 0 and "✘" in output
        survivors += not killed
        print(f"{number:2} {'killed' if killed else 'ALIVE '}  {what}: {name}", flush=True)
    if survivors:
        sys.exit(f"{survivors} mutants are alive")
    print("all mutants are killed")


main()
