// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation
internal import Subprocess

/// A Swift package that an extension is built with, and in which version.
struct PackageReference: Hashable {
    /// Where a package is.
    enum Place: Hashable {
        /// A folder, from the root of the file system.
        case folder(String)
        /// What `git` fetches it from.
        case address(String)
    }

    let place: Place

    /// Which versions may be taken, as a package's manifest writes it; nil for a folder.
    let requirement: String?

    /// Reads what the command line names: `../Courier`, `https://host/courier@1.2.0`,
    /// `https://host/courier@main`.
    ///
    /// - Parameter text: A folder; or an address, an at sign, and a version, a branch or a commit.
    /// - Throws: ``ToolFailure`` that says what is missing.
    init(_ text: String) throws(ToolFailure) {
        guard text.contains("://") || text.hasPrefix("git@") else {
            let folder = SourcePath.absolute(text)
            guard FolderListing.isDirectory(folder) else {
                throw ToolFailure(
                    "--package \(text): there is no such folder; name a package's folder, or its "
                        + "address with a version, such as "
                        + "https://github.com/apple/swift-algorithms@1.2.1",
                    .noInput
                )
            }
            try self.init(folder: folder)
            return
        }
        let name = text.lastIndex(of: "/") ?? text.startIndex
        guard let sign = text[name...].lastIndex(of: "@"), sign > name,
            text.index(after: sign) < text.endIndex
        else {
            throw ToolFailure(
                "--package \(text): which version? Put it behind the address, such as "
                    + "\(text)@1.2.0, or a branch or a commit",
                .usage
            )
        }
        let version = String(text[text.index(after: sign)...])
        self.init(address: String(text[..<sign]), requirement: Self.requirement(of: version))
    }

    /// A package in a folder.
    ///
    /// - Parameter folder: The folder, from the root of the file system.
    /// - Throws: ``ToolFailure`` when no package is in there.
    init(folder: String) throws(ToolFailure) {
        guard FileManager.default.fileExists(atPath: "\(folder)/Package.swift") else {
            throw ToolFailure(
                "\(SourcePath.shown(folder)) has no Package.swift; name the folder that has it",
                .noInput
            )
        }
        place = .folder(folder)
        requirement = nil
    }

    /// A package that is fetched.
    init(address: String, requirement: String) {
        place = .address(address)
        self.requirement = requirement
    }

    /// What the package manager calls it.
    var identity: String {
        let name =
            switch place {
            case .folder(let path): FilePath(path).name
            case .address(let text): FilePath(text).name
            }
        return (name.hasSuffix(".git") ? String(name.dropLast(4)) : name).lowercased()
    }

    /// Whether it has to be fetched.
    var isFetched: Bool { requirement != nil }

    /// The folder or file of this machine that it is fetched from; nil for a folder that is not
    /// fetched, and for an address of another machine.
    var repository: String? {
        guard case .address(let text) = place else { return nil }
        if let path = text.wholeMatch(of: /(?i:file):\/\/(?:localhost)?(\/.*)/)?.1 {
            return String(path).removingPercentEncoding ?? String(path)
        }
        // As git reads it: HOST:PATH has no slash before its colon.
        let isAddress = text.contains("://") || text.prefix { $0 != "/" }.contains(":")
        return isAddress ? nil : SourcePath.absolute((text as NSString).expandingTildeInPath)
    }

    /// What people call it.
    var shown: String {
        switch place {
        case .folder(let path): SourcePath.shown(path)
        case .address(let text): text
        }
    }

    /// The dependency as a package's manifest writes it.
    var dependency: String {
        switch place {
        case .folder(let path): ".package(path: \(path.quotedForSwift))"
        case .address(let text): ".package(url: \(text.quotedForSwift), \(requirement ?? ""))"
        }
    }

    /// A number with dots is a version, forty hexadecimal digits are a commit, the rest a branch.
    static func requirement(of version: String) -> String {
        if version.wholeMatch(of: /v?[0-9]+(\.[0-9]+){0,2}(-[0-9A-Za-z.-]+)?/) != nil {
            return "exact: \(completed(version).quotedForSwift)"
        }
        let isCommit = version.wholeMatch(of: /[0-9a-f]{40}/) != nil
        return "\(isCommit ? "revision" : "branch"): \(version.quotedForSwift)"
    }

    /// A version with all three of its numbers, which the package manager insists on.
    static func completed(_ version: String) -> String {
        let plain = version.hasPrefix("v") ? version.dropFirst() : version[...]
        let parts = plain.split(separator: "-", maxSplits: 1)
        var numbers = (parts.first ?? "").split(separator: ".").map(String.init)
        while numbers.count < 3 { numbers.append("0") }
        return ([numbers.joined(separator: ".")] + parts.dropFirst().map(String.init))
            .joined(separator: "-")
    }
}

extension PackageReference {
    /// Asks git whether it can read the repository.
    ///
    /// - Parameter run: Runs a step and returns how it ended.
    /// - Returns: Why it cannot; nil where it can, and for a folder.
    /// - Throws: ``ToolFailure`` when the task is cancelled.
    func refusal(
        run: (CompilerStep) async throws(ToolFailure) -> CompilerOutcome
    ) async throws(ToolFailure) -> String? {
        guard case .address(let address) = place else { return nil }
        // Nobody is there to answer a question, and a server that is silent is given half a minute.
        let step = CompilerStep(
            program: "/usr/bin/env",
            arguments: [
                "git", "-c", "http.lowSpeedLimit=1", "-c", "http.lowSpeedTime=30", "ls-remote",
                "--quiet", "--", address, "HEAD",
            ],
            purpose: "ask \(address) what it has",
            isShown: false,
            environment: .inherit.updating([
                "GIT_TERMINAL_PROMPT": "0",
                "GIT_SSH_COMMAND": ProcessInfo.processInfo.environment["GIT_SSH_COMMAND"]
                    ?? "ssh -oBatchMode=yes -oConnectTimeout=30",
            ])
        )
        let outcome = try await run(step)
        guard outcome.failure != nil else { return nil }
        let lines = outcome.output.split(whereSeparator: \.isNewline)
        let said = lines.first { $0.contains("fatal: ") || $0.contains("error: ") } ?? lines.last
        return "git cannot read \(address)" + (said.map { ": \($0)" } ?? "")
    }
}

extension String {
    /// The text as a literal of Swift.
    var quotedForSwift: String {
        let escaped = unicodeScalars.reduce(into: "") { text, scalar in
            switch scalar {
            case "\\", "\"": text += "\\\(scalar)"
            case "\0"..<" ", "\u{7F}": text += "\\u{\(String(scalar.value, radix: 16))}"
            default: text.unicodeScalars.append(scalar)
            }
        }
        return "\"\(escaped)\""
    }
}
