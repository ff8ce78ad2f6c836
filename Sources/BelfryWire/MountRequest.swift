// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// The folders that a zygote's mounter is to show to a worker that is about to start.
package struct MountRequest: Equatable, Sendable {
    /// One directory, and the inode that it has to be.
    package struct Folder: Equatable, Sendable {
        /// Where it is, inside as outside.
        package var path: String

        /// Its device and inode, as the host sees them.
        package var device: UInt64
        package var inode: UInt64

        /// Whether it is shown writable; nothing in such a one can be executed.
        package var isWritable: Bool

        package init(path: String, device: UInt64, inode: UInt64, isWritable: Bool) {
            self.path = path
            self.device = device
            self.inode = inode
            self.isWritable = isWritable
        }
    }

    /// The worker that waits for it.
    package var worker: UInt64

    /// What is to be shown.
    package var folders: [Folder]

    package init(worker: UInt64, folders: [Folder]) {
        self.worker = worker
        self.folders = folders
    }

    /// The request as a frame.
    package var frame: [UInt8] {
        var frame = FrameWriter()
        frame.write(worker)
        frame.write(all: folders) {
            $0.write($1.path)
            $0.write($1.device)
            $0.write($1.inode)
            $0.write($1.isWritable)
        }
        return frame.bytes
    }

    /// Reads a request.
    package init(frame bytes: [UInt8]) throws(WireError) {
        var frame = FrameReader(bytes)
        worker = try frame.read()
        folders = try frame.readAll { reader throws(WireError) in
            Folder(
                path: try reader.readText(),
                device: try reader.read(),
                inode: try reader.read(),
                isWritable: try reader.readBool()
            )
        }
        try frame.finish()
    }
}

/// What a zygote's mounter answers.
package struct MountAnswer: Equatable, Sendable {
    /// The worker that waits.
    package var worker: UInt64

    /// Why a folder could not be shown; empty when all of them are.
    package var failure: String

    package init(worker: UInt64, failure: String = "") {
        self.worker = worker
        self.failure = failure
    }

    /// The answer as a frame.
    package var frame: [UInt8] {
        var frame = FrameWriter()
        frame.write(worker)
        frame.write(failure)
        return frame.bytes
    }

    /// Reads an answer.
    package init(frame bytes: [UInt8]) throws(WireError) {
        var frame = FrameReader(bytes)
        worker = try frame.read()
        failure = try frame.readText()
        try frame.finish()
    }
}
