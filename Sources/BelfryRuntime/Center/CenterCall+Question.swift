// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryCenter
internal import BelfryModel
internal import BelfryWire

extension CenterCall {
    /// Reads what a worker asks; nil for categories that are set, which have no effect before the
    /// run's verdict.
    ///
    /// - Parameter question: The question, of which a liar may have written every byte.
    /// - Throws: ``CenterRefusal`` for a document that cannot be read as what it should be.
    init?(_ question: CenterQuestion.Kind) throws(CenterRefusal) {
        switch question {
        case .add(let document): self = .add(try Self.request(in: document))
        case .pending: self = .pending
        case .delivered: self = .delivered
        case .removePending(let document): self = .removePending(try Self.identifiers(in: document))
        case .removeDelivered(let document):
            self = .removeDelivered(try Self.identifiers(in: document))
        case .categories: self = .categories
        case .setCategories: return nil
        case .setBadge(let count): self = .setBadge(Int(count))
        case .settings: self = .settings
        }
    }

    private static func request(
        in document: [UInt8]
    ) throws(CenterRefusal) -> NotificationRequest {
        do throws(CenterDocumentError) {
            return try NotificationRequest(document: document)
        } catch {
            throw CenterRefusal(error)
        }
    }

    /// Reads identifiers; nil for the empty document, which means all.
    private static func identifiers(in document: [UInt8]) throws(CenterRefusal) -> [String]? {
        guard !document.isEmpty else { return nil }
        do throws(CenterDocumentError) {
            return try NotificationRequest.identifiers(document: document)
        } catch {
            throw CenterRefusal(error)
        }
    }

    /// Reads what is to be the app's categories, some of which may have texts that are too long.
    static func categories(in document: [UInt8]) throws(CenterRefusal) -> [NotificationCategory] {
        do {
            let categories = try NotificationCategory.parse(document: document)
            try CategorySet.checkCount(categories)
            return categories
        } catch let error as CenterDocumentError {
            throw CenterRefusal(error)
        } catch {
            throw CenterRefusal(error)
        }
    }
}
