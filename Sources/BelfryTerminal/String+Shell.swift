// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

extension String {
    /// The text as one word of a POSIX shell: as it is when it is plain, else in single quotes.
    package var quotedForShell: String {
        let isPlain = allSatisfy { character in
            character.isASCII
                && (character.isLetter || character.isNumber || "-_./=,+:@%".contains(character))
        }
        return isPlain && !isEmpty ? self : "'" + replacing("'", with: "'\\''") + "'"
    }
}
