#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Part of Belfry, a host for notification extensions.
#
# Breaks the notification centre in one place after another, and checks that the test named beside
# each break goes red. It works on a copy of the sources that it needs, in .build/mutants.
#
#     Scripts/center-mutants.sh [NUMBER…]   default: all of them
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

place=.build/mutants
mkdir -p "$place/Sources" "$place/Tests/Simulation"
for target in BelfryCenter BelfryLedger BelfryModel BelfryReport BelfryWire BelfrySystem CBelfryPlatform; do
    rm -rf "$place/Sources/$target"
    cp -r "Sources/$target" "$place/Sources/"
done
rm -rf "$place"/Tests/*
cp -r Tests/BelfryCenterTests Tests/Simulation "$place/Tests/"

# The settings that warn are left out: a mutant may leave a value unused.
cat >"$place/Package.swift" <<'MANIFEST'
// swift-tools-version: 6.3
import PackageDescription

let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]
let package = Package(
    name: "belfry",
    dependencies: [
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/apple/swift-system", from: "1.5.0"),
        .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2", traits: []),
    ],
    targets: [
        .target(name: "CBelfryPlatform"),
        .target(name: "BelfrySystem", dependencies: ["CBelfryPlatform"], swiftSettings: settings),
        .target(name: "BelfryWire", swiftSettings: settings),
        .target(name: "BelfryModel", swiftSettings: settings),
        .target(
            name: "BelfryReport",
            dependencies: ["BelfryModel", "BelfryWire"],
            swiftSettings: settings
        ),
        .target(
            name: "BelfryCenter",
            dependencies: ["BelfryModel", "BelfryReport", "BelfrySystem"],
            swiftSettings: settings
        ),
        .target(
            name: "BelfryLedger",
            dependencies: [
                "BelfryCenter", "BelfryModel", "BelfrySystem",
                .product(name: "GRDB", package: "GRDB.swift"),
            ],
            swiftSettings: settings
        ),
        .target(
            name: "CenterSimulation",
            dependencies: ["BelfryCenter", "BelfryModel"],
            path: "Tests/Simulation/Center",
            swiftSettings: settings
        ),
        .executableTarget(
            name: "center-probe",
            dependencies: ["BelfryCenter", "BelfryLedger", "BelfryModel", "CenterSimulation"],
            path: "Tests/Simulation/Probe",
            swiftSettings: settings
        ),
        .testTarget(
            name: "BelfryCenterTests",
            dependencies: [
                "BelfryCenter", "BelfryLedger", "BelfryModel", "CenterSimulation", "center-probe",
                .product(name: "Subprocess", package: "swift-subprocess"),
                .product(name: "SystemPackage", package: "swift-system"),
            ],
            resources: [.copy("Fixtures")],
            swiftSettings: settings
        ),
    ]
)
MANIFEST

exec python3 - "$place" "$@" <<'PYTHON'
import os, pathlib, subprocess, sys

place = pathlib.Path(sys.argv[1])
wanted = [int(number) for number in sys.argv[2:]]

# What is broken, where, by what, and the test that has to notice.
MUTANTS = [
    ("the disk is not waited for", "BelfryLedger/Ledger.swift",
     'package var synchronous = "FULL"', 'package var synchronous = "NORMAL"',
     "waits for the disk between a change and its acknowledgement"),
    ("a ledger is not locked", "BelfryLedger/LedgerLock.swift",
     'flock(raw, LOCK_EX | LOCK_NB)', 'flock(raw, LOCK_SH | LOCK_NB)',
     "refuses a ledger that is open already, and says so"),
    ("a newer schema is opened", "BelfryLedger/Ledger.swift",
     'guard version <= LedgerSchema.version else', 'guard version <= 99 else',
     "refuses a ledger of a newer version, and leaves it as it is"),
    ("pages are not looked at", "BelfryLedger/Ledger.swift",
     'package var checksPages = true', 'package var checksPages = false',
     "refuses a damaged ledger, and leaves it as it is"),
    ("a journal that a kill left is not rolled back", "BelfryLedger/Ledger.swift",
     'where error.resultCode == .SQLITE_READONLY', 'where error.resultCode == .SQLITE_FULL',
     "keeps what was acknowledged when it is killed at any write or sync"),
    ("a second arrival is stored", "BelfryLedger/LedgerTransaction+Entries.swift",
     'guard try sequence(ofKey: entry.key) == nil else { return nil }',
     'try execute("DELETE FROM arrival WHERE key = ?", [entry.key])',
     "records a push that comes twice, and shows it once"),
    ("an outcome of an earlier attempt is taken", "BelfryCenter/Machine/Turn+Pipeline.swift",
     'entry.detail.attempts == lease.attempt', 'lease.attempt > 0',
     "runs a notification again that a crash interrupted, and counts it"),
    ("an interruption is not counted", "BelfryCenter/Machine/Turn+Pipeline.swift",
     'entry.detail.interruptions += 1', 'entry.detail.interruptions += 0',
     "shows the original when an extension took the process down twice"),
    ("a run is not put back after a crash", "BelfryCenter/Machine/Turn+Pipeline.swift",
     'in: [.running], limit: .max)', 'in: [.running], limit: 0)',
     "keeps every promise in any order of events and crashes"),
    ("the extension is asked before its run is committed", "BelfryCenter/Machine/Turn+Pipeline.swift",
     'entry.detail.attempts += 1\n        try transaction.update(entry)',
     'entry.detail.attempts += 1',
     "shows what the extension made of a push"),
    ("a fired request leaves without a tombstone", "BelfryCenter/Machine/Turn+Requests.swift",
     'try bury(request, .fired)\n            try transaction.removeRequest(request.request.identifier, of: request.app)\n        }\n    }\n\n    /// Notes where',
     'try transaction.removeRequest(request.request.identifier, of: request.app)\n        }\n    }\n\n    /// Notes where',
     "keeps every promise in any order of events and crashes"),
    ("a cursor moves on before its event was dealt with", "BelfryCenter/Machine/Center.swift",
     'try sink.deliver(event, entry)\n                done = event.cursor',
     'done = event.cursor\n                try sink.deliver(event, entry)',
     "gives an event again that a sink failed on, and the others theirs"),
    ("a thread's next one begins at once", "BelfryCenter/Pipeline/LaneQueue.swift",
     'if !busyPlaces.contains(place), waiting[place]?.count == 1', 'if true',
     "keeps each thread's order and begins everything, in any order of endings"),
    ("one app may take every place", "BelfryCenter/Pipeline/LaneQueue.swift",
     'lanes.running < appWidth,', 'lanes.running < .max,',
     "leaves places free that one app may not take"),
    ("an outcome that could not be stored is forgotten", "BelfryCenter/Machine/Center.swift",
     'let isTaken = try perform { try $0.finish(lease, outcome) }\n            unrecorded.removeFirst()',
     'unrecorded.removeFirst()\n            let isTaken = try perform { try $0.finish(lease, outcome) }',
     "goes on where it was once there is room again"),
    ("an older notification replaces a newer one", "BelfryCenter/Machine/Turn+Presentation.swift",
     '$0.sequence < entry.sequence', '$0.sequence != entry.sequence',
     "never replaces a newer notification by an older one"),
    ("an interval does not move with the clock", "BelfryCenter/Machine/Turn+Clock.swift",
     '$0 + milliseconds', '$0 + 0',
     "keeps the length of an interval when the clock is set"),
    ("an hour that the clock skips skips the day", "BelfryCenter/Time/CalendarMatch.swift",
     'if gap > 0,', 'if gap > 7200,',
     "finds the dates of a calendar trigger"),
    ("what is on its way is forgotten", "BelfryCenter/Machine/Turn+Retention.swift",
     'in: EntryState.delivered,', 'in: Set(EntryState.allCases),',
     "forgets the oldest over its count, never what is on its way"),
    ("a response is given a fourth time", "BelfryCenter/Values/UserResponse.swift",
     'deliveryLimit = 3', 'deliveryLimit = 4',
     "gives a response three times at most, and says that nobody took it"),
    ("a file goes while another notification owns it", "BelfryLedger/LedgerTransaction+Runs.swift",
     'AND sequence <> mine.sequence', 'AND sequence > mine.sequence',
     "frees a file with the last notification that owns it"),
    ("a tombstone leaves a notification its files", "BelfryCenter/Machine/Turn.swift",
     'if !freed.isEmpty { effects.append(.freed(freed)) }', '',
     "frees a file with the last notification that owns it"),
    ("files of an outcome that comes too late stay", "BelfryCenter/Machine/Turn+Pipeline.swift",
     'try free(outcome.files)', '',
     "frees the files of an outcome that nobody waits for"),
    ("a run that a shutdown ended counts as interrupted", "BelfryCenter/Machine/Turn+Pipeline.swift",
     'private func requeue(_ entry: inout LedgerEntry) throws {',
     'private func requeue(_ entry: inout LedgerEntry) throws {\n        entry.detail.interruptions += 1',
     "puts a run back that its engine could not finish"),
    ("a report is kept in place of its verdict", "BelfryCenter/Machine/Turn+Pipeline.swift",
     'run.report = report', 'run = RunRecord(lease, ended: now, verdict: .interrupted, report: report)',
     "keeps each run of a notification with its verdict and report"),
    ("reports are kept for ever", "BelfryCenter/Machine/Turn+Retention.swift",
     'before: now + -kept.reportMilliseconds,', 'before: UnixTime(milliseconds: 0),',
     "forgets reports by age and by size, and keeps their notifications"),
    ("reports may have any size", "BelfryCenter/Machine/Turn+Retention.swift",
     'try transaction.reportByteCount() > kept.reportByteLimit', 'try transaction.reportByteCount() < 0',
     "forgets reports by age and by size, and keeps their notifications"),
]

# Each test has to be green before a mutant can turn it red; they are all run once, unbroken.
NAMES = "|".join(sorted({mutant[4].replace(" ", ".") for mutant in MUTANTS}))


def run(*command, **environment):
    return subprocess.run(
        command, cwd=place, capture_output=True, text=True, env=os.environ | environment
    )


def build():
    built = run("swift", "build", "--build-tests")
    return None if built.returncode == 0 else built.stdout[-2000:] + built.stderr[-2000:]


def test(pattern, environment={}):
    # A filter takes a dot for any character, a raw identifier's space too.
    tested = run("swift", "test", "--disable-xctest", "--skip-build", "--filter", pattern, **environment)
    return tested.returncode, tested.stdout + tested.stderr


if failure := build():
    sys.exit(f"the sources do not build unbroken: {failure}")
status, output = test(NAMES)
if status != 0:
    sys.exit(f"a test is red unbroken: {output[-3000:]}")

survivors = 0
for number, (what, file, old, new, name) in enumerate(MUTANTS, 1):
    if wanted and number not in wanted:
        continue
    path = place / "Sources" / file
    source = path.read_text()
    if source.count(old) != 1:
        sys.exit(f"mutant {number}, {what}: {file} has its text {source.count(old)} times; correct this script")
    path.write_text(source.replace(old, new))
    try:
        if failure := build():
            sys.exit(f"mutant {number}, {what}, does not build: {failure}")
        # A single call may be the one that finds it.
        status, output = test(name.replace(" ", "."), {"BELFRY_CENTER_CRASH": "all"})
    finally:
        path.write_text(source)
    killed = status != 0 and "✘" in output
    survivors += not killed
    print(f"{number:2} {'killed' if killed else 'ALIVE '}  {what}: {name}", flush=True)

if survivors:
    sys.exit(f"{survivors} mutants are alive")
print("all mutants are killed")
PYTHON
