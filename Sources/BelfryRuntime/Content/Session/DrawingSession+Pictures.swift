// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfrySystem
internal import BelfryWire
internal import Glibc

/// The pictures in a content extension's views: opened when the frame comes, as the file may be gone
/// a moment later, and read one after the other off the host's thread.
extension DrawingSession {
    /// Looks for the files of pictures that a frame has set: those of the views whose picture is
    /// another.
    ///
    /// - Returns: How many it looked for.
    func findPictures(of views: [UInt32]) -> Int {
        let tree = scene.snapshot.tree
        let count = loads.add(picturesOf: views, in: tree) { image throws(PictureFault) in
            try source(of: image)
        } refuse: { image, fault in
            warn("the picture \(image.name.quoted) \(fault)")
        }
        loadNext()
        return count
    }

    private func loadNext() {
        guard let load = loads.next() else { return }
        run.context.clock.start {
            let result = await PictureLoads.read(load.source)
            self.loaded(load, result)
            let size = (try? result.get())?.bytes.count ?? 0
            let wait = self.loads.finish(byteCount: size)
            if wait == .zero { self.loadNext() } else { self.loadLater(in: wait) }
            self.publish()
        }
    }

    /// Goes on with the next picture in a while: one that changes pictures all the time has them read
    /// on the host's own time.
    private func loadLater(in wait: Duration) {
        _ = run.context.clock.call(at: now + wait) { [weak self] in
            guard let self else { return }
            loads.hasRested()
            loadNext()
            publish()
        }
    }

    private func loaded(
        _ load: PictureLoads.Load,
        _ result: Result<PictureFile, PictureFault>
    ) {
        // The view may be gone, or have another picture by now.
        let views = scene.snapshot.tree.nodes
        guard let node = views[load.view], node.image == load.image else {
            return
        }
        do throws(PictureFault) {
            let picture = try result.get()
            let shown = Set(views.values.compactMap(\.picture))
            guard shelf.put(picture, keeping: shown) else {
                throw PictureFault("is more than there is room for")
            }
            scene.setPicture(picture.name, of: load.image, in: load.view)
        } catch {
            warn("the picture \(load.image.name.quoted) \(error)")
        }
    }

    // MARK: Where a picture is

    /// Where a picture's bytes are; nil for what has none, such as a symbol.
    private func source(
        of image: ViewImage
    ) throws(PictureFault) -> PictureLoads.Source? {
        switch image.source {
        case .symbol: return nil
        case .attachment:
            guard let loan = attachments[image.name] else {
                throw PictureFault("is no attachment of the notification")
            }
            return .attachment(loan)
        case .resource:
            let path = run.bundle.path
            do throws(SystemError) {
                let bundle = try Descriptor.openDirectory(path)
                return .file(try Self.open(image.name, beneath: bundle, at: path))
            } catch {
                throw PictureFault(error)
            }
        case .file: return .file(try ownFile(image.name, of: run))
        case .page: return .page(try ownFile(image.name, of: run))
        }
    }

    /// Opens a file of the container, or of what the extension has that outlives it.
    private func ownFile(
        _ name: String,
        of run: Run
    ) throws(PictureFault) -> PictureLoads.OpenFile {
        guard let worker = run.worker, let container = worker.container else {
            throw PictureFault("is in a container that is gone")
        }
        do throws(SystemError) {
            let file = try openOwn(name, worker, container)
            // A second name may be of a file that its maker could not read.
            let status = try file.descriptor.status()
            guard status.st_nlink <= 1 || status.st_mode & S_IFMT != S_IFREG else {
                throw SystemError(call: "openat2", errno: ELOOP)
            }
            return file
        } catch {
            throw PictureFault(error)
        }
    }

    private func openOwn(
        _ name: String,
        _ worker: Worker,
        _ container: WorkerContainer
    ) throws(SystemError) -> PictureLoads.OpenFile {
        let folder = worker.storage.first {
            $0.kind != .keychain && name.hasPrefix($0.path + "/")
        }
        guard let folder else {
            return try Self.open(name, beneath: container.directory, at: container.path)
        }
        let directory = try Descriptor.openDirectory(folder.path)
        return try Self.open(name, beneath: directory, at: folder.path)
    }

    /// Opens a file without waiting: beneath a directory, never through a link.
    private static func open(
        _ name: String,
        beneath directory: borrowing Descriptor,
        at path: String
    ) throws(SystemError) -> PictureLoads.OpenFile {
        let isAbsolute = name.hasPrefix(path + "/")
        let relative = isAbsolute ? String(name.dropFirst(path.count + 1)) : name
        // A zero byte would end the path for the kernel alone.
        guard !relative.utf8.contains(0) else {
            throw SystemError(call: "openat2", errno: ENOENT)
        }
        let file = try directory.openBeneath(relative, O_RDONLY | O_NONBLOCK | O_NOCTTY)
        return PictureLoads.OpenFile(file)
    }
}
