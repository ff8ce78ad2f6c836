# SPDX-License-Identifier: Apache-2.0
# Part of Belfry, a host for notification extensions.
"""Applies one mutant after another to a copy of the tree, and has the simulation look for each.

usage: host-mutants.py TREE PAGE TABLE [NUMBER...]   Scripts/host-mutants.sh runs it
       host-mutants.py --check                       is each mutant's text in this tree's sources?

The rows of mutants that are not looked for are taken from PAGE.
"""

import pathlib
import re
import subprocess
import sys
import time

from mutants import locate

SECONDS = 60
TARGETS = ["BelfryRuntime"]

# What is broken, and the text that is put in place of another, which is once in BelfryRuntime.
MUTANTS = [
    ("a worker is leased while it serves another run",
     "            $0.isIdle && $0.prewarmedFor == nil && suits($0, run.plan)\n",
     "            $0.isServing && suits($0, run.plan)\n"),
    ("the wall timer is not armed",
     "if client?.hasWallOfItsOwn == true { scheduleWall(from: begin) }",
     "if client?.hasWallOfItsOwn == true, isWarm { scheduleWall(from: begin) }"),
    ("the start timer is not armed",
     "            return schedule(at: assignedAt + budget.start) { $0.startBudgetEnded() }\n",
     "            return\n"),
    ("the wall budget begins anew with another worker",
     "let begin = beginning.begunAt ?? assignedAt\n        beginning.begunAt = begin\n        if",
     "let begin = assignedAt\n        beginning.begunAt = begin\n        if"),
    ("the wall budget ends early",
     "schedule(at: begin + wall) { $0.wallBudgetEnded() }",
     "schedule(at: begin + (wall - budget.grace)) { $0.wallBudgetEnded() }"),
    ("the extension is not told of its grace time",
     "        return .tellExpiry\n", "        return .none\n"),
    ("a run that is requeued is decided as well",
     "            return context.owner.requeue(self)\n",
     "            context.owner.requeue(self)\n"),
    ("a requeued run has no time limit while it waits",
     "        let end = run.endOfWall\n        endWait(of: run, at: end, because: "
     "\"its worker ended before it had read the request\")\n", ""),
    ("a postponed run has no time limit while it waits",
     "        endWait(of: run, at: end, because: reason)\n", ""),
    ("a checkpoint is taken for a completion, so that a worker at work is returned",
     "            state = .running(isExpiring: isExpiring, hasCheckpoint: true)\n"
     "            return .none\n",
     "            return decide(.delivered(.completed), kills: false)\n"),
    ("a worker that cannot load and lives on is not killed",
     "            // It ends by itself; one that does not would keep its bundle's next run waiting.\n"
     "            retire()\n", ""),
    ("a run that has found room still counts as waiting",
     "        case .start:\n            waitsNoLonger(run)\n", "        case .start:\n"),
    ("a verdict is overwritten by a later one",
     "        if case .decided = state { return .none }\n        if case", "        if case"),
    ("an offence does not count toward quarantine",
     "await quarantine.note(run.offence, of: run.bundle, standing)",
     "await quarantine.note(verdict.isDelivered ? run.offence : nil, of: run.bundle, standing)"),
    ("a bundle in quarantine is tried",
     "standing.isQuarantined, let entry", "!standing.isQuarantined, let entry"),
    ("shutdown leaves the workers that are idle",
     "        for worker in all { worker.kill() }\n",
     "        for worker in all where !worker.isIdle { worker.kill() }\n"),
    ("shutdown does not wait for processes",
     "        for worker in all { await worker.waitForEnd() }\n", ""),
    ("shutdown leaves the runs that are under way",
     "        for run in runs.values.sorted(by: { $0.number < $1.number }) {\n",
     "        for run in runs.values where run.verdict != nil {\n"),
    ("a run is leased to a pool that is shut down",
     "                guard !pool.isShutDown else { return run.happen { $0.hostStops() } }\n", ""),
    ("a run that is declined is not delivered",
     "        deliver(run.content, verdict)\n        present(run, verdict)\n        return report(",
     "        present(run, verdict)\n        return report("),
    ("a closed session keeps its worker",
     "decide(.delivered(.completed), kills: !isRunning)", ".none"),
    ("the worker of a session goes back to the pool",
     "            isFresh: true,\n", "            isFresh: false,\n"),
    ("a session's callback has no timer",
     "        schedule(callback)\n", "        if case .open = callback.kind { schedule(callback) }\n"),
    ("the limit of workers is off by one",
     "        guard demand == .newWorker else { return nil }\n        var after = amounts\n"
     "        after.use(.newWorker)\n",
     "        guard demand == .newWorker else { return nil }\n        let after = amounts\n"),
    ("one run too many may begin at once",
     "        return busy < run.bundle.manifest.parallelRuns\n",
     "        return busy <= run.bundle.manifest.parallelRuns\n"),
    ("waiting runs are not looked at when a worker has gone",
     "        metrics?.workersAre(workers.count)\n        startWaitingRuns()\n",
     "        metrics?.workersAre(workers.count)\n"),
    ("waiting runs are not looked at when a run is over",
     "        pool.startWaitingRuns()\n", ""),
    ("a prewarmed worker of an older library is taken",
     "            $0.prewarmedFor == mark && $0.isUnused", "            $0.prewarmedFor != nil && $0.isUnused"),
    ("a prewarmed worker may start for ever",
     "            guard let worker, worker.isUnused, !worker.isServing else { return }\n"
     "            worker.kill()\n",
     "            guard let worker, worker.isUnused, worker.isServing else { return }\n"
     "            worker.kill()\n"),
    ("the CPU alarm is not set again after its first ring",
     "        worker.setAlarm(at: usage.cpuAtBeginning + next)\n", ""),
    ("memory is not looked at again",
     "            next = min(next ?? interval, interval)\n        }\n        if overload",
     "            _ = interval\n        }\n        if overload"),
    ("a worker that is gone stays in the pool",
     "    func isGone(_ worker: Worker) {\n        workers.remove(worker)\n",
     "    func isGone(_ worker: Worker) {\n        if worker.client == nil { workers.remove(worker) }\n"),
    ("a full directory can be written to",
     "!isDiskShort && !StorageLimit.isFilled(by: size(of: folder.path))", "!isDiskShort"),
    ("directories can be written to though the disk is short",
     "            folder.isWritable = !isDiskShort && ", "            folder.isWritable = "),
    ("a worker that may write is kept when that is over",
     "&& storage == folders && watch", "&& storage.count == folders.count && watch"),
    ("a run that has filled its directory goes on",
     "                return end(worker, for: .directory(excess))\n", "                continue\n"),
    ("a run may write without end",
     "        if written > StorageLimit.runByteCount { return .end(.written) }\n", ""),
    ("a worker that was stopped for a look is not let go on",
     "            if wasHeld, !worker.disks.holdsWorker { worker.letContinue() }\n",
     "            if worker.disks.holdsWorker { worker.letContinue() }\n"),
    ("what is too much in a directory stays there",
     "        guard !exceeded.isEmpty || fault != nil else { return }\n",
     "        guard fault != nil else { return }\n"),
    ("the workers of a zygote that ended are not given up",
     "            client.lost(\"its zygote ended: \\(reason)\", isShortage: isShortage)\n",
     "            _ = client\n"),
    ("the workers of a zygote that is gone are not forgotten",
     "            client.forkFailed(\"its zygote ended\", isShortage: false)\n",
     "            _ = client\n"),
    ("workers that wait for a mounter that has ended go on waiting",
     "        for worker in view.waiting { move(worker, because: \"its zygote's mounter has ended\") }\n",
     ""),
    ("a fork for which the zygote had no room is not asked for again",
     "                self?.spawn(worker)\n", "                _ = self\n"),
    ("a worker is given to one zygote after another",
     "        guard !fork.hasMoved else { return fork.client.forkFailed(reason, isShortage: false) }\n",
     ""),
    ("an answer of a mounter that nobody waits for counts",
     "        guard let isSeen = view.note(answer), forks[answer.worker] != nil else { return }\n",
     "        let isSeen = view.note(answer) ?? false\n"
     "        guard forks[answer.worker] != nil else { return }\n"),
    ("a zygote is believed that a worker that lives was not forked",
     "            guard let fork = fork(number, where: \\.isAsked) else { return }\n",
     "            guard let fork = fork(number, where: { _ in true }) else { return }\n"),
    ("a zygote is believed that a worker that lives has ended",
     "        if case .forked = stage { !isLiving } else { false }\n",
     "        if case .forked = stage { true } else { false }\n"),
    ("a limit of memory for which the zygote had no room is not told again",
     "                self?.tellDataLimit(of: worker)\n", "                _ = self\n"),
    ("a zygote that ended is started again",
     "        zygote.giveUp(because: problem, isShortage: isShortage)\n",
     "        _ = try? start(zygote.runtime)\n"
     "        zygote.giveUp(because: problem, isShortage: isShortage)\n"),
    ("a run waits no longer before each further attempt",
     "        let attempts = min(run.beginning.failedAttempts, 8)\n", "        let attempts = 0\n"),
    ("a zygote is believed that a worker has a second process",
     "        guard let fork = fork(worker.number, where: \\.isAsked) else { return }\n",
     "        guard let fork = fork(worker.number, where: { _ in true }) else { return }\n"),
    ("a zygote that says nothing of a worker that was killed is left",
     "            if isSilence { return forking.endSilentZygote(of: number) }\n",
     "            if isSilence { return }\n"),
    ("a zygote that is not set up in time is left",
     "            guard let self, machine.isStarting else { return }\n",
     "            guard let self, isProbe else { return }\n"),
    ("shutdown leaves the zygotes", "        zygotes.shutdown()\n", ""),
]


