// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryReport
internal import BelfryRuntime

/// Row 9: descriptors and tables that are none.
enum DescriptorTrials {
    static let all: [Trial] = [
        Trial("of another magic", fixture("magic"), .rejected(.descriptor)),
        Trial("of no size", fixture("size_zero"), .rejected(.descriptor)),
        Trial("too small", fixture("size_small"), .rejected(.descriptor)),
        Trial("of two gigabytes", fixture("size_huge"), .rejected(.descriptor)),
        Trial("without interface", fixture("no_interface"), .rejected(.descriptor)),
        Trial("where nothing is", fixture("nowhere"), .crash("SIGSEGV", phase: "starting")),
        Trial(
            "with an interface where nothing is",
            fixture("wild_interface"),
            .crash("SIGSEGV", phase: "starting")
        ),
        Trial(
            "with an identity where nothing is",
            fixture("wild_identity"),
            .crash("SIGSEGV", phase: "starting")
        ),
        Trial("without a table", fixture("no_table"), .rejected(.descriptor)),
        Trial("with a table too small", fixture("table_size"), .rejected(.descriptor)),
        Trial(
            "with a table where nothing is",
            fixture("table_nowhere"),
            .crash("SIGSEGV", phase: "starting")
        ),
        Trial(
            "with a table at the edge of memory",
            fixture("table_edge"),
            .crash("SIGSEGV", phase: "starting")
        ),
    ]

    private static func fixture(_ flavour: String) -> Fixture { .named("09-descriptor", flavour) }
}
