// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Glibc

/// The exit statuses of a command, each with what it means there.
///
/// A command's help is written from its list, and the documentation's lists are those.
package struct ExitStatusList: Sendable {
    /// Statuses that mean one thing.
    package struct Entry: Sendable {
        /// The statuses, the smallest first.
        package let statuses: [ExitStatus]

        /// What they say, as the rest of a line that begins with them.
        package let meaning: String

        init(_ statuses: ExitStatus..., meaning: String) {
            self.statuses = statuses
            self.meaning = meaning
        }
    }

    /// The statuses of its own.
    package let entries: [Entry]

    /// Whether those from 64 on are ``tool``'s, and not listed again.
    package let isContinued: Bool

    init(isContinued: Bool = false, _ entries: Entry...) {
        self.entries = entries
        self.isContinued = isContinued
    }

    /// The list as a paragraph of a command's help.
    package var sentence: String {
        let parts = entries.map { entry in
            entry.statuses.map { "\($0.code)" }.joined(separator: ", ") + " " + entry.meaning
        }
        let others = isContinued ? ["64 and above as for every command"] : []
        return "Exit status: " + (parts + others).joined(separator: "; ") + "."
    }
}

extension ExitStatusList {
    /// What every status means, whichever command ends with it.
    package static let tool = ExitStatusList(
        Entry(
            .delivered,
            meaning: "the extension's content was delivered, or the notification was dropped by "
                + "right, or another command did what it was asked"
        ),
        Entry(.fallback, meaning: "the original was delivered (fallback)"),
        Entry(.rejected, meaning: "the extension could not be loaded (rejected)"),
        Entry(
            .notCalled,
            meaning: "the extension was not called (notCalled), or would not be (explain)"
        ),
        Entry(
            .nonconforming,
            meaning: "a check failed (validate), or a step of a script did (show)"
        ),
        Entry(.pastLimit, meaning: "a limit was passed (measure)"),
        Entry(.diverged, meaning: "a run was not like the recorded one (replay)"),
        Entry(.usage, meaning: "the command line is wrong"),
        Entry(
            .badData,
            meaning: "a payload, an attachment, sources, a library or a recording is not what it "
                + "must be, or the daemon refuses what it is given"
        ),
        Entry(.noInput, meaning: "a file that was named is not there or cannot be read"),
        Entry(
            .unavailable,
            meaning: "a part of Belfry or a compiler is missing, a port is taken, or no daemon or "
                + "notification server answers"
        ),
        Entry(.software, meaning: "something failed that should not"),
        Entry(.system, meaning: "the machine refused something, or cannot run extensions (doctor)"),
        Entry(
            .cannotCreate,
            meaning: "a file or standard output could not be written, as on a full disk"
        ),
        Entry(
            .temporary,
            meaning:
                "the daemon cannot do it now, and can later, or another program is in its place"
        ),
        Entry(
            .noPermission,
            meaning:
                "the daemon or the session bus does not allow it, or the daemon does not let the "
                + "caller in"
        ),
        Entry(.badManifest, meaning: "Info.plist or an origin is wrong"),
        Entry(
            .interrupted(by: SIGHUP),
            .interrupted(by: SIGINT),
            .interrupted(by: SIGTERM),
            meaning: "SIGHUP, SIGINT or SIGTERM interrupted it (measure)"
        )
    )

    /// Those of `belfry build`.
    package static let build = ExitStatusList(
        Entry(.delivered, meaning: "the bundle is there"),
        Entry(.usage, meaning: "the command line is wrong"),
        Entry(.badData, meaning: "the sources do not compile, or a setting is wrong"),
        Entry(.noInput, meaning: "a file is missing"),
        Entry(.unavailable, meaning: "a compiler is missing"),
        Entry(.cannotCreate, meaning: "the bundle cannot be written"),
        Entry(.badManifest, meaning: "Info.plist is wrong")
    )

    /// Those of `belfry show`.
    package static let show = ExitStatusList(
        isContinued: true,
        Entry(.delivered, meaning: "it was shown and closed"),
        Entry(
            .fallback,
            meaning: "the extension failed, and the notification went on without it (fallback)"
        ),
        Entry(.rejected, meaning: "the extension could not be loaded"),
        Entry(.notCalled, meaning: "it was not called"),
        Entry(.nonconforming, meaning: "a step of the script failed")
    )

    /// Those of `belfry doctor`.
    package static let doctor = ExitStatusList(
        Entry(.delivered, meaning: "extensions can run"),
        Entry(.system, meaning: "they cannot, or a layer that must hold does not")
    )

    /// Those of `belfry inspect`.
    package static let inspect = ExitStatusList(
        Entry(.delivered, meaning: "it could be loaded, as far as can be told"),
        Entry(.badData, meaning: "the library speaks against it"),
        Entry(.noInput, meaning: "a file is missing"),
        Entry(.badManifest, meaning: "Info.plist is wrong")
    )

    /// Those of `belfry new`.
    package static let new = ExitStatusList(
        Entry(.delivered, meaning: "the folder is there"),
        Entry(.usage, meaning: "the command line is wrong"),
        Entry(.unavailable, meaning: "the templates are missing"),
        Entry(.cannotCreate, meaning: "the folder cannot be written")
    )

    /// Those of `belfry measure`.
    package static let measure = ExitStatusList(
        isContinued: true,
        Entry(
            .delivered,
            meaning: "it was measured, whatever the verdicts: --fail-on decides what is a failure"
        ),
        Entry(.pastLimit, meaning: "a clause of --fail-on came true"),
        Entry(
            .interrupted(by: SIGHUP),
            .interrupted(by: SIGINT),
            .interrupted(by: SIGTERM),
            meaning: "SIGHUP, SIGINT or SIGTERM interrupted it, and no clause came true"
        )
    )

    /// Those of `belfry replay`.
    package static let replay = ExitStatusList(
        isContinued: true,
        Entry(.delivered, meaning: "every run was like the recorded one, whatever its verdict was"),
        Entry(.diverged, meaning: "one was not")
    )

    /// Those of `belfry validate`.
    package static let validate = ExitStatusList(
        isContinued: true,
        Entry(.delivered, meaning: "no check fails"),
        Entry(.nonconforming, meaning: "one does")
    )

    /// Those of `belfry explain`.
    package static let explain = ExitStatusList(
        isContinued: true,
        Entry(.delivered, meaning: "the extension would be called, or what was asked is explained"),
        Entry(.notCalled, meaning: "the extension would not be called")
    )

    /// Those of `belfry desktop test`.
    package static let desktopTest = ExitStatusList(
        isContinued: true,
        Entry(.delivered, meaning: "the server has taken all samples that it can show"),
        Entry(.badData, meaning: "the daemon was not started with --desktop"),
        Entry(.unavailable, meaning: "the server has refused one"),
        Entry(.temporary, meaning: "there is no server now")
    )

    /// Those of `belfry desktop intercept`.
    package static let desktopIntercept = ExitStatusList(
        isContinued: true,
        Entry(.delivered, meaning: "it was told to end, and has given the name back"),
        Entry(
            .unavailable,
            meaning: "there is no session bus or no server, or one of them has ended for good"
        ),
        Entry(.temporary, meaning: "another program is the server and keeps the name"),
        Entry(.noPermission, meaning: "the session bus lets nobody watch it (--resend)"),
        Entry(
            .badManifest,
            meaning: "the extension is not asked about notifications of this machine"
        )
    )
}
