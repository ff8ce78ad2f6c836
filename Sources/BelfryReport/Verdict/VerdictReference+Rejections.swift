// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// The extension was never loaded.
extension VerdictReference {
    /// The extension was not loaded, and the original was delivered.
    static func text(for topic: Verdict.Rejection) -> VerdictText {
        switch topic {
        case .elf: elf
        case .link: link
        case .entry: entry
        case .descriptor: descriptor
        case .abi: abi
        case .identity: identity
        case .manifest: manifest
        case .sandbox: sandbox
        case .quarantined: quarantined
        }
    }

    private static let elf = VerdictText(
        meaning: "The library is missing, or no shared library that may be loaded.",
        causes: [
            "`CFBundleExecutable` names no file of the bundle, or a link.",
            "Another machine or class, a program, truncated tables.",
            "An executable stack, or relocations in its code.",
        ],
        evidence:
            "The host opens the file, the worker checks it before `dlopen`: `evidence.message` "
            + "or `explanation`.",
        cure: "`belfry inspect` says what is wrong; build it with `belfry build`."
    )

    private static let link = VerdictText(
        meaning: "The dynamic linker refused the library.",
        causes: [
            "A library that it needs is not there, in the sandbox: only system libraries "
                + "and the bundle are.",
            "A symbol is in none of them; all are bound at once.",
            "Swift: the bundle was built with another version of the SDK's library than the "
                + "host's; it is not loaded then.",
        ],
        evidence:
            "The linker's message, in `evidence.message`; of the SDK's version, `explanation`.",
        cure: "`belfry inspect` shows what it needs and where that was found. Put private "
            + "libraries into the bundle. Build it again with `belfry build`."
    )

    private static let entry = VerdictText(
        meaning: "The extension has no way in, or did not start.",
        causes: [
            "No function `bf_extension_main` in the library or the SDK.",
            "`start` answered an error.",
            "Swift: there is no class of the name in `NSExtensionPrincipalClass`, or it is "
                + "no service.",
        ],
        evidence:
            "What the loader found, or the extension's own explanation, in `evidence.message`.",
        cure: "The message names it. For Swift the class is `Module.Class`, and the module is "
            + "named after the bundle."
    )

    private static let descriptor = VerdictText(
        meaning: "What the extension's entry returned is no descriptor, or lacks what a service "
            + "needs.",
        causes: [
            "Wrong magic or size, a null table.",
            "No `bf.service/1`, or no `did_receive` in it.",
        ],
        evidence: "The worker's copy of the tables, in `evidence.message`.",
        cure:
            "Follow `belfry help ABI`. `belfry new service NAME --language c` makes one that works."
    )

    private static let abi = VerdictText(
        meaning: "The extension and this host speak different versions of the C ABI.",
        causes: [
            "Another major version.",
            "It answered with a newer minor than it was offered, or refused the host.",
        ],
        evidence: "The versions offered and answered, in `evidence.message`.",
        cure: "Build it with this host's headers."
    )

    private static let identity = VerdictText(
        meaning: "The extension's identifier or version is not that of its manifest.",
        causes: [
            "The descriptor and `Info.plist` were changed apart, or the library is another "
                + "bundle's."
        ],
        evidence: "Both texts, in `evidence.message`.",
        cure: "Make them equal, or leave the descriptor's empty."
    )

    private static let manifest = VerdictText(
        meaning: "Reserved: a bad `Info.plist` ends the tool before there is a run.",
        causes: [
            "None today; `belfry run` ends with status 78."
        ],
        evidence: "None.",
        cure: "The message of the tool names the key."
    )

    private static let sandbox = VerdictText(
        meaning: "The sandbox could not be set up; it does not count against the extension.",
        causes: [
            "A required layer is missing or was refused: seccomp, Landlock, rlimits, "
                + "`no_new_privs`.",
            "The bundle lists origins, and this machine cannot hold it to them (no network "
                + "namespace, Landlock before ABI 4).",
            "A part of Belfry is missing, or the host is out of descriptors or processes.",
            "A constructor that says so in its worker's place, which the host cannot tell.",
        ],
        evidence: "The step that failed and its error, in `explanation`.",
        cure: "`belfry doctor` tries every layer and says what is missing."
    )

    private static let quarantined = VerdictText(
        meaning: "The extension failed too often of late, and was not tried.",
        causes: [
            "Three offences within ten minutes, or one on probation, in a register that the "
                + "host keeps (`--quarantine`)."
        ],
        evidence: "The register, by the digest of `Info.plist` and library: `quarantine.strikes`, "
            + "`quarantine.until`.",
        cure: "Cure what the strikes name. A changed bundle begins anew; `belfry quarantine "
            + "--reset BUNDLE` forgets."
    )
}
