// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryRuntime

extension FuzzTarget {
    /// The file of a page, as an extension writes it for whoever draws it.
    ///
    /// Its type and its address go to a browser as header and address: nothing else is to get into them.
    static let page = FuzzTarget(
        "page",
        byteLimit: 4096,
        seeds: { seeds.map { Array($0.utf8) } },
        check: { bytes in
            guard let page = try? WebPageFile(bytes) else { return }
            try hold(bytes.suffix(page.content.count).elementsEqual(page.content), "other bytes")
            for field in [page.type, page.address ?? ""] {
                try hold(field.utf8.allSatisfy { (0x20...0x7e).contains($0) }, field)
            }
            let address = page.address?.lowercased() ?? "http://"
            try hold(["http://", "https://"].contains { address.hasPrefix($0) }, address)
        }
    )

    private static let seeds = [
        "Content-Type: text/html; charset=utf-8\r\nContent-Location: https://a.example/b\r\n\r\n<p>",
        "content-type:application/xhtml+xml\n\n<html xmlns='http://www.w3.org/1999/xhtml'/>",
        "X: 1\nContent-Location: http://u@a\nContent-Type: text/html\n\n",
    ]
}
