// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation
package import FoundationNetworking
internal import FoundationSupplement

/// What stands in place of a page: its title, its address and its words, or the picture that it is.
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
            let found = Result { try Data(contentsOf: url) }
            return DispatchQueue.main.async {
                MainActor.assumeIsolated { self.end(number, found, nil, done) }
            }
        }
        task = URLSession.shared.dataTask(with: request) { data, response, error in
            let found = error.map(Result<Data, any Error>.failure) ?? .success(data ?? Data())
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
        let number = begin(at: base)
        DispatchQueue.main.async {
            MainActor.assumeIsolated { self.end(number, .success(Data(html.utf8)), nil, done) }
        }
    }

    /// Shows a page of bytes.
    package func load(
        _ data: Data,
        base: URL?,
        _ done: @escaping @MainActor (Ending) -> Void
    ) {
        let number = begin(at: base)
        DispatchQueue.main.async {
            MainActor.assumeIsolated { self.end(number, .success(data), nil, done) }
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
        RunLog.sayOnce(
            "A web view",
            withoutEffect: "pages are shown by their words, without layout"
        )
        self.url = url
        isLoading = true
        title = nil
        address.text = url?.absoluteString
        return number
    }

    private func end(
        _ number: Int,
        _ found: Result<Data, any Error>,
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
        case .success(let data):
            if let address = response?.url {
                url = address
                self.address.text = address.absoluteString
            }
            show(data.prefix(Self.byteLimit), response?.mimeType)
            done(.shown)
        }
    }

    private func show(_ data: Data, _ type: String?) {
        let image = type.map { $0.hasPrefix("image/") } == false ? nil : UIImage(data: data)
        picture.image = image
        let text = String(decoding: data, as: UTF8.self)
        let page = image == nil && type != "text/plain" ? HTMLText(text) : nil
        title = page?.title
        caption.text = title
        words.text = image == nil ? page?.text ?? String(text.prefix(4096)) : nil
        for label in [caption, address, words] { label.isHidden = image != nil }
    }
}
