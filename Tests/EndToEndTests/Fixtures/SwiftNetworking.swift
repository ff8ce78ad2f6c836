// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import UserNotifications

/// Uses URLSession in one of its forms, by the payload's `trial`, and reports as the body.
final class NotificationService: UNNotificationServiceExtension {
    var lines: [String] = []
    var base = ""
    var contentHandler: ((UNNotificationContent) -> Void)?
    var bestAttemptContent: UNMutableNotificationContent?
    var session: URLSession?
    let recorder = Recorder()

    override func didReceive(
        _ request: UNNotificationRequest,
        withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {
        self.contentHandler = contentHandler
        bestAttemptContent = request.content.mutableCopy() as? UNMutableNotificationContent
        base = request.content.userInfo["base"] as? String ?? ""
        let trials: [String: () -> Void] = [
            "data": data, "download": download, "upload": upload, "async": asynchronous,
            "configured": configured, "delegates": delegates, "redirects": redirects,
            "contents": contents, "errors": errors, "cancel": cancel, "background": background,
            "caught": caught, "semaphore": semaphore, "fetch": fetch, "many": many,
            "pinned": pinned,
        ]
        trials[request.content.userInfo["trial"] as? String ?? ""]?()
    }

    func url(_ path: String) -> URL {
        let text = path.contains("://") ? path : base + path
        guard let url = URL(string: text) else { preconditionFailure("\(text) is no URL") }
        return url
    }

    func note(_ name: String, _ value: Any?) {
        lines.append("\(name): \(value.map { "\($0)" } ?? "nil")")
    }

    func note(_ name: String, _ error: (any Error)?) {
        let object = error as NSError?
        note(name, object.map { "\($0.domain) \($0.code) \((error as? URLError) != nil)" })
        if let object { print("\(name) says: \(object.localizedDescription)") }
    }

    func finish() {
        guard let content = bestAttemptContent else { return }
        content.body = lines.joined(separator: "\n")
        contentHandler?(content)
    }

    func text(_ data: Data?) -> String? { data.flatMap { String(data: $0, encoding: .utf8) } }

    // MARK: Forms

    func data() {
        URLSession.shared.dataTask(with: url("/text")) { data, response, error in
            self.note("text", self.text(data))
            self.note("status", (response as? HTTPURLResponse)?.statusCode)
            self.note("type", response?.mimeType)
            self.note("encoding", response?.textEncodingName)
            self.note("length", response?.expectedContentLength)
            self.note("error", error)
            self.note("main", Thread.isMainThread)
            var request = URLRequest(url: self.url("/header"))
            request.setValue("mine", forHTTPHeaderField: "X-Test")
            URLSession.shared.dataTask(with: request) { data, _, _ in
                self.note("header", self.text(data))
                self.finish()
            }.resume()
        }.resume()
    }

    func download() {
        URLSession.shared.downloadTask(with: url("/picture")) { file, response, error in
            defer { self.finish() }
            self.note("type", response?.mimeType)
            self.note("name", response?.suggestedFilename)
            self.note("error", error)
            guard let file else { return self.note("file", nil) }
            let target = URL(fileURLWithPath: NSTemporaryDirectory())
                .appendingPathComponent(UUID().uuidString + ".png")
            do {
                try FileManager.default.moveItem(at: file, to: target)
                self.note("bytes", try Data(contentsOf: target).count)
                let picture = try UNNotificationAttachment(identifier: "", url: target)
                self.bestAttemptContent?.attachments = [picture]
            } catch {
                self.note("thrown", error)
            }
        }.resume()
    }

    func upload() {
        var request = URLRequest(url: url("/upload"))
        request.httpMethod = "POST"
        request.setValue("text/plain", forHTTPHeaderField: "Content-Type")
        let session = URLSession.shared
        session.uploadTask(with: request, from: Data("12345".utf8)) { data, _, error in
            self.note("bytes", self.text(data))
            if let error { self.note("error", error) }
            let file = FileManager.default.temporaryDirectory.appendingPathComponent("up")
            try? Data(count: 300_000).write(to: file)
            request.httpMethod = "PUT"
            session.uploadTask(with: request, fromFile: file) { data, _, error in
                self.note("file", self.text(data))
                request.httpMethod = "POST"
                request.httpBody = try? JSONEncoder().encode(["a": 1])
                request.setValue("application/json", forHTTPHeaderField: "Content-Type")
                session.dataTask(with: request) { data, _, _ in
                    self.note("body", self.text(data))
                    self.finish()
                }.resume()
            }.resume()
        }.resume()
    }

    func asynchronous() {
        Task {
            do {
                let (data, _) = try await URLSession.shared.data(from: url("/text"))
                note("data", text(data))
                var request = URLRequest(url: url("/upload"))
                request.httpMethod = "POST"
                request.setValue("text/plain", forHTTPHeaderField: "Content-Type")
                let (answer, response) = try await URLSession.shared.data(
                    for: URLRequest(url: url("/header"))
                )
                note("header", text(answer))
                note("status", (response as? HTTPURLResponse)?.statusCode)
                let (file, _) = try await URLSession.shared.download(from: url("/picture"))
                note("download", try Data(contentsOf: file).count)
                let (echo, _) = try await URLSession.shared.upload(
                    for: request,
                    from: Data("123".utf8)
                )
                note("upload", text(echo))
                async let first = URLSession.shared.data(from: url("/slow?ms=200"))
                async let second = URLSession.shared.data(from: url("/slow?ms=200"))
                note("both", try await [first.0, second.0].map { text($0) ?? "" })
            } catch {
                note("thrown", error)
            }
            do {
                _ = try await URLSession.shared.data(from: url("/hang-up"))
            } catch let error as URLError {
                note("code", error.code.rawValue)
            } catch {
                note("other", error)
            }
            let slow = Task { try await URLSession.shared.data(from: url("/slow?ms=20000")) }
            slow.cancel()
            do {
                _ = try await slow.value
            } catch {
                note("cancelled", (error as? URLError)?.code == .cancelled)
            }
            finish()
        }
    }

    func configured() {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.timeoutIntervalForRequest = 3
        configuration.timeoutIntervalForResource = 10
        configuration.httpAdditionalHeaders = ["X-Test": "configured"]
        configuration.waitsForConnectivity = true
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        configuration.urlCache = nil
        let queue = OperationQueue()
        queue.name = "mine"
        queue.maxConcurrentOperationCount = 1
        let session = URLSession(configuration: configuration, delegate: nil, delegateQueue: queue)
        session.dataTask(with: url("/header")) { data, _, _ in
            self.note("header", self.text(data))
            self.note("queue", OperationQueue.current?.name)
            session.dataTask(with: self.url("/slow?ms=20000")) { _, _, error in
                self.note("timeout", error)
                session.finishTasksAndInvalidate()
                URLSession(configuration: .default).dataTask(with: self.url("/gzip")) {
                    data,
                    response,
                    _ in
                    self.note("gzip", self.text(data))
                    self.finish()
                }.resume()
            }.resume()
        }.resume()
    }

    func cancel() {
        let session = URLSession(configuration: .default)
        let task = session.dataTask(with: url("/slow?ms=20000")) { data, _, error in
            self.note("data", data)
            self.note("error", error)
            let other = session.dataTask(with: self.url("/slow?ms=20000")) { _, _, error in
                self.note("invalidated", error)
                self.finish()
            }
            other.resume()
            DispatchQueue.global().asyncAfter(deadline: .now() + 0.1) {
                session.invalidateAndCancel()
            }
        }
        task.resume()
        DispatchQueue.main.asyncAfter(deadline: .now() + 0.1) { task.cancel() }
    }

    func background() {
        let configuration = URLSessionConfiguration.background(withIdentifier: "com.example.test")
        configuration.sharedContainerIdentifier = "group.example"
        recorder.onEnd = { [self] in
            lines += recorder.lines
            finish()
        }
        session = URLSession(configuration: configuration, delegate: recorder, delegateQueue: nil)
        session?.downloadTask(with: url("/picture")).resume()
    }

    func contents() {
        note("data", (try? Data(contentsOf: url("/picture")))?.count)
        note("text", try? String(contentsOf: url("/text"), encoding: .utf8))
        note("guessed", try? String(contentsOf: url("/text")))
        note("object", NSData(contentsOf: url("/picture"))?.length)
        do {
            note("missing", try Data(contentsOf: url("/missing")).count)
        } catch {
            note("thrown", error)
        }
        finish()
    }

    func semaphore() {
        let semaphore = DispatchSemaphore(value: 0)
        URLSession.shared.dataTask(with: url("/text")) { data, _, _ in
            self.note("text", self.text(data))
            semaphore.signal()
        }.resume()
        note("in time", semaphore.wait(timeout: .now() + 10) == .success)
        let group = DispatchGroup()
        for path in ["/slow?ms=100", "/slow?ms=50", "/text"] {
            group.enter()
            URLSession.shared.dataTask(with: url(path)) { _, _, _ in group.leave() }.resume()
        }
        group.notify(queue: .main) {
            self.note("group", Thread.isMainThread)
            self.finish()
        }
    }

    // MARK: Delegates

    final class Recorder: NSObject, URLSessionDataDelegate, URLSessionDownloadDelegate {
        var lines: [String] = []
        var received = Data()
        var onEnd: () -> Void = {}
        var follows = true

        func urlSession(
            _ session: URLSession,
            dataTask: URLSessionDataTask,
            didReceive response: URLResponse,
            completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
        ) {
            lines.append("response \((response as? HTTPURLResponse)?.statusCode ?? 0)")
            completionHandler(.allow)
        }

        func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data)
        {
            received += data
        }

        func urlSession(
            _ session: URLSession,
            task: URLSessionTask,
            willPerformHTTPRedirection response: HTTPURLResponse,
            newRequest request: URLRequest,
            completionHandler: @escaping (URLRequest?) -> Void
        ) {
            lines.append("redirect \(response.statusCode) \(request.url?.path ?? "")")
            completionHandler(follows ? request : nil)
        }

        func urlSession(
            _ session: URLSession,
            task: URLSessionTask,
            didReceive challenge: URLAuthenticationChallenge,
            completionHandler:
                @escaping (
                    URLSession.AuthChallengeDisposition, URLCredential?
                ) -> Void
        ) {
            let method = challenge.protectionSpace.authenticationMethod
            guard method != NSURLAuthenticationMethodServerTrust else {
                return completionHandler(.performDefaultHandling, nil)
            }
            lines.append("challenge \(challenge.protectionSpace.realm ?? "")")
            completionHandler(
                .useCredential,
                URLCredential(user: "user", password: "secret", persistence: .forSession)
            )
        }

        func urlSession(
            _ session: URLSession,
            downloadTask: URLSessionDownloadTask,
            didWriteData bytesWritten: Int64,
            totalBytesWritten: Int64,
            totalBytesExpectedToWrite: Int64
        ) {
            lines.append("wrote \(totalBytesWritten) of \(totalBytesExpectedToWrite)")
        }

        func urlSession(
            _ session: URLSession,
            downloadTask: URLSessionDownloadTask,
            didFinishDownloadingTo location: URL
        ) {
            lines.append("downloaded \((try? Data(contentsOf: location))?.count ?? -1)")
        }

        func urlSession(
            _ session: URLSession,
            task: URLSessionTask,
            didCompleteWithError error: (any Error)?
        ) {
            if !received.isEmpty {
                lines.append("received \(String(decoding: received, as: UTF8.self))")
            }
            received = Data()
            lines.append("complete \((error as NSError?)?.code ?? 0)")
            onEnd()
        }
    }

