// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryCenter
internal import BelfryModel
internal import Hummingbird
internal import NIOCore

/// Whether the daemon lives, whether it can do its work, and what it counted.
extension CenterAPI {
    func addHealth(to router: Router<APIContext>) {
        router.get("/healthz") { _, _ in Response.json(["status": "ok"]) }
        router.get("/readyz") { _, _ in
            // A write that changes nothing still needs the ledger.
            let size = try await center.perform { try $0.transaction.size() }
            return Response.json(
                ["status": "ready", "notifications": .number(JSONNumber(size.entryCount))]
            )
        }
        router.get("/metrics") { _, _ in
            let size = try await center.perform { try $0.transaction.size() }
            metrics.note(size)
            return Response(
                status: .ok,
                headers: [.contentType: "text/plain; version=0.0.4; charset=utf-8"],
                body: ResponseBody(byteBuffer: ByteBuffer(string: metrics.text))
            )
        }
        router.get("/openapi.yaml") { _, _ in
            Response(
                status: .ok,
                headers: [.contentType: "application/yaml"],
                body: ResponseBody(byteBuffer: ByteBuffer(bytes: PackageResources.openapi_yaml))
            )
        }
    }
}
