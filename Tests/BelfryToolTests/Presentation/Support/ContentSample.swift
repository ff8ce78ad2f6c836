// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// A content extension in C as small as can be, that does something of each kind.
enum ContentSample {
    /// Turns its label by 20° with each `rotate`, makes it paler with the slider, answers `late` from
    /// another thread, forwards `tell`, shows the notification's title, and can crash.
    static let source = """
        #include <belfry/belfry.h>
        #include <pthread.h>
        #include <stdio.h>
        #include <stdlib.h>
        #include <string.h>

        static const bf_host *host;
        static const bf_view_functions *views;
        static const bf_presentation *shown;
        static bf_view label, title;
        static int taps;

        static bf_string text(const char *string) {
            return (bf_string){(const uint8_t *)string, strlen(string)};
        }

        static bf_status start(void *self, const bf_host *given) {
            (void)self;
            host = given;
            views = host->interface(host, text(BF_INTERFACE_VIEW));
            shown = host->interface(host, text(BF_INTERFACE_PRESENTATION));
            return views && shown ? BF_OK : BF_ERROR_UNSUPPORTED;
        }

        static bf_view add(bf_view_kind kind, const char *what, double y) {
            bf_view view = {0};
            views->create(host, kind, &view);
            views->set_text(host, view, BF_VIEW_TEXT, text(what));
            views->set_frame(host, view, 16, y, 240, 24);
            views->insert(host, views->root(host), view, 99);
            return view;
        }

        static void fade(double value) { views->set_real(host, label, BF_VIEW_ALPHA, value); }
        static void gone(void) { shown->dismiss(host); }

        static void load(void *self) {
            (void)self;
            title = add(BF_VIEW_LABEL, "", 8);
            label = add(BF_VIEW_LABEL, "0 taps", 40);
            bf_view slider = add(BF_VIEW_SLIDER, "", 72);
            views->set_text(host, slider, BF_VIEW_ACCESSIBILITY_LABEL, text("opacity"));
            views->set_real(host, slider, BF_VIEW_VALUE, 1);
            views->on(host, slider, BF_EVENT_VALUE_CHANGED, text("d"), (bf_handler)fade, 0);
            bf_view button = add(BF_VIEW_BUTTON, "Dismiss", 104);
            views->on(host, button, BF_EVENT_TAP, text(""), gone, 0);
            shown->set_preferred_size(host, 320, 144);
        }

        static void did_receive(void *self, bf_request notification) {
            (void)self;
            bf_string string = {0, 0};
            host->get_text(host, host->request_content(host, notification), BF_KEY_TITLE, &string);
            views->set_text(host, title, BF_VIEW_TEXT, string);
        }

        static void turn(int count) {
            char string[32];
            taps = count;
            snprintf(string, sizeof string, "%d taps", taps);
            double a = 1, b = 0;
            for (int tap = 0; tap < taps; tap++) { /* 20 degrees more */
                double turned = a * 0.93969262 - b * 0.34202014;
                b = a * 0.34202014 + b * 0.93969262;
                a = turned;
            }
            views->set_text(host, label, BF_VIEW_TEXT, text(string));
            views->set_transform(host, label, a, b, -b, a, 0, 0);
        }

        static void *answer(void *completion) {
            turn(100);
            ((bf_response_completion)completion)(BF_RESPONSE_DO_NOT_DISMISS);
            return 0;
        }

        static int is(bf_string action, const char *name) {
            return action.count == strlen(name) && !memcmp(action.bytes, name, action.count);
        }

        static void did_respond(void *self, bf_response response, bf_response_completion completion) {
            (void)self;
            bf_string action = {0, 0};
            shown->response_action(host, response, &action);
            if (is(action, "late")) {
                pthread_t thread;
                pthread_create(&thread, 0, answer, (void *)completion);
                pthread_detach(thread);
                return;
            }
            if (is(action, "crash")) abort();
            if (is(action, "tell")) return completion(BF_RESPONSE_DISMISS_AND_FORWARD);
            turn(taps + 1);
            shown->set_actions(host, text("[{\\"identifier\\":\\"rotate\\",\\"title\\":\\"Rotate\\"}]"));
            completion(BF_RESPONSE_DO_NOT_DISMISS);
        }

        static const void *find(void *self, bf_string id) {
            static const bf_content_extension content = {
                .size = sizeof content,
                .start = start,
                .load = load,
                .did_receive = did_receive,
                .did_receive_response = did_respond,
            };
            (void)self;
            return is(id, BF_INTERFACE_CONTENT) ? &content : 0;
        }

        const bf_extension *bf_extension_main(uint32_t *version) {
            static const bf_extension extension = {
                .magic = BF_EXTENSION_MAGIC,
                .size = sizeof extension,
                .interface = find,
            };
            (void)version;
            return &extension;
        }
        """

    /// Its `Info.plist`.
    static let plist = """
        <?xml version="1.0" encoding="UTF-8"?>
        <plist version="1.0"><dict>
        <key>CFBundleIdentifier</key><string>org.example.App.Small</string>
        <key>CFBundleExecutable</key><string>Small</string>
        <key>CFBundleDisplayName</key><string>Small</string>
        <key>NSExtension</key><dict>
        <key>NSExtensionPointIdentifier</key>
        <string>com.apple.usernotifications.content-extension</string>
        <key>NSExtensionAttributes</key><dict>
        <key>UNNotificationExtensionCategory</key><string>small</string>
        <key>UNNotificationExtensionInitialContentSizeRatio</key><real>0.5</real>
        <key>UNNotificationExtensionDefaultContentHidden</key><true/>
        <key>UNNotificationExtensionUserInteractionEnabled</key><true/>
        </dict></dict></dict></plist>
        """

    /// A notification of its category.
    static func payload(title: String = "Hello", category: String = "small") -> String {
        """
        {"aps": {"alert": {"title": "\(title)", "body": "A body"}, "category": "\(category)"}}
        """
    }

    /// What its app has registered.
    static let categories = """
        [{"identifier": "small", "actions": [
          {"identifier": "rotate", "title": "Rotate"}, {"identifier": "late", "title": "Late"},
          {"identifier": "tell", "title": "Tell",
           "textInput": {"buttonTitle": "Send", "placeholder": "What?"}},
          {"identifier": "crash", "title": "Crash"}]}]
        """
}