    /// Runs tasks one after another with the recorder as their delegate.
    func record(_ tasks: [(URLSession) -> URLSessionTask]) {
        let session = URLSession(
            configuration: .default,
            delegate: recorder,
            delegateQueue: .main
        )
        var rest = tasks[...]
        let next = { [self] in
            guard let make = rest.popFirst() else {
                lines += recorder.lines
                return finish()
            }
            make(session).resume()
        }
        recorder.onEnd = next
        next()
    }

    func delegates() {
        record([
            { $0.dataTask(with: self.url("/lines")) },
            { $0.downloadTask(with: self.url("/picture")) },
            { $0.dataTask(with: self.url("/basic")) },
            { $0.dataTask(with: self.url("/hang-up")) },
        ])
    }

    func redirects() {
        let target = bestAttemptContent?.userInfo["target"] as? String ?? base + "/text"
        let escaped = target.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        record([
            { $0.dataTask(with: self.url("/redirect?to=\(escaped)")) },
            { $0.dataTask(with: self.url("/redirect?status=308&to=\(escaped)")) },
            {
                self.recorder.follows = false
                return $0.dataTask(with: self.url("/redirect?to=\(escaped)"))
            },
        ])
    }

    // MARK: Pins

    func pinned() {
        let pinner = Pinner(bestAttemptContent?.userInfo["pin"] as? String ?? "")
        let session = URLSession(configuration: .default, delegate: pinner, delegateQueue: nil)
        session.dataTask(with: url("/text")) { data, _, error in
            self.note("text", self.text(data))
            self.note("error", error)
            self.finish()
        }.resume()
    }

