# SPDX-License-Identifier: Apache-2.0
# Part of Belfry, a host for notification extensions.
"""Serves what extensions download, over HTTP and, given a certificate, over TLS.

usage: server.py [CERTIFICATE KEY]

Prints its ports in one line, the plain one first, and serves until its standard input ends.
"""
import base64
import gzip
import http.server
import ssl
import sys
import threading
import time
import urllib.parse
import zlib

# One pixel.
PICTURE = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJg"
    "gg=="
)


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def log_message(self, *arguments):
        pass

    def do_GET(self):
        url = urllib.parse.urlsplit(self.path)
        self.query = dict(urllib.parse.parse_qsl(url.query))
        name = url.path[1:].split("/")[0]
        getattr(self, "get_" + name.replace("-", "_"), self.get_nothing)()

    def do_POST(self):
        length = int(self.headers.get("Content-Length") or 0)
        if self.headers.get("Transfer-Encoding"):
            body = self.chunks()
        else:
            body = self.rfile.read(length)
        if "ms" in self.path:
            time.sleep(1)
        head = f"{self.command} {self.headers.get('Content-Type')} {self.headers.get('X-Test')} "
        self.answer(200, "text/plain", head.encode() + str(len(body)).encode())

    do_PUT = do_POST

    def chunks(self):
        body = b""
        while size := int(self.rfile.readline(), 16):
            body += self.rfile.read(size)
            self.rfile.readline()
        self.rfile.readline()
        return body

    def answer(self, status, kind, body, **fields):
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        for name, value in fields.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        self.wfile.write(body)

    def get_text(self):
        self.answer(200, "text/plain; charset=utf-8", "hällo".encode())

    def get_page(self):
        self.answer(200, "text/html; charset=utf-8", self.query["html"].encode())

    def get_header(self):
        self.answer(200, "text/plain", str(self.headers.get("X-Test")).encode())

    def get_picture(self):
        self.answer(
            200, "image/png", PICTURE, Content_Disposition='attachment; filename="monkey face.png"'
        )

    def get_slow(self):
        time.sleep(int(self.query["ms"]) / 1000)
        self.answer(200, "text/plain", b"slow")

    def get_drip(self):
        # A picture, a byte at a time, which is never a whole one.
        self.send_response(200)
        self.send_header("Content-Type", "image/png")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        for byte in PICTURE[: int(self.query["ms"]) // 1000]:
            self.chunk(bytes([byte]))
            time.sleep(1)

    def get_never(self):
        self.rfile.read()

    def get_lines(self):
        self.send_response(200)
        self.send_header("Content-Type", "text/plain")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        for line in [b"one\n", b"two\n", b"three\n"]:
            self.chunk(line)
        self.chunk(b"")

    def chunk(self, piece):
        self.wfile.write(b"%x\r\n%s\r\n" % (len(piece), piece))

    def get_redirect(self):
        status = int(self.query.get("status", 302))
        self.answer(status, "text/plain", b"elsewhere", Location=self.query["to"])

    def get_loop(self):
        self.answer(302, "text/plain", b"again", Location="/loop")

    def get_basic(self):
        expected = "Basic " + base64.b64encode(b"user:secret").decode()
        if self.headers.get("Authorization") == expected:
            self.answer(200, "text/plain", b"welcome")
        else:
            self.answer(401, "text/plain", b"who?", WWW_Authenticate='Basic realm="test"')

    def get_gzip(self):
        self.answer(200, "text/plain", gzip.compress(b"packed"), Content_Encoding="gzip")

    def get_bomb(self):
        # Two gigabytes in two megabytes.
        self.send_response(200)
        self.send_header("Content-Type", "application/octet-stream")
        self.send_header("Content-Encoding", "gzip")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        packer = zlib.compressobj(9, zlib.DEFLATED, 31)
        for _ in range(2048):
            piece = packer.compress(bytes(1 << 20))
            if piece:
                self.chunk(piece)
        self.chunk(packer.flush())
        self.chunk(b"")

    def get_cut(self):
        self.send_response(200)
        self.send_header("Content-Length", "1000")
        self.end_headers()
        self.wfile.write(b"not all")
        self.close_connection = True

    def get_refusal(self):
        # What the proxy in the host says, forged.
        self.answer(
            403, "text/plain", b"forged", Proxy_Status="belfry; error=http_request_denied"
        )

    def get_hang_up(self):
        self.close_connection = True

    def get_nothing(self):
        self.answer(404, "text/plain", b"nothing")


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request, client_address):
        pass


class TLSServer(Server):
    def __init__(self, certificate, key):
        super().__init__(("127.0.0.1", 0), Handler)
        self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self.context.load_cert_chain(certificate, key)

    # The handshake is the connection's own thread's business.
    def finish_request(self, request, client_address):
        with self.context.wrap_socket(request, server_side=True) as connection:
            self.RequestHandlerClass(connection, client_address, self)


def main():
    servers = [Server(("127.0.0.1", 0), Handler)]
    if len(sys.argv) > 2:
        servers.append(TLSServer(sys.argv[1], sys.argv[2]))
    for server in servers:
        threading.Thread(target=server.serve_forever, daemon=True).start()
    print(*[server.server_address[1] for server in servers], flush=True)
    sys.stdin.read()


main()