def build(tree):
    # Unoptimised, a changed file is compiled alone: that saves more time than the search takes longer.
    built = subprocess.run(
        ["swift", "build", "--product", "host-simulation"], cwd=tree, capture_output=True, text=True
    )
    return None if built.returncode == 0 else (built.stdout + built.stderr)[-3000:]


def simulate(tree, seconds):
    """What the program says last, and how long it took."""
    program = [".build/debug/host-simulation", "search", str(seconds)]
    begin = time.monotonic()
    try:
        run = subprocess.run(
            program, cwd=tree, capture_output=True, text=True, timeout=2 * seconds + 10
        )
    except subprocess.TimeoutExpired:
        return True, "a schedule did not end", time.monotonic() - begin
    elapsed = time.monotonic() - begin
    lines = run.stdout.strip().splitlines() or [run.stderr.strip()[-200:]]
    if run.returncode < 0:
        return True, f"the host ended by signal {-run.returncode}", elapsed
    return run.returncode != 0, lines[-1], elapsed


def words(line):
    """What was broken, without the seed and with N for numbers of runs and workers."""
    broken = re.sub(r"^seed \d+: ", "", line).split("; `make")[0]
    return re.sub(r"\b\d+\b(, \d+)*", "N", broken)


def recorded(page):
    """The rows of the page's table, by their mutants."""
    table = page.read_text().partition("<!-- mutants -->")[2].partition("<!-- end of mutants -->")[0]
    rows = [line for line in table.splitlines() if line.startswith("| ")]
    return {line.split(" | ")[0].removeprefix("| "): line for line in rows if "| not in " not in line}


