# SPDX-License-Identifier: Apache-2.0
# Part of Belfry, a host for notification extensions.
"""A connection whose frames are written and read one by one."""

import json
import socket

import h2.config
import h2.connection
import h2.events
import hyperframe.frame


def frames(data):
    """The whole frames of these bytes; what is left is the beginning of another."""
    while len(data) >= 9:
        frame, length = hyperframe.frame.Frame.parse_frame_header(memoryview(data[:9]))
        if len(data) < 9 + length:
            return
        frame.parse_body(memoryview(data[9 : 9 + length]))
        yield frame
        data = data[9 + length :]


class Connection:
    def __init__(self, stage, protocols=("h2",), speaks_http2=True):
        self.stage = stage
        link = socket.create_connection(("127.0.0.1", stage.port), timeout=30)
        # As clients do: a request's frames do not wait for an acknowledgement of the first.
        link.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.link = stage.tls(protocols).wrap_socket(link, server_hostname="localhost")
        self.events = []
        self.unseen = b""
        self.h2 = h2.connection.H2Connection(
            h2.config.H2Configuration(header_encoding="utf-8", validate_outbound_headers=False)
        )
        if speaks_http2:
            self.h2.initiate_connection()
            self.flush()

    def close(self):
        self.link.close()

    def flush(self):
        self.link.sendall(self.h2.data_to_send())

    def begin(self, fields, path=None, method="POST", end_stream=False, pseudo=()):
        """Sends a request's header fields."""
        head = [(":method", method), (":scheme", "https")]
        head += [(":path", self.stage.path() if path is None else path)]
        head += list(pseudo) or [(":authority", f"localhost:{self.stage.port}")]
        fields = list(fields.items()) if isinstance(fields, dict) else fields
        return self.begin_with(head + fields, end_stream=end_stream)

    def begin_with(self, fields, end_stream=False):
        """Sends header fields as they are."""
        stream = self.h2.get_next_available_stream_id()
        self.h2.send_headers(stream, fields, end_stream=end_stream)
        self.flush()
        return stream

    def send(self, stream, data, end_stream=False):
        self.h2.send_data(stream, data, end_stream=end_stream)
        self.flush()

    def push(self, fields, body, **more):
        """A whole request, and its answer."""
        stream = self.begin(fields, **more)
        self.send(stream, body, end_stream=True)
        return self.answer(stream)

    def read(self):
        """The next events; None at the connection's end."""
        try:
            data = self.link.recv(65536)
        except ConnectionResetError:
            data = b""
        if not data:
            return None
        events = self.h2.receive_data(data)
        self.flush()
        self.events += events
        return events

    def answer(self, stream):
        """A stream's status, its fields, its JSON, and the sizes of its DATA frames."""
        while not any(
            isinstance(event, (h2.events.StreamEnded, h2.events.StreamReset))
            and event.stream_id == stream
            for event in self.events
        ):
            if self.read() is None:
                raise AssertionError("the connection ended before the answer")
        fields, data = {}, []
        for event in self.events:
            if getattr(event, "stream_id", None) != stream:
                continue
            if isinstance(event, h2.events.ResponseReceived):
                fields = dict(event.headers)
            elif isinstance(event, h2.events.DataReceived):
                data.append(event.data)
        body = json.loads(b"".join(data)) if data else None
        return int(fields[":status"]), fields, body, [len(piece) for piece in data]

    def await_farewell(self):
        """Reads until a GOAWAY frame has come, which h2 does not see: it goes on as if unread."""
        while not any(isinstance(frame, hyperframe.frame.GoAwayFrame) for frame in frames(self.unseen)):
            piece = self.link.recv(65536)
            if not piece:
                raise AssertionError("the connection ended without a farewell")
            self.unseen += piece

    def rest(self):
        """The frames until the connection's end; h2 itself takes none after a farewell."""
        while piece := self.link.recv(65536):
            self.unseen += piece
        return list(frames(self.unseen))

    def farewell(self):
        """The GOAWAY frame, read until the connection's end."""
        while self.read() is not None:
            pass
        for event in self.events:
            if isinstance(event, h2.events.ConnectionTerminated):
                return event
        return None
