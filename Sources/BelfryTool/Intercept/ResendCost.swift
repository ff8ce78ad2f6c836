// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// What it costs that a server keeps its name, and shows notifications before an extension has looked.
enum ResendCost {
    /// Sentences, the dearest first.
    static let sentences = [
        "Each notification shows as it came until the extension has looked at it, also one that it "
            + "drops, and is heard so.",
        "A change shows without a sound, and its time begins again.",
        "belfry sees all that programs send to the server, and all that the server answers them.",
        "A server that tells clicks to the sender alone tells them to belfry once it has changed a "
            + "notification; it hands them on, and programs that listen to the server alone do not "
            + "hear them.",
        "A server may refuse to change what another program has sent: then it stays as it came.",
    ]

    static let paragraph = sentences.joined(separator: " ")
}
