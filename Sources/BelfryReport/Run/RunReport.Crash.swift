// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

extension RunReport {
    /// How a process crashed, as its own signal handler and its files tell it.
    ///
    /// A description for the extension's author and no evidence: the extension could have written it.
    package struct Crash: Sendable, Codable, Equatable {
        /// The signal that ended the process, such as `SIGSEGV`.
        package var signal: String

        /// What the signal's code says, in words.
        package var cause: String

        /// The address that was at fault, such as `0x10`; nil where there is none.
        package var address: String?

        /// Whether the thread's stack was full.
        package var isStackOverflow: Bool

        /// The thread's name.
        package var thread: String?

        /// What called what, the innermost first.
        package var frames: [Frame]

        /// One frame, as far as it is known.
        package struct Frame: Sendable, Codable, Equatable {
            /// The file with the code, by its last name, and the place in it, such as `0x1139`.
            package var module: String?
            package var offset: String

            /// The function's name as a programmer wrote it; nil where the file has no symbol for
            /// it.
            package var function: String?

            /// The source file as the compiler was given it, and the line.
            package var file: String?
            package var line: Int?

            package init(
                module: String? = nil,
                offset: String,
                function: String? = nil,
                file: String? = nil,
                line: Int? = nil
            ) {
                self.module = module
                self.offset = offset
                self.function = function
                self.file = file
                self.line = line
            }
        }

        package init(
            signal: String,
            cause: String,
            address: String? = nil,
            isStackOverflow: Bool,
            thread: String? = nil,
            frames: [Frame]
        ) {
            self.signal = signal
            self.cause = cause
            self.address = address
            self.isStackOverflow = isStackOverflow
            self.thread = thread
            self.frames = frames
        }
    }
}
