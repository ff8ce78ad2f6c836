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

/// What a text is, so that the system can fill it in.
///
/// - Note: Without effect: nothing is filled in here.
/// - SeeAlso: https://developer.apple.com/documentation/uikit/uitextcontenttype
public struct UITextContentType: RawRepresentable, Hashable, Sendable {
    /// Its name.
    public let rawValue: String

    /// Takes a name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// A person's name.
    public static let name = UITextContentType(rawValue: "name")
    /// A mail address.
    public static let emailAddress = UITextContentType(rawValue: "email")
    /// A telephone number.
    public static let telephoneNumber = UITextContentType(rawValue: "tel")
    /// The number of a credit card.
    public static let creditCardNumber = UITextContentType(rawValue: "cc-number")
    /// A user's name.
    public static let username = UITextContentType(rawValue: "username")
    /// A password.
    public static let password = UITextContentType(rawValue: "password")
    /// A code that came by a message.
    public static let oneTimeCode = UITextContentType(rawValue: "one-time-code")
    /// An address.
    public static let fullStreetAddress = UITextContentType(rawValue: "street-address")
    /// An address on the web.
    public static let URL = UITextContentType(rawValue: "url")
}

extension UITextField {
    /// What the text is, so that the system can fill it in.
    ///
    /// - Note: Without effect: it is not kept, as nothing is filled in here.
    public var textContentType: UITextContentType? {
        get { nil }
        set {}
    }
}

extension UITextView {
    /// What the text is, so that the system can fill it in.
    ///
    /// - Note: Without effect: it is not kept, as nothing is filled in here.
    public var textContentType: UITextContentType? {
        get { nil }
        set {}
    }
}

/// What is done with a link or a picture in a text.
///
/// - SeeAlso: https://developer.apple.com/documentation/uikit/uitextiteminteraction
public enum UITextItemInteraction: Int, Sendable {
    /// It is opened.
    case invokeDefaultAction = 0
    /// Others are offered.
    case presentActions = 1
    /// It is shown.
    case preview = 2
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
