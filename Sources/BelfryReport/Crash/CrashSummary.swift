// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// What the author of an extension wants to know of its crash: why, and where in their own source.
///
/// All of it comes from the extension, by its log, its file and its stack: whoever shows it escapes it.
package struct CrashSummary {
    /// The frames that tell something, the innermost first; those of libraries are counted.
    package enum Row: Equatable {
        case frame(number: Int, text: String)
        case folded(count: Int, modules: [String])
    }

    private let signal: String
    private let frames: ArraySlice<RunReport.Crash.Frame>
    private let log: [RunReport.LogLine]

    /// Makes a summary.
    ///
    /// - Parameters:
    ///   - crash: The crash.
    ///   - log: What the extension wrote before it.
    package init(_ crash: RunReport.Crash, log: [RunReport.LogLine]) {
        // What called the extension is Belfry's own and the same every time.
        let ours = crash.frames.dropFirst().firstIndex { $0.module == "belfry-worker" }
        frames = crash.frames[..<(ours ?? crash.frames.endIndex)]
        signal = crash.signal
        self.log = log
    }

    /// Why and where in one line, such as
    /// `Fatal error: Index out of range, at T.swift:10 in Service.word(_:)`, or without a message
    /// `It crashed at T.c:13 in scale`; nil where neither is known.
    package var cause: String? {
        guard let message else { return place.map { "It crashed at \($0)" } ?? functionAlone }
        guard let place = statedPlace ?? place else { return message }
        guard message.count <= Self.messageLimit else {
            return "\(message.prefix(Self.messageLimit))…, at \(place)"
        }
        let isSentence = message.hasSuffix(".") && !message.hasSuffix("..")
        return "\(isSentence ? message.dropLast() : message[...]), at \(place)"
    }

    /// Characters of a message that has a place behind it, which is not to be cut off with it.
    private static let messageLimit = 220

    /// The innermost function that is not a runtime's, of a library without lines; nil without a name.
    private var functionAlone: String? {
        guard let frame = frames.first(where: { $0.module != nil && Self.runtime(of: $0) == nil }),
            let module = frame.module, let function = frame.function
        else { return nil }
        return "It crashed in \(Self.name(of: function, in: module)) of \(module)"
    }

    /// What the runtime or the C library said when it ended the process; nil when it said nothing.
    package var message: String? { lastWords?.message ?? checks.first }

    /// The last line of the log that a runtime wrote.
    private var lastWords: LastWords? {
        log.lazy.reversed().compactMap { LastWords($0.text, before: signal) }.first
    }

    /// The checks of Swift that failed in optimised code, where the compiler leaves their text in the
    /// debug information alone, as the name of a function.
    private var checks: [String] {
        frames.prefix { $0.offset == frames.first?.offset }.compactMap { frame in
            guard let name = frame.function, name.hasPrefix(Self.checkPrefix) else { return nil }
            return "Fatal error: " + name.dropFirst(Self.checkPrefix.utf8.count)
        }
    }

    private static let checkPrefix = "Swift runtime failure: "

    /// The innermost line of the author's own source, such as `T.swift:10 in Service.word(_:)`.
    package var place: String? {
        guard let frame = frames.first(where: { $0.line != nil && Self.runtime(of: $0) == nil }),
            let file = frame.file, let line = frame.line
        else { return nil }
        let function = frame.function.map { " in " + Self.name(of: $0, in: frame.module) }
        return "\(Self.lastName(of: file)):\(line)\(function ?? "")"
    }

    /// The line that the runtime's message names; nil where it is none of the author's own.
    ///
    /// An optimiser makes one trap of several that are alike, and the debug information has the line
    /// of one of them: the message is right where the two differ.
    private var statedPlace: String? {
        guard let words = lastWords, let file = words.file, let line = words.line else {
            return nil
        }
        let own = frames.filter { Self.runtime(of: $0) == nil }
        if let frame = own.first(where: { $0.file.map(Self.lastName) == file }) {
            let function = frame.function.map { " in " + Self.name(of: $0, in: frame.module) }
            return "\(file):\(line)\(function ?? "")"
        }
        guard let module = words.module, module != "Swift",
            own.contains(where: {
                $0.module == module || $0.function?.hasPrefix(module + ".") == true
            })
        else { return nil }
        return "\(file):\(line)"
    }

    /// The frames; those of runtimes and system libraries that follow each other are one row.
    ///
    /// - Parameter limit: The most rows.
    /// - Returns: The rows, and whether there are more.
    package func rows(limit: Int) -> (rows: [Row], isCut: Bool) {
        var rows: [Row] = []
        for (number, frame) in frames.enumerated() {
            guard let module = Self.runtime(of: frame) else {
                rows.append(.frame(number: number, text: Self.text(of: frame)))
                continue
            }
            if case .folded(let count, var modules)? = rows.last {
                if !modules.contains(module) { modules.append(module) }
                rows[rows.endIndex - 1] = .folded(count: count + 1, modules: modules)
            } else {
                rows.append(.folded(count: 1, modules: [module]))
            }
        }
        return (Array(rows.prefix(limit)), rows.count > limit)
    }

    /// The log without the runtime's own list of frames, which `rows` tells with names.
    ///
    /// - Returns: The lines, and how many were left out.
    package func logWithoutFrames() -> (lines: [RunReport.LogLine], omittedCount: Int) {
        guard let begin = log.lastIndex(where: { $0.text == "Current stack trace:" }) else {
            return (log, 0)
        }
        let end = log[(begin + 1)...].firstIndex { !$0.text.contains(/^\d+ +\S+ +0x[0-9a-f]+\ /) }
        let trace = begin..<(end ?? log.endIndex)
        return (Array(log[..<trace.lowerBound] + log[trace.upperBound...]), trace.count)
    }

    /// Such as `smash (CrashExtension.c:12)  libfoo.so+0x1139`.
    private static func text(of frame: RunReport.Crash.Frame) -> String {
        let file = frame.file.map(lastName)
        let place = file.map { " (\($0)" + (frame.line.map { ":\($0)" } ?? "") + ")" } ?? ""
        let address = frame.module.map { "\($0)+\(frame.offset)" } ?? frame.offset
        let function = frame.function.map { name(of: $0, in: frame.module) }
        return (function ?? "?") + place + "  " + address
    }

    /// A function's name as its author would write it.
    private static func name(of function: String, in module: String?) -> String {
        RustName.short(SwiftName.short(function, in: module))
    }

    private static func lastName(of path: String) -> String {
        path.split(separator: "/").last.map(String.init) ?? path
    }

    /// The library of a frame that no author of an extension wrote; nil for the author's own.
    ///
    /// What the compiler took from Swift's library into the author's code has no line of theirs.
    private static func runtime(of frame: RunReport.Crash.Frame) -> String? {
        if let module = frame.module, runtimePrefixes.contains(where: { module.hasPrefix($0) }) {
            return module
        }
        if let file = frame.file,
            let language = languages.first(where: { file.hasPrefix($0.place) })
        {
            return language.name
        }
        guard let function = frame.function else { return nil }
        if function.hasPrefix(checkPrefix) { return "Swift" }
        return frame.line == nil && SwiftName.short(function).hasPrefix("Swift.") ? "Swift" : nil
    }

    /// Where the sources lie of what a compiler has put into the author's library.
    private static let languages = [
        (place: "/rustc/", name: "Rust"), (place: "library/std/src/", name: "Rust"),
        (place: "library/core/src/", name: "Rust"), (place: "library/alloc/src/", name: "Rust"),
        (place: "/usr/include/c++/", name: "C++"),
    ]

    private static let runtimePrefixes = [
        "libswift", "lib_", "libFoundation", "libUserNotifications", "libdispatch",
        "libBlocksRuntime", "libc.so", "libm.so", "libpthread", "libstdc++", "libgcc_s", "ld-linux",
    ]
}
