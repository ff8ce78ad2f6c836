// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// Names that Swift 3, Swift 4 or Swift 4.2 replaced, in what the compiler did not find.
///
/// Apple's compiler knows them from the headers of Objective-C and offers the new ones; here nothing
/// has ever had them.
struct OlderSwift {
    /// Each old name with the new one, in the order of the compiler's complaints.
    let names: [(old: String, new: String)]

    /// More of them say nothing more.
    private static let maximumCount = 40

    /// Reads what the compiler wrote.
    init(output: String) {
        let complaint =
            #/
            has\ no\ member\ '([A-Za-z0-9]+)'
            | cannot\ find\ (?:type\ )?'([A-Za-z0-9_]+)'\ in\ scope
            | cannot\ convert\ [^\n']*type\ '(NS[A-Za-z]+)'
            | '(NS[A-Za-z]+)'\ is\ not\ implicitly\ convertible
            | override\ func\ (didReceiveNotification[A-Za-z]*)
            /#
        var names: [(old: String, new: String)] = []
        for match in output.matches(of: complaint) {
            guard let found = match.1 ?? match.2 ?? match.3 ?? match.4 ?? match.5,
                let new = Self.name(replacing: String(found))
            else { continue }
            let old = String(found)
            if !names.contains(where: { $0.old == old }) { names.append((old, new)) }
        }
        self.names = names
    }

    /// One line that names them; nil where there are none.
    var explanation: String? {
        guard !names.isEmpty else { return nil }
        let shown = names.prefix(Self.maximumCount).map { "\($0.old) is \($0.new)" }
        let rest = names.count > shown.count ? ", …" : ""
        return "the sources have older names, for which Swift 5 has others: "
            + shown.joined(separator: ", ") + rest
    }

    private static func name(replacing old: String) -> String? {
        if old.hasSuffix("Color") {
            let colour = String(old.dropLast(5))
            if colours.contains(colour) { return colour }
        }
        return renamed[old] ?? nestedName(replacing: old)
    }

    private static let colours: Set<String> = [
        "black", "blue", "brown", "clear", "cyan", "darkGray", "gray", "green", "lightGray",
        "magenta", "orange", "purple", "red", "white", "yellow",
    ]

    private static let renamed = [
        "CGPointMake": "CGPoint(x:y:)",
        "CGRectMake": "CGRect(x:y:width:height:)",
        "CGSizeMake": "CGSize(width:height:)",
        "NSBundle": "Bundle",
        "NSData": "Data",
        "NSDate": "Date",
        "NSDateFormatter": "DateFormatter",
        "NSFileManager": "FileManager",
        "NSJSONSerialization": "JSONSerialization",
        "NSNotificationCenter": "NotificationCenter",
        "NSOperationQueue": "OperationQueue",
        "NSProcessInfo": "ProcessInfo",
        "NSTimer": "Timer",
        "NSURL": "URL",
        "NSURLRequest": "URLRequest",
        "NSURLSession": "URLSession",
        "NSURLSessionConfiguration": "URLSessionConfiguration",
        "NSUserDefaults": "UserDefaults",
        "NSUTF8StringEncoding": "String.Encoding.utf8",
        "UIEdgeInsetsMake": "UIEdgeInsets(top:left:bottom:right:)",
        "componentsSeparatedByString": "components(separatedBy:)",
        "currentNotificationCenter": "current()",
        "dataTaskWithRequest": "dataTask(with:)",
        "dataTaskWithURL": "dataTask(with:)",
        "defaultCenter": "default",
        "defaultManager": "default",
        "defaultSessionConfiguration": "default",
        "didReceiveNotification": "didReceive(_:)",
        "didReceiveNotificationRequest": "didReceive(_:withContentHandler:)",
        "didReceiveNotificationResponse": "didReceive(_:completionHandler:)",
        "downloadTaskWithURL": "downloadTask(with:)",
        "lowercaseString": "lowercased()",
        "mainBundle": "main",
        "mainQueue": "main",
        "rangeOfString": "range(of:)",
        "sharedSession": "shared",
        "standardUserDefaults": "standard",
        "stringByAppendingPathComponent": "appendingPathComponent(_:)",
        "stringByAppendingString": "appending(_:)",
        "stringByReplacingOccurrencesOfString": "replacingOccurrences(of:with:)",
        "systemFontOfSize": "systemFont(ofSize:)",
        "uppercaseString": "uppercased()",
    ]
}
