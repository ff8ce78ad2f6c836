// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Testing

@testable internal import BelfryTool

/// Where a `Cargo.toml` says that the kit is.
@Suite struct KitDependencyTests {
    @Test(arguments: [
        #"[dependencies]"# + "\n" + #"belfry-extension = { path = "/kit" }"#,
        #"[dependencies]"# + "\n" + #"belfry-extension={features=["std"],path='/kit'} # here"#,
        #"[dependencies.belfry-extension]"# + "\n" + #"path = "/kit""#,
        #"[ target . 'cfg(unix)' . dependencies ]"# + "\n"
            + #""belfry-extension" = { path = "/kit" }"#,
    ])
    func `finds the path and its line`(_ text: String) {
        let found = KitDependency.find(in: "[package]\nname = \"x\"\n" + text + "\n")
        #expect(found == KitDependency(line: 4, path: "/kit"))
    }

    @Test(arguments: [
        "", "[dependencies]\nbelfry-extension = \"0.1\"\n",
        "[dependencies]\nbelfry-extension.workspace = true\n",
        "[dependencies]\n# belfry-extension = { path = \"/kit\" }\n",
        "[dependencies]\nother = { path = \"/kit\" }\n",
        "[package.metadata]\nbelfry-extension = { path = \"/kit\" }\n",
        "[lib]\npath = \"/kit\"\n",
    ])
    func `leaves to Cargo what is no path`(_ text: String) {
        #expect(KitDependency.find(in: text) == nil)
    }
}
