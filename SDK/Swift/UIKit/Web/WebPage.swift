// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation
package import FoundationNetworking
internal import FoundationSupplement

/// What stands in place of a page: its title, its address and its words, or the picture that it is.
///
/// The host is given the page, and may show a picture of it in front of the words.
@MainActor
package final class WebPage {
    /// What became of a page.
    package enum Ending {
        /// It is shown.
        case shown
        /// It is not.
        case failed(any Error)
    }

    private let caption = UILabel()
    private let address = UILabel()
    private let words = UILabel()
    private let picture = UIImageView()
    private var task: URLSessionDataTask?
    /// Counts pages: an answer to an earlier one is not shown.
    private var number = 0

    /// Its title; nil where it has none.
    package private(set) var title: String?
    /// Where it is; nil for one that was given as a text.
    package private(set) var url: URL?
    /// Whether it is on its way.
    package private(set) var isLoading = false

    /// The types of pages that the host may draw.
    private static let drawnTypes: Set = ["text/html", "application/xhtml+xml"]

    /// As much of a page as is taken, in bytes.
    private static let byteLimit = 4 << 20

    /// Puts the box into a view.
    package init(in view: UIView) {
        view.backgroundColor = .systemBackground
        view.clipsToBounds = true
        caption.font = .boldSystemFont(ofSize: 15)
        caption.numberOfLines = 2
        address.font = .systemFont(ofSize: 12)
        address.textColor = .secondaryLabel
        words.font = .systemFont(ofSize: 13)
        words.numberOfLines = 0
        picture.contentMode = .scaleAspectFit
        let lines = UIStackView(arrangedSubviews: [caption, address, words])
        lines.axis = .vertical
        lines.spacing = 4
        for part in [lines, picture] {
            part.translatesAutoresizingMaskIntoConstraints = false
            view.addSubview(part)
        }
        NSLayoutConstraint.activate([
            lines.topAnchor.constraint(equalTo: view.topAnchor, constant: 8),
            lines.leadingAnchor.constraint(equalTo: view.leadingAnchor, constant: 8),
            lines.trailingAnchor.constraint(equalTo: view.trailingAnchor, constant: -8),
            picture.topAnchor.constraint(equalTo: view.topAnchor),
            picture.bottomAnchor.constraint(equalTo: view.bottomAnchor),
            picture.leadingAnchor.constraint(equalTo: view.leadingAnchor),
            picture.trailingAnchor.constraint(equalTo: view.trailingAnchor),
        ])
    }

    /// Fetches a page and shows it; the sandbox holds it to the origins that the extension may reach.
    package func load(_ request: URLRequest, _ done: @escaping @MainActor (Ending) -> Void) {
        let number = begin(at: request.url)
        if let url = request.url, url.isFileURL {
            let found = Found { (data: try Data(contentsOf: url), type: nil) }
            return DispatchQueue.main.async {
                MainActor.assumeIsolated { self.end(number, found, nil, done) }
            }
        }
        task = URLSession.shared.dataTask(with: request) { data, response, error in
            let type = (response as? HTTPURLResponse)?.value(forHTTPHeaderField: "Content-Type")
            let found = error.map(Found.failure) ?? .success((data ?? Data(), type))
            DispatchQueue.main.async {
                MainActor.assumeIsolated { self.end(number, found, response, done) }
            }
        }
        task?.resume()
    }

    /// Shows a page that is a text.
    package func load(
        html: String,
        base: URL?,
        _ done: @escaping @MainActor (Ending) -> Void
    ) {
        load(Data(html.utf8), type: "text/html; charset=utf-8", base: base, done)
    }

    /// Shows a page of bytes.
    ///
    /// - Parameters:
    ///   - data: The page.
    ///   - type: Its type, as a server says it.
    ///   - base: Where it is.
    ///   - done: Hears what became of it.
    package func load(
        _ data: Data,
        type: String,
        base: URL?,
        _ done: @escaping @MainActor (Ending) -> Void
    ) {
        let number = begin(at: base)
        DispatchQueue.main.async {
            MainActor.assumeIsolated { self.end(number, .success((data, type)), nil, done) }
        }
    }

    /// Ends what is on its way; nobody hears of it any more.
    package func stop() {
        number += 1
        task?.cancel()
        task = nil
        isLoading = false
    }

    private func begin(at url: URL?) -> Int {
        stop()
        RunLog.sayOnce("A page's script", withoutEffect: "a web view runs none")
        self.url = url
        isLoading = true
        title = nil
        address.text = url?.absoluteString
        return number
    }

    /// A page, and its type as its server says it, if one does.
    private typealias Found = Result<(data: Data, type: String?), any Error>

    private func end(
        _ number: Int,
        _ found: Found,
        _ response: URLResponse?,
        _ done: @MainActor (Ending) -> Void
    ) {
        guard number == self.number else { return }
        isLoading = false
        task = nil
        switch found {
        case .failure(let error):
            words.text = error.localizedDescription
            done(.failed(error))
        case .success(let (data, type)):
            if let address = response?.url {
                url = address
                self.address.text = address.absoluteString
            }
            show(data.prefix(Self.byteLimit), type ?? response?.mimeType)
            done(.shown)
        }
    }

    private func show(_ data: Data, _ type: String?) {
        let kind = type?.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces).lowercased()
        let image = kind.map { $0.hasPrefix("image/") } == false ? nil : UIImage(data: data)
        picture.image = image
        let text = String(decoding: data, as: UTF8.self)
        let page = image == nil && kind != "text/plain" ? HTMLText(text) : nil
        let isDrawn = page != nil && kind.map(Self.drawnTypes.contains) ?? true
        if isDrawn { picture.node.set(page: entity(data, type ?? "text/html")) }
        picture.isHidden = image == nil && !isDrawn
        title = page?.title
        caption.text = title
        words.text = image == nil ? page?.text ?? String(text.prefix(4096)) : nil
        for label in [caption, address, words] { label.isHidden = image != nil }
    }

    /// The page as the host takes it: a MIME entity with its address.
    private func entity(_ data: Data, _ type: String) -> Data {
        let address = url.map { "Content-Location: \($0.absoluteString)\r\n" } ?? ""
        return Data("Content-Type: \(type)\r\n\(address)\r\n".utf8) + data
    }
}