    /// Trusts the server of one certificate, whoever else trusts it.
    class Pinner: NSObject, URLSessionDelegate {
        let pin: String
        init(_ pin: String) { self.pin = pin }

        func urlSession(
            _ session: URLSession,
            didReceive challenge: URLAuthenticationChallenge,
            completionHandler:
                @escaping (
                    URLSession.AuthChallengeDisposition, URLCredential?
                ) -> Void
        ) {
            guard let trust = challenge.protectionSpace.serverTrust,
                let certificate = SecTrustGetCertificateAtIndex(trust, 0),
                (SecCertificateCopyData(certificate) as Data).base64EncodedString() == pin
            else { return completionHandler(.cancelAuthenticationChallenge, nil) }
            completionHandler(.useCredential, URLCredential(trust: trust))
        }
    }

    // MARK: Errors

    func errors() {
        var rest = (bestAttemptContent?.userInfo["urls"] as? [String] ?? [])[...]
        func next() {
            guard let path = rest.popFirst() else { return finish() }
            var request = URLRequest(url: url(path))
            request.timeoutInterval = path.hasSuffix("/never") ? 0.5 : 20
            URLSession.shared.dataTask(with: request) { data, response, error in
                let name = path.components(separatedBy: "://").last ?? path
                self.note(name.components(separatedBy: "?")[0], error)
                if let response = response as? HTTPURLResponse {
                    self.note("status", response.statusCode)
                }
                next()
            }.resume()
        }
        next()
    }

