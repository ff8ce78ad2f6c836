// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// Which keyboard a text is written with.
public enum UIKeyboardType: Int, Sendable {
    /// As usual.
    case `default` = 0
    /// ASCII.
    case asciiCapable = 1
    /// Numbers and punctuation.
    case numbersAndPunctuation = 2
    /// For URLs.
    case URL = 3
    /// Digits.
    case numberPad = 4
    /// For telephone numbers.
    case phonePad = 5
    /// For names and telephone numbers.
    case namePhonePad = 6
    /// For mail addresses.
    case emailAddress = 7
    /// Digits and a point.
    case decimalPad = 8
    /// For messages.
    case twitter = 9
    /// For searches.
    case webSearch = 10
}

/// What the return key says.
public enum UIReturnKeyType: Int, Sendable {
    /// As usual.
    case `default` = 0
    /// Go.
    case go = 1
    /// Google.
    case google = 2
    /// Join.
    case join = 3
    /// Next.
    case next = 4
    /// Route.
    case route = 5
    /// Search.
    case search = 6
    /// Send.
    case send = 7
    /// Yahoo.
    case yahoo = 8
    /// Done.
    case done = 9
    /// Emergency call.
    case emergencyCall = 10
    /// Continue.
    case `continue` = 11
}

/// Which letters are made capitals.
public enum UITextAutocapitalizationType: Int, Sendable {
    /// None.
    case none = 0
    /// The first of each word.
    case words = 1
    /// The first of each sentence.
    case sentences = 2
    /// All.
    case allCharacters = 3
}

/// Whether words are corrected.
public enum UITextAutocorrectionType: Int, Sendable {
    /// As usual.
    case `default` = 0
    /// No.
    case no = 1
    /// Yes.
    case yes = 2
}

/// What a keyboard looks like.
public enum UIKeyboardAppearance: Int, Sendable {
    /// As usual.
    case `default` = 0
    /// Dark.
    case dark = 1
    /// Light.
    case light = 2
}
