// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryDigest
internal import BelfryDrawing
internal import Foundation

/// The files that the page is made of.
///
/// Those that are its own are in `Web/Page`, and in the daemon itself: they are compiled in.
enum WebFile {
    /// The page, which names its parts below ``folder`` and ``version``.
    static let page: PageFile = {
        let text = String(decoding: PackageResources.page_html, as: UTF8.self)
        return .page(Array(text.replacing("\"page/", with: "\"page/\(version)/").utf8))
    }()

    /// A name for the parts as they are in this daemon.
    ///
    /// A browser may keep what it has by that name:
    /// parts of another daemon have another.
    static let version: String = {
        var digest = ContentDigest()
        for (name, file) in all.sorted(by: { $0.key < $1.key }) {
            digest.update(Array("\(name) \(file.bytes.count) ".utf8) + file.bytes)
        }
        return String(digest.finish().prefix(16))
    }()

    /// The page's parts by their names below ``folder``.
    static let all: [String: PageFile] = PageFile.drawing.merging([
        "icon.svg": .picture(PackageResources.icon_svg),
        "page.css": .style(PackageResources.page_css),
        "cards.css": .style(PackageResources.cards_css),
        "ledger.css": .style(PackageResources.ledger_css),
        "live.css": .style(PackageResources.live_css),
        "push.css": .style(PackageResources.push_css),
        "page.js": .script(PackageResources.page_js),
        "connection.js": .script(PackageResources.connection_js),
        "elements.js": .script(PackageResources.elements_js),
        "list.js": .script(PackageResources.list_js),
        "card.js": .script(PackageResources.card_js),
        "attachments.js": .script(PackageResources.attachments_js),
        "explanation.js": .script(PackageResources.explanation_js),
        "apps.js": .script(PackageResources.apps_js),
        "controls.js": .script(PackageResources.controls_js),
        "device.js": .script(PackageResources.device_js),
        "feed.js": .script(PackageResources.feed_js),
        "filters.js": .script(PackageResources.filters_js),
        "happenings.js": .script(PackageResources.happenings_js),
        "leaving.js": .script(PackageResources.leaving_js),
        "live.js": .script(PackageResources.live_js),
        "log.js": .script(PackageResources.log_js),
        "push.js": .script(PackageResources.push_js),
        "regions.js": .script(PackageResources.regions_js),
        "run.js": .script(PackageResources.run_js),
        "schedule.js": .script(PackageResources.schedule_js),
        "search.js": .script(PackageResources.search_js),
        "shelf.js": .script(PackageResources.shelf_js),
        "statistics.js": .script(PackageResources.statistics_js),
        "stream.js": .script(PackageResources.stream_js),
        "surfaces.js": .script(PackageResources.surfaces_js),
        "trial.js": .script(PackageResources.trial_js),
        "watch.js": .script(PackageResources.watch_js),
    ]) { $1 }

    /// Where the parts are.
    static let folder = "/page/"

    /// A part of the page.
    ///
    /// - Parameter path: Its name below ``folder``, with a version before it or without.
    /// - Returns: The part, and whether a browser may keep it; nil where there is none.
    static func part(at path: String) -> (file: PageFile, isKept: Bool)? {
        let prefix = version + "/"
        let isKept = path.hasPrefix(prefix)
        return all[isKept ? String(path.dropFirst(prefix.count)) : path].map { ($0, isKept) }
    }

    /// Whether a path is the page's or that of a part.
    static func isNamed(by path: String) -> Bool { path == "/" || path.hasPrefix(folder) }
}