    enum Mine: Error { case first, second }

    struct Told: LocalizedError { var errorDescription: String? { "told" } }

    func caught() {
        let decoding = { _ = try JSONDecoder().decode([Int].self, from: Data("{}".utf8)) }
        let trials: [(String, () throws -> Void)] = [
            ("url", { throw URLError(.timedOut) }), ("enum", { throw Mine.second }),
            ("described", { throw Told() }), ("decoding", decoding),
            ("posix", { throw POSIXError(.EPERM) }),
            ("cocoa", { _ = try Data(contentsOf: URL(fileURLWithPath: "/nowhere")) }),
            ("object", { throw NSError(domain: "mine", code: 7) }),
        ]
        for (name, trial) in trials {
            do {
                try trial()
            } catch let error as NSError {
                note(name, "\(error.domain) \(error.code)")
            }
        }
        let plain: any Error = Mine.first
        note("described", (Told() as any Error as? NSError)?.localizedDescription)
        // swift-format-ignore: NeverForceUnwrap
        note("forced", (plain as! NSError).code)
        note("other", plain as? URLError)
        Task {
            do {
                _ = try await URLSession.shared.data(from: url("/hang-up"))
            } catch let error as NSError {
                note("task", "\(error.domain) \(error.code)")
            }
            finish()
        }
    }

    // MARK: Load

    /// Waits for an address in the form that `form` names.
    func fetch() {
        let form = bestAttemptContent?.userInfo["form"] as? String
        let target = url(bestAttemptContent?.userInfo["path"] as? String ?? "/text")
        let done: (Data?, URLResponse?, (any Error)?) -> Void = { data, _, error in
            self.note("data", self.text(data))
            self.note("error", error)
            self.finish()
        }
        if form == "upload" {
            var request = URLRequest(url: target)
            request.httpMethod = "POST"
            let body = Data(count: 100_000)
            URLSession.shared.uploadTask(with: request, from: body, completionHandler: done)
                .resume()
        } else if form == "timeout" {
            var request = URLRequest(url: target)
            request.timeoutInterval = 1
            URLSession.shared.dataTask(with: request, completionHandler: done).resume()
        } else if form == "download" {
            URLSession.shared.downloadTask(with: target) { _, response, error in
                done(nil, response, error)
            }.resume()
        } else {
            URLSession.shared.dataTask(with: target, completionHandler: done).resume()
        }
    }

    /// Waits for several at once, twice, on one session.
    func many() {
        let session = URLSession(configuration: .default)
        Task {
            for _ in 0..<2 {
                await withTaskGroup(of: Void.self) { group in
                    for _ in 0..<6 {
                        let target = url("/slow?ms=700")
                        group.addTask { _ = try? await session.data(from: target) }
                    }
                }
            }
            note("done", true)
            finish()
        }
    }
}
