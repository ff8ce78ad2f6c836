// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// What a build defines for `#if` and `#ifdef`, as the command line and the project say.
///
/// Compilers hand a definition to the programs that they start as an argument of its own, and there a
/// text such as `@file` would be a file of arguments. So only names are taken.
struct Definitions {
    /// The Swift compiler's arguments, for its C too.
    let swift: [String]

    /// The C compilers' arguments.
    let c: [String]

    /// Takes the names.
    ///
    /// - Parameters:
    ///   - options: What the command line says.
    ///   - inputs: What is compiled, with its project's settings.
    /// - Throws: ``ToolFailure`` for what cannot be a name, with where it is said.
    init(_ options: BuildOptions, _ inputs: BuildInputs) throws(ToolFailure) {
        let settings = inputs.settings
        let place = inputs.origin ?? inputs.name
        func words(_ setting: String) -> Source {
            Source(place: "\(place): \(setting)", texts: settings?.words(setting) ?? [])
        }
        let typed = Source(place: "-D", texts: options.definitions)
        let conditions = words("SWIFT_ACTIVE_COMPILATION_CONDITIONS")
        let flags = words("OTHER_SWIFT_FLAGS").definitions
        let c = try Self.c(typed, words("GCC_PREPROCESSOR_DEFINITIONS"))
        self.c = c.map { "-D\($0)" }

        // In Swift a name is there or not: the command line's with values are for C alone.
        var names = typed.texts.filter { !$0.contains("=") }
        for name in names { try typed.check(name) }
        if options.isDebug { names.append("DEBUG") }
        for source in [conditions, flags] {
            for text in source.texts { try source.check(text) }
            names += source.texts
        }
        var seen: Set<String> = []
        swift =
            names.filter { seen.insert($0).inserted }.map { "-D\($0)" }
            + self.c.flatMap { ["-Xcc", $0] }
    }

    /// What is defined for C, each as `NAME` or `NAME=VALUE`: the command line's definition of a name
    /// replaces the project's, of which the compiler would say that it is defined twice.
    private static func c(_ typed: Source, _ project: Source) throws(ToolFailure) -> [String] {
        for source in [typed, project] {
            for text in source.texts { try source.checkC(text) }
        }
        let replaced = Set(typed.texts.map(Source.name))
        return project.texts.filter { !replaced.contains(Source.name($0)) } + typed.texts
    }

    /// Where definitions are said, and what is said there.
    private struct Source {
        let place: String
        let texts: [String]

        init(place: String, texts: [String]) {
            self.place = place
            // What is nothing but a variable without a value defines nothing.
            self.texts = texts.filter { !$0.isEmpty }
        }

        /// The names that flags define: `-DNAME` and `-D NAME`, but for C's, which follow `-Xcc`.
        var definitions: Source {
            let names = texts.indices.compactMap { index in
                let flag = texts[index]
                guard index == 0 || texts[index - 1] != "-Xcc" else { return nil as String? }
                if flag == "-D" { return index + 1 < texts.count ? texts[index + 1] : nil }
                return flag.hasPrefix("-D") ? String(flag.dropFirst(2)) : nil
            }
            return Source(place: place, texts: names)
        }

        /// Refuses a name that Swift cannot have; of a value after it the compiler warns.
        func check(_ text: String) throws(ToolFailure) {
            guard !String(text.prefix { $0 != "=" }).isSwiftName else { return }
            throw refusal(of: text)
        }

        /// Refuses what is neither a name of C's nor a macro with parameters, with a value or without.
        func checkC(_ text: String) throws(ToolFailure) {
            let head = text.prefix { $0 != "=" }
            let parameters = head.dropFirst(Self.name(text).count)
            let isMacro = parameters.wholeMatch(of: /\([A-Za-z0-9_,. ]*\)/) != nil
            guard String(Self.name(text)).isCName, parameters.isEmpty || isMacro else {
                throw refusal(of: text)
            }
        }

        static func name(_ definition: String) -> Substring {
            definition.prefix { !"=(".contains($0) }
        }

        private func refusal(of text: String) -> ToolFailure {
            ToolFailure(
                "\(place) \(text): that is no name; write letters, digits and underscores, and no "
                    + "digit first",
                place == "-D" ? .usage : .badData
            )
        }
    }
}