def main():
    if sys.argv[1:] == ["--check"]:
        locate(".", TARGETS, MUTANTS)
        return
    tree, page, table = (pathlib.Path(argument) for argument in sys.argv[1:4])
    wanted = [int(number) for number in sys.argv[4:]]
    paths = locate(tree, TARGETS, MUTANTS)
    if failure := build(tree):
        sys.exit(f"the sources do not build unbroken: {failure}")
    found, line, _ = simulate(tree, 5)
    if found:
        sys.exit(f"a promise is broken without a mutant: {line}")
    rows, survivors = recorded(page), 0
    for number, ((what, old, new), path) in enumerate(zip(MUTANTS, paths), 1):
        if wanted and number not in wanted:
            continue
        source = path.read_text()
        path.write_text(source.replace(old, new))
        try:
            if failure := build(tree):
                sys.exit(f"mutant {number}, {what}, does not build: {failure}")
            found, line, elapsed = simulate(tree, SECONDS)
        finally:
            path.write_text(source)
        survivors += not found
        print(f"{number:2} {'found' if found else 'ALIVE'} {elapsed:5.1f} s  {what}: {line}", flush=True)
        if found:
            rows[what] = f"| {what} | {max(elapsed, 0.1):.1f} s | {words(line)} |"
    if survivors:
        sys.exit(f"{survivors} mutants are alive")
    missing = [what for what, _, _ in MUTANTS if what not in rows]
    if missing:
        sys.exit(f"no row for: {'; '.join(missing)}; run with --record without numbers")
    head = ["| Mutant | Found after | Broken promise |", "|---|---|---|"]
    table.write_text("\n".join(head + [rows[what] for what, _, _ in MUTANTS]) + "\n")
    print("all mutants were found")


main()
