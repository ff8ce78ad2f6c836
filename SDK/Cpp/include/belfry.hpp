// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

// Notification extensions in C++17, on top of the C ABI of belfry/belfry.h.
//
// Derive from belfry::service_extension or belfry::content_extension, override what you need, and
// name the class in BELFRY_EXTENSION. Documentation/Cpp.md has a whole extension.
//
// Errors. A call that the host refuses throws belfry::error. An outcome that every extension has to
// expect is a value instead: an unset number is std::nullopt. Without exceptions
// (-fno-exceptions) a refused call is logged, and the program goes on; where the host lacks a whole
// table, as of views or of the centre, it is logged and the process aborts.
//
// Exceptions stop at the border to C. The host's log gets what() and the name of the callback; a
// completion that the callback still had is answered: with the original for a service extension, by
// forwarding to the app for a response. Two places are beyond this header: an exception that leaves
// a thread of yours, or a noexcept destructor, reaches std::terminate and ends the process. The
// verdict is then `fallback: crash`, and the original is delivered.
//
// Texts. A std::string_view that a call returns is borrowed from the host. That of a field lives
// until the field is next set or the request is decided, whichever is first; a request's identifier
// until the request is decided and did_receive has returned; those of a response until it is answered
// and its callback has returned. Copy what you keep.
//
// Threads. A handle may be used on any thread; the host serialises the calls. A callback's comment
// says which thread it comes on.
//
// Memory. The header allocates nothing, but for the functions that return a std::string; a call that
// is refused makes one exception.
#ifndef BELFRY_HPP
#define BELFRY_HPP

#if __cplusplus < 201703L
#error "belfry.hpp needs C++17: compile with -std=c++17 or newer"
#else

#include <belfry/belfry.h>

#include <pthread.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <initializer_list>
#include <mutex>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#if defined(__cpp_exceptions) || defined(__EXCEPTIONS)
#define BELFRY_HAS_EXCEPTIONS 1
#else
#define BELFRY_HAS_EXCEPTIONS 0
#endif

namespace belfry {

// --- Errors and the log --------------------------------------------------------------------------

/// How loud a line of the log is.
enum class log_level : std::uint32_t {
    debug = BF_LOG_DEBUG,
    info = BF_LOG_INFO,
    warning = BF_LOG_WARNING,
    error = BF_LOG_ERROR,
};

/// Says what a status of the C ABI means, in a few words.
constexpr const char *describe(bf_status status) noexcept {
    switch (status) {
    case BF_OK: return "done";
    case BF_ERROR_ARGUMENT: return "an argument is out of range or not UTF-8";
    case BF_ERROR_HANDLE: return "the handle is stale, or of another kind";
    case BF_ERROR_STATE: return "it cannot be done now";
    case BF_ERROR_LIMIT: return "it is over a limit of the host";
    case BF_ERROR_DENIED: return "the manifest does not allow it";
    case BF_ERROR_UNSUPPORTED: return "this host does not know it";
    case BF_ERROR_EXPIRED: return "the request is decided already";
    case BF_ERROR_NOT_FOUND: return "there is no such thing";
    default: return "it was tried and failed; the log says why";
    }
}

/// A call that the host refused.
class error : public std::exception {
  public:
    /// Notes which call ended with which status.
    error(bf_status status, const char *call) noexcept : status_(status) {
        std::snprintf(text_, sizeof text_, "%s: %s (%d)", call, describe(status), int(status));
    }

    /// What the host answered, one of BF_ERROR_*.
    bf_status status() const noexcept { return status_; }

    /// The call and the status in words.
    const char *what() const noexcept override { return text_; }

  private:
    bf_status status_;
    char text_[112];
};

namespace detail {

inline bf_string lend(std::string_view text) noexcept {
    return {reinterpret_cast<const std::uint8_t *>(text.data()), text.size()};
}

inline std::string_view view_of(bf_string text) noexcept {
    return {reinterpret_cast<const char *>(text.bytes), std::size_t(text.count)};
}

// The host's tables, found once in `start`: a process has one extension and one host.
struct tables {
    const bf_host *host = nullptr;
    const bf_view_functions *views = nullptr;
    const bf_presentation *presentation = nullptr;
    const bf_center *center = nullptr;
    const bf_storage *storage = nullptr;
    const bf_bundle *bundle = nullptr;

    template <class Table> void find(const Table *&table, std::string_view id) noexcept {
        table = static_cast<const Table *>(host->interface(host, lend(id)));
    }

    void find_all(const bf_host *given) noexcept {
        host = given;
        find(views, BF_INTERFACE_VIEW);
        find(presentation, BF_INTERFACE_PRESENTATION);
        find(center, BF_INTERFACE_CENTER);
        find(storage, BF_INTERFACE_STORAGE);
        find(bundle, BF_INTERFACE_BUNDLE);
    }
};

__attribute__((visibility("hidden"))) inline tables known;

inline const bf_host *host() noexcept { return known.host; }

inline void write_log(log_level level, std::string_view text) noexcept {
    if (host()) host()->log(host(), bf_log_level(level), lend(text));
}

// Throws, or without exceptions logs, what a call answered.
inline void refuse(bf_status status, const char *call) {
    const error refused(status, call);
#if BELFRY_HAS_EXCEPTIONS
    throw refused;
#else
    write_log(log_level::error, refused.what());
#endif
}

inline void check(bf_status status, const char *call) {
    if (status != BF_OK) refuse(status, call);
}

// A table that an older host does not have, or that is another kind of extension's.
template <class Table> const Table *need(const Table *table, const char *call) {
#if BELFRY_HAS_EXCEPTIONS
    if (!table) refuse(BF_ERROR_UNSUPPORTED, call);
#else
    if (!table) {
        write_log(log_level::error, error(BF_ERROR_UNSUPPORTED, call).what());
        std::abort();
    }
#endif
    return table;
}

// A completion, of a request or of a response, that was destroyed without an answer; or none.
class unanswered {
  public:
    unanswered() noexcept = default;
    explicit unanswered(bf_completion function) noexcept : request_(function) {}
    explicit unanswered(bf_response_completion function) noexcept : response_(function) {}

    explicit operator bool() const noexcept { return request_ || response_; }

    // What becomes of what it was to answer.
    const char *outcome() const noexcept {
        return response_ ? "the app gets the response" : "the original is delivered";
    }

    // Logs that nobody has answered, where nothing else says why.
    void log_abandoned() const noexcept {
        write_log(log_level::warning,
                  response_ ? "the response's completion was destroyed without an answer: "
                              "the app gets the response"
                            : "the completion was destroyed without an answer: "
                              "the original is delivered");
    }

    // Has that become of it.
    void answer() const noexcept {
        if (request_) request_(bf_content{0});
        if (response_) response_(BF_RESPONSE_DISMISS_AND_FORWARD);
    }

  private:
    bf_completion request_ = nullptr;
    bf_response_completion response_ = nullptr;
};

// The threads whose callbacks may have a completion.
enum class callback_thread { work, expiry, center, ui, count };

// A callback that may have a completion, and the completion that an exception destroyed in it.
//
// The host's log ends with the decision of a run, or when a notification is closed. So a completion
// that goes while an exception passes waits here until what() is in the log, and is answered after
// that. Each of these threads has one callback at a time, so its name tells whose a completion is; a
// thread_local would cost an allocation for each thread.
class running {
  public:
    explicit running(callback_thread kind) noexcept : place_(places[std::size_t(kind)]) {
        place_.current = this;
        place_.thread = pthread_self();
    }
    running(const running &) = delete;
    running &operator=(const running &) = delete;

    // Answers what has waited; the callback may have caught the exception.
    ~running() {
        place_.thread = pthread_t();
        if (!waiting_) return;
        if (!is_explained_) waiting_.log_abandoned();
        waiting_.answer();
    }

    // Takes a completion that is being destroyed; false where no exception passes, or it has one.
    static bool takes(unanswered completion) noexcept {
#if BELFRY_HAS_EXCEPTIONS
        running *const callback = here();
        if (!callback || callback->waiting_ || std::uncaught_exceptions() == 0) return false;
        callback->waiting_ = completion;
        return true;
#else
        static_cast<void>(completion);
        return false;
#endif
    }

    // What becomes of the completion that waits in this thread's callback, whose exception is being
    // logged; null where none waits.
    static const char *explained_outcome() noexcept {
        running *const callback = here();
        if (!callback || !callback->waiting_) return nullptr;
        callback->is_explained_ = true;
        return callback->waiting_.outcome();
    }

  private:
    struct place {
        std::atomic<pthread_t> thread;
        // Read by that thread alone.
        running *current;
    };

    // The callback that runs on this thread.
    static running *here() noexcept {
        for (place &each : places)
            if (each.thread == pthread_self()) return each.current;
        return nullptr;
    }

    static place places[std::size_t(callback_thread::count)];

    place &place_;
    unanswered waiting_;
    bool is_explained_ = false;
};

__attribute__((visibility("hidden"))) inline running::place
    running::places[std::size_t(callback_thread::count)] = {};

// Logs that a callback threw, in one line of at most a few hundred bytes.
inline void log_thrown(const char *callback, const char *what) noexcept {
    const char *const outcome = running::explained_outcome();
    char line[512];
    std::snprintf(line, sizeof line, "%s threw: %.400s%s%s", callback, what, outcome ? "; " : "",
                  outcome ? outcome : "");
    write_log(log_level::error, line);
}

// Runs a callback of the author's and lets no exception out; whether it returned.
template <class Body> bool guard(const char *callback, Body &&body) noexcept {
#if BELFRY_HAS_EXCEPTIONS
    try {
        body();
        return true;
    } catch (const std::exception &thrown) {
        log_thrown(callback, thrown.what());
    } catch (...) {
        log_thrown(callback, "something that is no std::exception");
    }
    return false;
#else
    static_cast<void>(callback);
    body();
    return true;
#endif
}

// Runs a callback of the UI thread, which may have a response's completion.
template <class Body> void guard_drawing(const char *callback, Body &&body) noexcept {
    const running place(callback_thread::ui);
    guard(callback, body);
}

// Takes part where a value of the type is set by its key.
template <class Number> using if_number = std::enable_if_t<std::is_arithmetic_v<Number>, bool>;

// An integer or a real that may be unset.
template <class Number>
std::optional<Number> found(bf_status status, Number value, const char *call) {
    if (status == BF_ERROR_NOT_FOUND) return std::nullopt;
    check(status, call);
    return value;
}

} // namespace detail

/// Writes a line to the run's log; past the log's limits lines are counted and dropped.
inline void log(log_level level, std::string_view text) noexcept { detail::write_log(level, text); }

/// Writes a line of level `info`.
inline void log(std::string_view text) noexcept { detail::write_log(log_level::info, text); }

/// The host's table, for calls that this header has no words for.
inline const bf_host *host() noexcept { return detail::host(); }

// --- JSON ----------------------------------------------------------------------------------------

/// A value in a JSON document, read where it stands: user info, and what the centre answers.
///
/// It borrows the text, which must outlive it. A document that is no JSON reads as values that are
/// not there, never as an error: what the host gives is valid.
class json {
  public:
    /// Looks at the first value of a document.
    explicit json(std::string_view document) noexcept : text_(value_in(skip_space(document))) {}

    /// The value as it is written.
    std::string_view text() const noexcept { return text_; }

    /// Whether the value is an object, an array, a string.
    bool is_object() const noexcept { return starts_with('{'); }
    bool is_array() const noexcept { return starts_with('['); }
    bool is_string() const noexcept { return starts_with('"'); }

    /// The member of an object by its name; nothing where there is none.
    std::optional<json> find(std::string_view name) const noexcept {
        std::optional<json> result;
        if (is_object())
            walk([&](std::string_view key, std::string_view value) {
                if (!result && equals(key, name)) result = json(value);
            });
        return result;
    }

    /// A member of a member: find("aps", "alert", "title").
    template <class... Names>
    std::optional<json> find(std::string_view name, Names... rest) const noexcept {
        const std::optional<json> member = find(name);
        return member ? member->find(rest...) : std::nullopt;
    }

    /// Calls `body(json)` with each element of an array.
    template <class Body> void each(Body &&body) const {
        if (is_array()) walk([&](std::string_view, std::string_view value) { body(json(value)); });
    }

    /// The text of a string, a copy with the escapes resolved; nothing for any other value.
    std::optional<std::string> string() const {
        if (!is_string()) return std::nullopt;
        std::string result;
        decode(text_, [&](char byte) {
            result.push_back(byte);
            return true;
        });
        return result;
    }

    /// A number; nothing for any other value.
    std::optional<double> number() const noexcept {
        char copy[64] = {};
        if (text_.empty() || text_.size() >= sizeof copy) return std::nullopt;
        if (text_[0] != '-' && (text_[0] < '0' || text_[0] > '9')) return std::nullopt;
        text_.copy(copy, sizeof copy - 1);
        return std::strtod(copy, nullptr);
    }

    /// A number without a fraction; nothing for any other value.
    std::optional<std::int64_t> integer() const noexcept {
        if (!number() || text_.find_first_of(".eE") != std::string_view::npos) return std::nullopt;
        char copy[64] = {};
        text_.copy(copy, sizeof copy - 1);
        return std::int64_t(std::strtoll(copy, nullptr, 10));
    }

    /// A truth value; nothing for any other value.
    std::optional<bool> boolean() const noexcept {
        if (text_ == "true") return true;
        if (text_ == "false") return false;
        return std::nullopt;
    }

    /// Writes a text as a JSON string, quotes included: for documents of the centre.
    static std::string quote(std::string_view text) {
        std::string result = "\"";
        for (const char byte : text) {
            if (static_cast<unsigned char>(byte) < 0x20) {
                char escape[8];
                std::snprintf(escape, sizeof escape, "\\u%04x", unsigned(byte));
                result += escape;
                continue;
            }
            if (byte == '"' || byte == '\\') result += '\\';
            result += byte;
        }
        return result += '"';
    }

  private:
    bool starts_with(char byte) const noexcept { return !text_.empty() && text_[0] == byte; }

    static bool is_space(char byte) noexcept {
        return byte == ' ' || byte == '\n' || byte == '\t' || byte == '\r';
    }

    static std::string_view skip_space(std::string_view text) noexcept {
        while (!text.empty() && is_space(text[0])) text.remove_prefix(1);
        return text;
    }

    // The string that `text` begins with, quotes included.
    static std::string_view string_in(std::string_view text) noexcept {
        for (std::size_t index = 1; index < text.size(); ++index) {
            if (text[index] == '\\') ++index;
            else if (text[index] == '"') return text.substr(0, index + 1);
        }
        return text;
    }

    // The value that `text` begins with; a loop, since a document may be as deep as it likes.
    static std::string_view value_in(std::string_view text) noexcept {
        std::size_t index = 0, depth = 0;
        while (index < text.size()) {
            const char byte = text[index];
            if (byte == '"') {
                index += string_in(text.substr(index)).size();
            } else if (byte == '{' || byte == '[') {
                ++depth;
                ++index;
            } else if (byte == '}' || byte == ']') {
                if (depth == 0) break;
                --depth;
                ++index;
            } else {
                if (depth == 0 && (byte == ',' || byte == ':' || is_space(byte))) break;
                ++index;
                if (depth > 0) continue;
            }
            if (depth == 0 && (byte == '"' || byte == '}' || byte == ']')) break;
        }
        return text.substr(0, index);
    }

    // Calls `body(key, value)` for what is in an object or, without a key, in an array.
    template <class Body> void walk(Body &&body) const {
        std::string_view rest = skip_space(text_.substr(1));
        while (!rest.empty() && rest[0] != '}' && rest[0] != ']') {
            std::string_view key;
            if (is_object()) {
                if (rest[0] != '"') return;
                key = string_in(rest);
                rest = skip_space(rest.substr(key.size()));
                if (rest.empty() || rest[0] != ':') return;
                rest = skip_space(rest.substr(1));
            }
            const std::string_view value = value_in(rest);
            if (value.empty()) return;
            body(key, value);
            rest = skip_space(rest.substr(value.size()));
            if (!rest.empty() && rest[0] == ',') rest = skip_space(rest.substr(1));
        }
    }

    static bool equals(std::string_view quoted, std::string_view name) noexcept {
        std::size_t index = 0;
        const bool is_prefix = decode(quoted, [&](char byte) {
            return index < name.size() && name[index++] == byte;
        });
        return is_prefix && index == name.size();
    }

    static unsigned hex4(std::string_view text) noexcept {
        if (text.size() < 4) return 0xFFFD;
        unsigned value = 0;
        for (std::size_t index = 0; index < 4; ++index) {
            const char byte = text[index];
            const char lower = char(byte | 0x20);
            if (byte >= '0' && byte <= '9') value = value * 16 + unsigned(byte - '0');
            else if (lower >= 'a' && lower <= 'f') value = value * 16 + unsigned(lower - 'a') + 10;
            else return 0xFFFD;
        }
        return value;
    }

    template <class Sink> static bool encode(unsigned scalar, Sink &&sink) {
        if (scalar < 0x80) return sink(char(scalar));
        if (scalar < 0x800)
            return sink(char(0xC0 | scalar >> 6)) && sink(char(0x80 | (scalar & 0x3F)));
        if (scalar < 0x10000)
            return sink(char(0xE0 | scalar >> 12)) && sink(char(0x80 | (scalar >> 6 & 0x3F))) &&
                   sink(char(0x80 | (scalar & 0x3F)));
        return sink(char(0xF0 | scalar >> 18)) && sink(char(0x80 | (scalar >> 12 & 0x3F))) &&
               sink(char(0x80 | (scalar >> 6 & 0x3F))) && sink(char(0x80 | (scalar & 0x3F)));
    }

    // Takes the digits of a \u escape, and those of the surrogate behind it, off the text.
    static unsigned scalar_of(std::string_view &rest) noexcept {
        const unsigned unit = hex4(rest);
        rest.remove_prefix(rest.size() < 4 ? rest.size() : 4);
        if (unit < 0xD800 || unit > 0xDFFF) return unit;
        if (unit > 0xDBFF || rest.substr(0, 2) != "\\u") return 0xFFFD;
        const unsigned low = hex4(rest.substr(2));
        if (low < 0xDC00 || low > 0xDFFF) return 0xFFFD;
        rest.remove_prefix(6);
        return 0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00);
    }

    static char unescaped(char byte) noexcept {
        switch (byte) {
        case 'n': return '\n';
        case 't': return '\t';
        case 'r': return '\r';
        case 'b': return '\b';
        case 'f': return '\f';
        default: return byte;
        }
    }

    // Gives `sink` the bytes of a quoted string until it returns false; whether it took all.
    template <class Sink> static bool decode(std::string_view quoted, Sink &&sink) {
        std::string_view rest = quoted.substr(quoted.empty() ? 0 : 1);
        while (!rest.empty() && rest[0] != '"') {
            const char byte = rest[0];
            rest.remove_prefix(1);
            if (byte != '\\' || rest.empty()) {
                if (!sink(byte)) return false;
                continue;
            }
            const char escape = rest[0];
            rest.remove_prefix(1);
            if (!(escape == 'u' ? encode(scalar_of(rest), sink) : sink(unescaped(escape))))
                return false;
        }
        return true;
    }

    std::string_view text_;
};

// --- Content -------------------------------------------------------------------------------------

/// How urgent a notification is (UNNotificationInterruptionLevel).
enum class interruption_level : std::int64_t { passive, active, time_sensitive, critical };

/// What a notification sounds like.
enum class sound : std::int64_t {
    none = BF_SOUND_NONE,
    standard = BF_SOUND_DEFAULT,
    named = BF_SOUND_NAMED,
    standard_critical = BF_SOUND_DEFAULT_CRITICAL,
    critical_named = BF_SOUND_CRITICAL_NAMED,
    standard_ringtone = BF_SOUND_DEFAULT_RINGTONE,
    ringtone_named = BF_SOUND_RINGTONE_NAMED,
};

/// A rectangle, in points or in the unit square.
struct rectangle {
    double x = 0, y = 0, width = 0, height = 0;
};

/// A file that the host is to take over with the notification.
struct attachment {
    /// The file: in the container, the bundle or a kept folder; absolute, or relative to the
    /// container.
    std::string_view path;

    /// Unique within the content; the host makes one when it is empty.
    std::string_view identifier = {};

    /// A type identifier such as public.png; empty: by the file's extension.
    std::string_view type = {};

    /// Keeps it from being shown as the thumbnail.
    bool hides_thumbnail = false;

    /// The part of an image to show as the thumbnail, in the unit square.
    std::optional<rectangle> clipping = std::nullopt;

    /// A frame number of an animation, seconds of a movie.
    std::optional<double> thumbnail_time = std::nullopt;
};

/// What a notification says, to be read: the original, or a copy that somebody else owns.
///
/// A handle, cheap to copy, valid as long as its request. A text is borrowed until the field is
/// next set or the request is decided, whichever is first.
class content_view {
  public:
    /// Wraps a handle of the C ABI.
    explicit content_view(bf_content handle) noexcept : handle_(handle) {}

    /// The handle of the C ABI.
    bf_content handle() const noexcept { return handle_; }

    /// The texts; one that is unset reads as "".
    std::string_view title() const { return text(BF_KEY_TITLE); }
    std::string_view subtitle() const { return text(BF_KEY_SUBTITLE); }
    std::string_view body() const { return text(BF_KEY_BODY); }
    std::string_view category_identifier() const { return text(BF_KEY_CATEGORY_IDENTIFIER); }
    std::string_view thread_identifier() const { return text(BF_KEY_THREAD_IDENTIFIER); }
    std::string_view target_content_identifier() const {
        return text(BF_KEY_TARGET_CONTENT_IDENTIFIER);
    }
    std::string_view launch_image_name() const { return text(BF_KEY_LAUNCH_IMAGE_NAME); }
    std::string_view summary_argument() const { return text(BF_KEY_SUMMARY_ARGUMENT); }
    std::string_view filter_criteria() const { return text(BF_KEY_FILTER_CRITERIA); }
    std::string_view sound_name() const { return text(BF_KEY_SOUND_NAME); }

    /// The payload as JSON, `aps` included; json(content.user_info()) reads it.
    std::string_view user_info() const { return text(BF_KEY_USER_INFO); }

    /// Who speaks to whom, as one JSON object; "" where nobody does. Needs a host of 1.2.
    std::string_view communication() const { return text(BF_KEY_COMMUNICATION); }

    /// The numbers; one that is unset is std::nullopt.
    std::optional<std::int64_t> badge() const { return integer(BF_KEY_BADGE); }
    std::optional<std::int64_t> summary_argument_count() const {
        return integer(BF_KEY_SUMMARY_ARGUMENT_COUNT);
    }
    std::optional<belfry::interruption_level> interruption_level() const {
        return named<belfry::interruption_level>(BF_KEY_INTERRUPTION_LEVEL);
    }
    std::optional<belfry::sound> sound() const { return named<belfry::sound>(BF_KEY_SOUND); }
    std::optional<double> relevance_score() const { return real(BF_KEY_RELEVANCE_SCORE); }
    std::optional<double> sound_volume() const { return real(BF_KEY_SOUND_VOLUME); }

    /// A text by its key, for keys that this header has no word for.
    std::string_view text(bf_key key) const {
        bf_string value = {};
        detail::check(host()->get_text(host(), handle_, key, &value), "get_text");
        return detail::view_of(value);
    }

    /// An integer by its key.
    std::optional<std::int64_t> integer(bf_key key) const {
        std::int64_t value = 0;
        const bf_status status = host()->get_integer(host(), handle_, key, &value);
        return detail::found(status, value, "get_integer");
    }

    /// A real by its key.
    std::optional<double> real(bf_key key) const {
        double value = 0;
        const bf_status status = host()->get_real(host(), handle_, key, &value);
        return detail::found(status, value, "get_real");
    }

  protected:
    bf_content handle_;

  private:
    template <class Name> std::optional<Name> named(bf_key key) const {
        const std::optional<std::int64_t> value = integer(key);
        return value ? std::optional<Name>(Name(*value)) : std::nullopt;
    }
};

/// A copy of a notification's content that can be changed; it owns the copy and releases it.
///
/// Move it into a completion to deliver it. The host copies what a setter is given, so a buffer on
/// the stack is fine; a setter returns the content, so calls can be chained: by reference, and by
/// value where the content has no name: `std::move(answer)(request.copy().set_title("text"))`.
class content : public content_view {
  public:
    content(content &&other) noexcept
        : content_view(other.handle_), request_(std::exchange(other.request_, bf_request{0})) {
        other.handle_ = {0};
    }

    content &operator=(content &&other) noexcept {
        std::swap(handle_, other.handle_);
        std::swap(request_, other.request_);
        return *this;
    }

    content(const content &) = delete;
    content &operator=(const content &) = delete;

    /// Gives the copy back, unless it was delivered or its request is gone.
    ~content() {
        if (handle_.id && !host()->request_is_decided(host(), request_))
            host()->content_release(host(), handle_);
    }

    /// Set the texts; all texts of a content together have 64 KB.
    content &set_title(std::string_view value) & { return set(BF_KEY_TITLE, value); }
    content set_title(std::string_view value) && { return std::move(set_title(value)); }
    content &set_subtitle(std::string_view value) & { return set(BF_KEY_SUBTITLE, value); }
    content set_subtitle(std::string_view value) && { return std::move(set_subtitle(value)); }
    content &set_body(std::string_view value) & { return set(BF_KEY_BODY, value); }
    content set_body(std::string_view value) && { return std::move(set_body(value)); }
    content &set_category_identifier(std::string_view value) & {
        return set(BF_KEY_CATEGORY_IDENTIFIER, value);
    }
    content set_category_identifier(std::string_view value) && {
        return std::move(set_category_identifier(value));
    }
    content &set_thread_identifier(std::string_view value) & {
        return set(BF_KEY_THREAD_IDENTIFIER, value);
    }
    content set_thread_identifier(std::string_view value) && {
        return std::move(set_thread_identifier(value));
    }
    content &set_target_content_identifier(std::string_view value) & {
        return set(BF_KEY_TARGET_CONTENT_IDENTIFIER, value);
    }
    content set_target_content_identifier(std::string_view value) && {
        return std::move(set_target_content_identifier(value));
    }
    content &set_launch_image_name(std::string_view value) & {
        return set(BF_KEY_LAUNCH_IMAGE_NAME, value);
    }
    content set_launch_image_name(std::string_view value) && {
        return std::move(set_launch_image_name(value));
    }
    content &set_summary_argument(std::string_view value) & {
        return set(BF_KEY_SUMMARY_ARGUMENT, value);
    }
    content set_summary_argument(std::string_view value) && {
        return std::move(set_summary_argument(value));
    }
    content &set_filter_criteria(std::string_view value) & {
        return set(BF_KEY_FILTER_CRITERIA, value);
    }
    content set_filter_criteria(std::string_view value) && {
        return std::move(set_filter_criteria(value));
    }

    /// Sets the user info: one JSON object.
    content &set_user_info(std::string_view object) & { return set(BF_KEY_USER_INFO, object); }
    content set_user_info(std::string_view object) && { return std::move(set_user_info(object)); }

    /// Sets who speaks to whom: one JSON object. Needs a host of 1.2.
    content &set_communication(std::string_view object) & {
        return set(BF_KEY_COMMUNICATION, object);
    }
    content set_communication(std::string_view object) && {
        return std::move(set_communication(object));
    }

    /// Set the numbers; std::nullopt unsets one. A badge of 0 clears the badge.
    content &set_badge(std::optional<std::int64_t> value) & { return put(BF_KEY_BADGE, value); }
    content set_badge(std::optional<std::int64_t> value) && { return std::move(set_badge(value)); }
    content &set_summary_argument_count(std::optional<std::int64_t> value) & {
        return put(BF_KEY_SUMMARY_ARGUMENT_COUNT, value);
    }
    content set_summary_argument_count(std::optional<std::int64_t> value) && {
        return std::move(set_summary_argument_count(value));
    }
    content &set_interruption_level(belfry::interruption_level value) & {
        return set(BF_KEY_INTERRUPTION_LEVEL, std::int64_t(value));
    }
    content set_interruption_level(belfry::interruption_level value) && {
        return std::move(set_interruption_level(value));
    }
    content &set_relevance_score(std::optional<double> value) & {
        return put(BF_KEY_RELEVANCE_SCORE, value);
    }
    content set_relevance_score(std::optional<double> value) && {
        return std::move(set_relevance_score(value));
    }
    content &set_sound_volume(std::optional<double> value) & {
        return put(BF_KEY_SOUND_VOLUME, value);
    }
    content set_sound_volume(std::optional<double> value) && {
        return std::move(set_sound_volume(value));
    }

    /// Sets the sound, and its name for one of the named kinds.
    content &set_sound(belfry::sound value, std::string_view name = {}) & {
        set(BF_KEY_SOUND, std::int64_t(value));
        return name.empty() ? *this : set(BF_KEY_SOUND_NAME, name);
    }
    content set_sound(belfry::sound value, std::string_view name = {}) && {
        return std::move(set_sound(value, name));
    }

    /// Sets a field by its key, for keys that this header has no word for. A whole number sets a real
    /// too.
    content &set(bf_key key, std::string_view value) & {
        const bf_string lent = detail::lend(value);
        return done(host()->set_text(host(), handle_, key, lent), "set_text");
    }
    template <class Number, detail::if_number<Number> = true>
    content &set(bf_key key, Number value) & {
        bf_status status = BF_ERROR_UNSUPPORTED;
        if constexpr (!std::is_floating_point_v<Number>)
            status = host()->set_integer(host(), handle_, key, std::int64_t(value));
        if (status == BF_ERROR_UNSUPPORTED)
            status = host()->set_real(host(), handle_, key, double(value));
        return done(status, "set");
    }
    template <class Value> content set(bf_key key, const Value &value) && {
        return std::move(set(key, value));
    }

    /// Unsets a field.
    content &clear(bf_key key) & { return done(host()->clear(host(), handle_, key), "clear"); }
    content clear(bf_key key) && { return std::move(clear(key)); }

    /// Adds a file, 16 at most; the host looks at it when the request is completed.
    content &attach(const attachment &file) & {
        bf_attachment description = {};
        description.size = sizeof description;
        description.path = detail::lend(file.path);
        description.identifier = detail::lend(file.identifier);
        description.type = detail::lend(file.type);
        if (file.hides_thumbnail) description.flags |= BF_ATTACHMENT_THUMBNAIL_HIDDEN;
        if (file.clipping) {
            description.flags |= BF_ATTACHMENT_HAS_CLIPPING;
            description.clipping_x = file.clipping->x;
            description.clipping_y = file.clipping->y;
            description.clipping_width = file.clipping->width;
            description.clipping_height = file.clipping->height;
        }
        if (file.thumbnail_time) {
            description.flags |= BF_ATTACHMENT_HAS_TIME;
            description.thumbnail_time = *file.thumbnail_time;
        }
        return done(host()->attach(host(), handle_, &description), "attach");
    }
    content attach(const attachment &file) && { return std::move(attach(file)); }

    /// Removes all attachments.
    content &detach_all() & { return done(host()->detach_all(host(), handle_), "detach_all"); }
    content detach_all() && { return std::move(detach_all()); }

  private:
    friend class request;
    friend class completion;

    content(bf_content handle, bf_request request) noexcept
        : content_view(handle), request_(request) {}

    content &done(bf_status status, const char *call) {
        detail::check(status, call);
        return *this;
    }

    template <class Number> content &put(bf_key key, std::optional<Number> value) {
        return value ? set(key, *value) : clear(key);
    }

    // Lets go of the copy, which is the host's from here on.
    bf_content release() noexcept { return std::exchange(handle_, bf_content{0}); }

    bf_request request_;
};

/// One notification that a service extension is asked about.
///
/// A handle, cheap to copy. A text of its contents is borrowed until the field is next set or the
/// request is decided, whichever is first; its identifier until the request is decided and
/// did_receive has returned.
class request {
  public:
    /// Wraps a handle of the C ABI.
    explicit request(bf_request handle) noexcept : handle_(handle) {}

    /// The handle of the C ABI.
    bf_request handle() const noexcept { return handle_; }

    /// UNNotificationRequest.identifier.
    std::string_view identifier() const {
        bf_string value = {};
        detail::check(host()->request_identifier(host(), handle_, &value), "request_identifier");
        return detail::view_of(value);
    }

    /// When the wall budget ends; the clock's epoch for a request that is not live.
    std::chrono::steady_clock::time_point deadline() const noexcept {
        const std::chrono::nanoseconds time(host()->request_deadline(host(), handle_));
        using clock = std::chrono::steady_clock;
        return clock::time_point(std::chrono::duration_cast<clock::duration>(time));
    }

    /// Whether no answer can matter any more: ask it in long loops.
    bool is_decided() const noexcept { return host()->request_is_decided(host(), handle_) != 0; }

    /// The content that the notification came with.
    content_view original() const noexcept {
        return content_view(host()->request_content(host(), handle_));
    }

    /// Makes a copy of the original that can be changed, up to 64 in one request.
    content copy() const { return copy(original()); }

    /// Makes a copy of another content of this request.
    content copy(const content_view &source) const {
        const bf_content made = host()->content_copy(host(), source.handle());
        if (!made.id) detail::refuse(is_decided() ? BF_ERROR_EXPIRED : BF_ERROR_LIMIT, "copy");
        return content(made, handle_);
    }

    /// Publishes the best so far, which is delivered should the run end without an answer.
    ///
    /// Returns false on a host before 1.1 and when the request is decided; then nothing happened.
    bool checkpoint(const content &best) const {
        if (!BF_HAS(host(), checkpoint)) return false;
        const bf_status status = host()->checkpoint(host(), handle_, best.handle());
        if (status == BF_ERROR_EXPIRED) return false;
        detail::check(status, "checkpoint");
        return true;
    }

  private:
    bf_request handle_;
};

/// The answer to one request: it can be given once, on any thread, and moved, never copied.
///
/// Whoever answers gives the completion away, so that a second answer does not compile unless it
/// says std::move again; then nothing happens:
///
///     std::move(answer)(request.copy().set_title("text"));
///
/// One that is destroyed without an answer delivers the original at once and logs a warning, so
/// that the user does not wait for the budget to end.
class completion {
  public:
    /// Wraps what the C ABI gives to did_receive.
    completion(bf_request request, bf_completion function) noexcept
        : request_(request), function_(function) {}

    completion(completion &&other) noexcept
        : request_(other.request_), function_(std::exchange(other.function_, nullptr)) {}

    /// Answers what this one had with the original, and takes the other's place.
    completion &operator=(completion &&other) noexcept {
        if (this == &other) return *this;
        abandon();
        request_ = other.request_;
        function_ = std::exchange(other.function_, nullptr);
        return *this;
    }

    completion(const completion &) = delete;
    completion &operator=(const completion &) = delete;

    ~completion() { abandon(); }

    /// Whether an answer can still be given: false once it was, and after a move.
    explicit operator bool() const noexcept { return function_ != nullptr; }

    /// Delivers a content; nothing happens when the answer was given before, or came too late.
    void operator()(content &&answer) && noexcept { give(answer.release()); }
    void operator()(content &&) & = delete; // Write std::move(completion)(...).

    /// Delivers the original.
    void original() && noexcept { give(bf_content{0}); }
    void original() & = delete; // Write std::move(completion).original().

    /// Delivers nothing at all; the report has the reason, 1 to 64 bytes of A-Z a-z 0-9 . _ -
    ///
    /// The manifest has to allow it with BFExtension.Filtering. When this throws, the completion is
    /// as it was and can still answer. Without an effect when the request is decided.
    void drop(std::string_view reason) && {
        if (!function_) return;
        if (!BF_HAS(host(), drop)) return detail::refuse(BF_ERROR_UNSUPPORTED, "drop");
        if (is_decided()) return forget();
        const bf_status status = host()->drop(host(), request_, detail::lend(reason));
        if (status != BF_OK && status != BF_ERROR_EXPIRED) return detail::refuse(status, "drop");
        forget();
    }
    void drop(std::string_view) & = delete; // Write std::move(completion).drop(...).

    /// The request that it answers.
    belfry::request request() const noexcept { return belfry::request(request_); }

  private:
    bool is_decided() const noexcept { return host()->request_is_decided(host(), request_) != 0; }

    void forget() noexcept { function_ = nullptr; }

    // A late answer is a strike for C; here the budget's end has answered, and nothing is lost.
    void give(bf_content answer) noexcept {
        const bf_completion function = std::exchange(function_, nullptr);
        if (function && !is_decided()) function(answer);
    }

    void abandon() noexcept {
        const detail::unanswered left(function_);
        if (!left || is_decided() || detail::running::takes(left)) return forget();
        left.log_abandoned();
        give(bf_content{0});
    }

    bf_request request_;
    bf_completion function_;
};

/// A place for a completion that did_receive and will_expire share: whoever takes it first answers.
///
///     if (auto answer = slot_.take()) std::move(*answer)(request.copy().set_title("text"));
class completion_slot {
  public:
    /// Stores a completion; one that is still there is answered with the original.
    void put(completion &&answer) noexcept {
        std::optional<completion> before = take();
        const std::lock_guard<std::mutex> lock(mutex_);
        stored_.emplace(std::move(answer));
    }

    /// Takes the completion out; nothing where somebody has taken it before.
    std::optional<completion> take() noexcept {
        const std::lock_guard<std::mutex> lock(mutex_);
        std::optional<completion> taken = std::move(stored_);
        stored_.reset();
        return taken;
    }

  private:
    std::mutex mutex_;
    std::optional<completion> stored_;
};

// --- The bundle and what is kept -----------------------------------------------------------------

/// Where the extension lives; the texts live as long as the process.
struct bundle {
    /// CFBundleIdentifier; the .appex directory; NSExtensionPrincipalClass; a folder of the
    /// extension's own that can be written to.
    static std::string_view identifier() { return detail::view_of(table()->identifier); }
    static std::string_view path() { return detail::view_of(table()->path); }
    static std::string_view principal_class() { return detail::view_of(table()->principal_class); }
    static std::string_view container() { return detail::view_of(table()->container); }

  private:
    static const bf_bundle *table() { return detail::need(detail::known.bundle, "bundle"); }
};

/// A directory that outlives the process (belfry/storage.h).
struct folder {
    /// What the directory is for.
    enum class purpose : std::uint32_t {
        data = BF_FOLDER_DATA,
        group = BF_FOLDER_GROUP,
        keychain = BF_FOLDER_KEYCHAIN,
    };

    purpose kind;

    /// The bundle's identifier, or the group's.
    std::string_view identifier;

    /// Absolute; it lives as long as the process.
    std::string_view path;

    /// False where the folder is over the host's limit.
    bool is_writable;
};

/// The extension's directories; empty on a host before 1.2.
struct storage {
    /// Calls `body(folder)` with each.
    template <class Body> static void each(Body &&body) {
        const bf_storage *table = detail::known.storage;
        for (std::uint32_t index = 0; table && index < table->folder_count; ++index) {
            const bf_folder &found = table->folders[index];
            body(folder{folder::purpose(found.kind), detail::view_of(found.identifier),
                        detail::view_of(found.path), (found.flags & BF_FOLDER_WRITABLE) != 0});
        }
    }

    /// The folder of an app group that the bundle is entitled to.
    static std::optional<folder> group(std::string_view identifier) {
        return first([&](const folder &each) {
            return each.kind == folder::purpose::group && each.identifier == identifier;
        });
    }

    /// The extension's own folder.
    static std::optional<folder> data() {
        return first([](const folder &each) { return each.kind == folder::purpose::data; });
    }

  private:
    template <class Test> static std::optional<folder> first(Test &&test) {
        std::optional<folder> result;
        each([&](const folder &candidate) {
            if (!result && test(candidate)) result = candidate;
        });
        return result;
    }
};

// --- The notification centre ---------------------------------------------------------------------

/// The notification centre of the app that the extension belongs to (UNUserNotificationCenter).
///
/// A question names the member function that takes the answer:
///
///     void counted(bf_status status, std::string_view document);
///     belfry::center::pending<&my_extension::counted>(*this);
///
/// It is called once, on the centre's thread, and must not wait for another answer. With an error
/// the document says why. Documents are JSON; Documentation/ABI.md has their grammar.
struct center {
    /// Whether this host has a centre: since 1.2.
    static bool is_available() noexcept { return detail::known.center != nullptr; }

    /// Adds a request, or replaces the one of the same identifier.
    static void add(std::string_view document) {
        detail::check(table("add")->add(host(), detail::lend(document), nullptr, nullptr), "add");
    }
    template <auto Reply, class Receiver>
    static void add(std::string_view document, Receiver &receiver) {
        const bf_string lent = detail::lend(document);
        detail::check(table("add")->add(host(), lent, &reply<Reply, Receiver>, &receiver), "add");
    }

    /// Asks for the pending requests; for the delivered notifications; for the categories; for what
    /// the user lets the app do.
    template <auto Reply, class Receiver> static void pending(Receiver &receiver) {
        ask<Reply>(table("pending")->pending, receiver, "pending");
    }
    template <auto Reply, class Receiver> static void delivered(Receiver &receiver) {
        ask<Reply>(table("delivered")->delivered, receiver, "delivered");
    }
    template <auto Reply, class Receiver> static void categories(Receiver &receiver) {
        ask<Reply>(table("categories")->categories, receiver, "categories");
    }
    template <auto Reply, class Receiver> static void settings(Receiver &receiver) {
        ask<Reply>(table("settings")->settings, receiver, "settings");
    }

    /// Removes requests, or notifications, by a JSON array of identifiers; all of them with "".
    static void remove_pending(std::string_view identifiers) {
        const bf_string lent = detail::lend(identifiers);
        detail::check(table("remove_pending")->remove_pending(host(), lent), "remove_pending");
    }
    static void remove_delivered(std::string_view identifiers) {
        const bf_string lent = detail::lend(identifiers);
        detail::check(table("remove_delivered")->remove_delivered(host(), lent),
                      "remove_delivered");
    }

    /// Replaces all categories by a JSON array of them, as of the request's delivery.
    static void set_categories(std::string_view document) {
        const bf_string lent = detail::lend(document);
        detail::check(table("set_categories")->set_categories(host(), lent), "set_categories");
    }

    /// Sets the badge of the app; 0 removes it.
    static void set_badge(std::int64_t count) {
        detail::check(table("set_badge")->set_badge(host(), count, nullptr, nullptr), "set_badge");
    }

  private:
    static const bf_center *table(const char *call) {
        return detail::need(detail::known.center, call);
    }

    template <auto Reply, class Receiver>
    static void reply(void *context, bf_status status, bf_string document) {
        const detail::running callback(detail::callback_thread::center);
        detail::guard("a reply of the centre", [&] {
            (static_cast<Receiver *>(context)->*Reply)(status, detail::view_of(document));
        });
    }

    template <auto Reply, class Receiver, class Question>
    static void ask(Question question, Receiver &receiver, const char *call) {
        detail::check(question(host(), &reply<Reply, Receiver>, &receiver), call);
    }
};

// --- Views ---------------------------------------------------------------------------------------

/// A colour as 0xRRGGBBAA, in light and in dark appearance.
struct color {
    /// The same in both appearances.
    constexpr explicit color(std::uint32_t both) noexcept : light(both), dark(both) {}

    /// One for each.
    constexpr color(std::uint32_t in_light, std::uint32_t in_dark) noexcept
        : light(in_light), dark(in_dark) {}

    /// As the C ABI has it.
    constexpr std::int64_t value() const noexcept {
        return std::int64_t(std::uint64_t(dark) << 32 | light);
    }

    std::uint32_t light, dark;
};

/// How a text is aligned; how a picture fills its view.
enum class alignment : std::int64_t { left, center, right, justified, natural };
enum class content_mode : std::int64_t { fill, aspect_fit, aspect_fill, redraw, center };

/// Which way a stack goes, and how it divides what it has along and across it.
enum class axis : std::int64_t { horizontal, vertical };
enum class distribution : std::int64_t {
    fill,
    fill_equally,
    fill_proportionally,
    equal_spacing,
    equal_centering,
};
enum class stack_alignment : std::int64_t {
    fill,
    leading,
    first_baseline,
    center,
    trailing,
    last_baseline,
};

/// What a button looks like.
enum class button_style : std::int64_t { plain, gray, tinted, filled, bordered };

/// A picture of an image view or a button (bf_image): PNG, JPEG, GIF or WebP, or a page.
struct picture {
    /// Where `name` is looked up.
    enum class source : std::uint32_t {
        attachment = BF_IMAGE_ATTACHMENT,
        resource = BF_IMAGE_RESOURCE,
        file = BF_IMAGE_FILE,
        symbol = BF_IMAGE_SYMBOL,
        page = BF_IMAGE_PAGE,
    };

    source from;

    /// An attachment's identifier, a path in the bundle or the container, a symbol's name.
    std::string_view name;

    /// Its size in points.
    double width = 0, height = 0;

    /// Whether its opacity alone counts, drawn in the tint colour.
    bool is_template = false;
};

/// A rule between two views; a handle, which stays in force when it is destroyed.
class constraint {
  public:
    /// Wraps a handle of the C ABI.
    explicit constraint(bf_constraint handle) noexcept : handle_(handle) {}

    /// Changes what is added.
    void set_constant(double constant) {
        const bf_view_functions *views = detail::need(detail::known.views, "set_constant");
        detail::check(views->set_constant(host(), handle_, constant), "set_constant");
    }

    /// Changes how much it matters, 1 to 1000.
    void set_priority(double priority) {
        const bf_view_functions *views = detail::need(detail::known.views, "set_priority");
        detail::check(views->set_priority(host(), handle_, priority), "set_priority");
    }

    /// Takes the rule away.
    void remove() {
        const bf_view_functions *views = detail::need(detail::known.views, "unconstrain");
        detail::check(views->unconstrain(host(), handle_), "unconstrain");
    }

  private:
    bf_constraint handle_;
};

/// An edge, a dimension or a line of a view, with a factor and a distance: `label.leading() + 8`.
struct anchor {
    bf_view owner;
    bf_attribute attribute;
    double factor = 1, distance = 0;

    anchor operator+(double points) const noexcept {
        return {owner, attribute, factor, distance + points};
    }
    anchor operator-(double points) const noexcept { return *this + -points; }
    anchor operator*(double times) const noexcept {
        return {owner, attribute, factor * times, distance * times};
    }

    /// Have this be the other, at least it, or at most it, by a priority of 1 to 1000.
    constraint equal(const anchor &other, double priority = 1000) const {
        return constrain(other, 0, priority);
    }
    constraint at_least(const anchor &other, double priority = 1000) const {
        return constrain(other, 1, priority);
    }
    constraint at_most(const anchor &other, double priority = 1000) const {
        return constrain(other, -1, priority);
    }

    /// Have this dimension be a number of points.
    constraint equal(double points, double priority = 1000) const {
        return constrain({bf_view{0}, BF_ATTRIBUTE_NONE, 1, points}, 0, priority);
    }

  private:
    constraint constrain(const anchor &other, std::int32_t relation, double priority) const {
        bf_constraint_rule rule = {};
        rule.first = owner;
        rule.second = other.owner;
        rule.first_attribute = attribute;
        rule.second_attribute = other.attribute;
        rule.relation = relation;
        rule.multiplier = other.factor;
        rule.constant = other.distance;
        rule.priority = priority;
        bf_constraint made = {0};
        const bf_view_functions *views = detail::need(detail::known.views, "constrain");
        detail::check(views->constrain(host(), &rule, &made), "constrain");
        return constraint(made);
    }
};

/// A view of a content extension: a handle, cheap to copy.
///
/// The tree of views owns the view, not the handle: it is there until release(), or until the
/// session ends. Views are made in load() or later.
class view {
  public:
    /// No view.
    view() noexcept = default;

    /// Wraps a handle of the C ABI.
    explicit view(bf_view handle) noexcept : handle_(handle) {}

    /// The handle of the C ABI.
    bf_view handle() const noexcept { return handle_; }

    /// Whether there is a view.
    explicit operator bool() const noexcept { return handle_.id != 0; }

    /// The extension's own view, which the others are put into.
    static view root() { return view(functions("root")->root(host())); }

    /// Puts a view into this one: in front of all, or before the one at `index`.
    void insert(const view &child, std::uint32_t index = UINT32_MAX) {
        done(functions("insert")->insert(host(), handle_, child.handle_, index), "insert");
    }

    /// Takes the view out of the one that it is in.
    void remove() { done(functions("remove")->remove(host(), handle_), "remove"); }

    /// Takes the view out of its parent and forgets it; the handle is none afterwards.
    void release() {
        done(functions("release")->release(host(), handle_), "release");
        handle_ = {0};
    }

    /// Where the view is, as of the last layout.
    rectangle frame() const {
        double out[4] = {};
        done(functions("get_frame")->get_frame(host(), handle_, out), "get_frame");
        return {out[0], out[1], out[2], out[3]};
    }

    /// The size that the view wants within a width and a height, where 0 is no limit.
    rectangle measure(double width = 0, double height = 0) const {
        double size[2] = {width, height};
        done(functions("measure")->measure(host(), handle_, size), "measure");
        return {0, 0, size[0], size[1]};
    }

    /// Lays all views out now, so that frame() tells what will be shown.
    static void lay_out() { done(functions("layout")->layout(host()), "layout"); }

    /// The lines that constraints are made of.
    anchor leading() const noexcept { return at(BF_ATTRIBUTE_LEADING); }
    anchor trailing() const noexcept { return at(BF_ATTRIBUTE_TRAILING); }
    anchor top() const noexcept { return at(BF_ATTRIBUTE_TOP); }
    anchor bottom() const noexcept { return at(BF_ATTRIBUTE_BOTTOM); }
    anchor width() const noexcept { return at(BF_ATTRIBUTE_WIDTH); }
    anchor height() const noexcept { return at(BF_ATTRIBUTE_HEIGHT); }
    anchor center_x() const noexcept { return at(BF_ATTRIBUTE_CENTER_X); }
    anchor center_y() const noexcept { return at(BF_ATTRIBUTE_CENTER_Y); }
    anchor at(bf_attribute attribute) const noexcept { return {handle_, attribute}; }

    /// Properties by their key: a text, an integer, a real; and unset. A whole number sets a real too.
    std::string_view text_of(bf_view_key key) const {
        bf_string value = {};
        done(functions("get_text")->get_text(host(), handle_, key, &value), "get_text");
        return detail::view_of(value);
    }
    std::optional<std::int64_t> integer_of(bf_view_key key) const {
        std::int64_t value = 0;
        const bf_view_functions *views = functions("get_integer");
        const bf_status status = views->get_integer(host(), handle_, key, &value);
        return detail::found(status, value, "get_integer");
    }
    std::optional<double> real_of(bf_view_key key) const {
        double value = 0;
        const bf_view_functions *views = functions("get_real");
        const bf_status status = views->get_real(host(), handle_, key, &value);
        return detail::found(status, value, "get_real");
    }
    void set(bf_view_key key, std::string_view value) {
        const bf_string lent = detail::lend(value);
        done(functions("set_text")->set_text(host(), handle_, key, lent), "set_text");
    }
    template <class Number, detail::if_number<Number> = true>
    void set(bf_view_key key, Number value) {
        const bf_view_functions *views = functions("set");
        bf_status status = BF_ERROR_UNSUPPORTED;
        if constexpr (!std::is_floating_point_v<Number>)
            status = views->set_integer(host(), handle_, key, std::int64_t(value));
        if (status == BF_ERROR_UNSUPPORTED)
            status = views->set_real(host(), handle_, key, double(value));
        done(status, "set");
    }
    void clear(bf_view_key key) { done(functions("clear")->clear(host(), handle_, key), "clear"); }

  protected:
    static const bf_view_functions *functions(const char *call) {
        return detail::need(detail::known.views, call);
    }

    static void done(bf_status status, const char *call) { detail::check(status, call); }

    static bf_view make(bf_view_kind kind) {
        bf_view made = {0};
        done(functions("create")->create(host(), kind, &made), "create");
        return made;
    }

    // Registers a function for an event; `signature` says what it takes.
    void listen(bf_event event, std::string_view signature, bf_handler handler, void *context) {
        const bf_string lent = detail::lend(signature);
        done(functions("on")->on(host(), handle_, event, lent, handler, context), "on");
    }

    bf_view handle_ = {0};
};

/// What every kind of view can be told; each call returns the view, so that calls can be chained.
template <class Self> class basic_view : public view {
  public:
    /// Puts the view into another, in front of all that is there.
    Self &in(view parent) { return parent.insert(*this), self(); }

    /// Places the view in its parent.
    Self &frame(double x, double y, double width, double height) {
        done(functions("set_frame")->set_frame(host(), handle_, x, y, width, height), "set_frame");
        return self();
    }
    using view::frame;

    /// Draws the view by an affine map about its centre; layout does not see it.
    Self &transform(double a, double b, double c, double d, double tx, double ty) {
        done(functions("set_transform")->set_transform(host(), handle_, a, b, c, d, tx, ty),
             "set_transform");
        return self();
    }

    /// Has the frame follow from constraints alone.
    Self &constrained(bool value = true) { return with(BF_VIEW_CONSTRAINED, value); }

    /// Hides the view, keeps it from getting events, cuts off what is outside its bounds.
    Self &hidden(bool value = true) { return with(BF_VIEW_HIDDEN, value); }
    Self &interactive(bool value) { return with(BF_VIEW_INTERACTIVE, value); }
    Self &clips(bool value = true) { return with(BF_VIEW_CLIPS, value); }

    /// Colours.
    Self &background(color value) { return with(BF_VIEW_BACKGROUND_COLOR, value.value()); }
    Self &tint(color value) { return with(BF_VIEW_TINT_COLOR, value.value()); }
    Self &border(color value, double width) {
        with(BF_VIEW_BORDER_COLOR, value.value());
        return with(BF_VIEW_BORDER_WIDTH, width);
    }

    /// Opacity, 0 to 1, and the radius of the corners.
    Self &alpha(double value) { return with(BF_VIEW_ALPHA, value); }
    Self &corner_radius(double value) { return with(BF_VIEW_CORNER_RADIUS, value); }

    /// A shadow of what the view shows, unless it clips: blurred by a standard deviation, and moved.
    Self &shadow(color value, double radius, double x = 0, double y = 0) {
        with(BF_VIEW_SHADOW_COLOR, value.value());
        with(BF_VIEW_SHADOW_RADIUS, radius);
        with(BF_VIEW_SHADOW_X, x);
        return with(BF_VIEW_SHADOW_Y, y);
    }

    /// What the view is, for those who do not see it.
    Self &accessibility_label(std::string_view value) {
        return with(BF_VIEW_ACCESSIBILITY_LABEL, value);
    }

    /// Calls `(receiver.*Handler)()` on the UI thread when the view is tapped. The receiver has to live
    /// as long as the view, as the extension does.
    template <auto Handler, class Receiver> Self &on_tap(Receiver &receiver) {
        return on<Handler>(BF_EVENT_TAP, receiver);
    }

    /// Calls `(receiver.*Handler)()` on the UI thread when `event` happens.
    template <auto Handler, class Receiver> Self &on(bf_event event, Receiver &receiver) {
        const auto call = +[](void *context) {
            detail::guard_drawing("a handler of a view",
                                  [&] { (static_cast<Receiver *>(context)->*Handler)(); });
        };
        listen(event, "c", reinterpret_cast<bf_handler>(call), &receiver);
        return self();
    }

    /// Sets a property by its key, to a text, a number or a truth value.
    template <class Value> Self &with(bf_view_key key, const Value &value) {
        return set(key, value), self();
    }

  protected:
    /// No view.
    basic_view() noexcept = default;

    explicit basic_view(bf_view_kind kind) : view(make(kind)) {}

    Self &self() noexcept { return static_cast<Self &>(*this); }

    // As `on`, with a value: its letter in the signature, and what it is in C and in C++.
    template <auto Handler, class Given, class Taken, class Receiver>
    Self &on_value(bf_event event, std::string_view signature, Receiver &receiver) {
        const auto call = +[](void *context, Given value) {
            detail::guard_drawing("a handler of a view", [&] {
                (static_cast<Receiver *>(context)->*Handler)(converted<Taken>(value));
            });
        };
        listen(event, signature, reinterpret_cast<bf_handler>(call), &receiver);
        return self();
    }

  private:
    template <class Taken, class Given> static Taken converted(Given value) noexcept {
        if constexpr (std::is_same_v<Given, bf_string>) return detail::view_of(value);
        else return Taken(value);
    }
};

/// What views with a text can be told besides.
template <class Self> class text_view_base : public basic_view<Self> {
  public:
    /// The text: what is shown, and with a control what the user has written.
    Self &text(std::string_view value) { return this->with(BF_VIEW_TEXT, value); }
    std::string_view text() const { return this->text_of(BF_VIEW_TEXT); }

    /// The font: its size, its weight of 100 to 900, its family.
    Self &font_size(double value) { return this->with(BF_VIEW_FONT_SIZE, value); }
    Self &font_weight(std::int64_t value) { return this->with(BF_VIEW_FONT_WEIGHT, value); }
    Self &font_family(std::string_view value) { return this->with(BF_VIEW_FONT_FAMILY, value); }

    /// The text's colour and where it stands.
    Self &text_color(color value) { return this->with(BF_VIEW_TEXT_COLOR, value.value()); }
    Self &text_alignment(alignment value) {
        return this->with(BF_VIEW_TEXT_ALIGNMENT, std::int64_t(value));
    }

    /// Says what parts of the text look like (bf_text_run); setting the text forgets them.
    Self &runs(std::initializer_list<bf_text_run> parts) {
        this->done(this->functions("set_runs")
                       ->set_runs(host(), this->handle_, parts.begin(), parts.size()),
                   "set_runs");
        return this->self();
    }

  protected:
    using basic_view<Self>::basic_view;
};

/// What views that show a picture can be told besides.
template <class Base, class Self> class picture_view_base : public Base {
  public:
    /// Sets the picture.
    Self &image(const picture &value) {
        bf_image image = {};
        image.source = bf_image_source(value.from);
        image.flags = value.is_template ? BF_IMAGE_TEMPLATE : 0;
        image.name = detail::lend(value.name);
        image.width = value.width;
        image.height = value.height;
        this->done(this->functions("set_image")->set_image(host(), this->handle_, &image),
                   "set_image");
        return this->self();
    }

    /// Takes the picture away.
    Self &no_image() {
        this->done(this->functions("set_image")->set_image(host(), this->handle_, nullptr),
                   "set_image");
        return this->self();
    }

  protected:
    using Base::Base;
};

/// A view with nothing in it but other views (UIView).
class plain_view : public basic_view<plain_view> {
  public:
    /// No view.
    plain_view() noexcept = default;

    /// Makes one.
    static plain_view create() { return plain_view(BF_VIEW_PLAIN); }

  private:
    using basic_view::basic_view;
};

/// A text that the user reads (UILabel).
class label : public text_view_base<label> {
  public:
    /// No view.
    label() noexcept = default;

    /// Makes one.
    static label create() { return label(BF_VIEW_LABEL); }

    /// The most lines; 0 for any number.
    label &line_count(std::int64_t value) { return with(BF_VIEW_LINE_COUNT, value); }

    /// How far the font may shrink to fit.
    label &minimum_scale(double value) { return with(BF_VIEW_MINIMUM_SCALE, value); }

  private:
    using text_view_base::text_view_base;
};

/// A picture (UIImageView).
class image_view : public picture_view_base<basic_view<image_view>, image_view> {
  public:
    /// No view.
    image_view() noexcept = default;

    /// Makes one.
    static image_view create() { return image_view(BF_VIEW_IMAGE); }

    /// How the picture fills the view.
    image_view &mode(content_mode value) {
        return with(BF_VIEW_CONTENT_MODE, std::int64_t(value));
    }

  private:
    using picture_view_base::picture_view_base;
};

/// A view that lays out its arranged views (UIStackView).
class stack : public basic_view<stack> {
  public:
    /// No view.
    stack() noexcept = default;

    /// Makes one.
    static stack create(belfry::axis direction = axis::horizontal) {
        stack made(BF_VIEW_STACK);
        return made.with(BF_VIEW_AXIS, std::int64_t(direction));
    }

    /// How it divides the space, along and across; the space between views.
    stack &distribute(distribution value) {
        return with(BF_VIEW_DISTRIBUTION, std::int64_t(value));
    }
    stack &align(stack_alignment value) { return with(BF_VIEW_ALIGNMENT, std::int64_t(value)); }
    stack &spacing(double value) { return with(BF_VIEW_SPACING, value); }

    /// Has the stack lay a view out: behind all, or at a place of its arranged views.
    stack &arrange(const view &child, std::uint32_t index = UINT32_MAX) {
        done(functions("arrange")->arrange(host(), handle_, child.handle(), index), "arrange");
        return *this;
    }

    /// Has the stack no longer lay a view out, which stays in it.
    stack &disarrange(const view &child) {
        done(functions("disarrange")->disarrange(host(), handle_, child.handle()), "disarrange");
        return *this;
    }

  private:
    using basic_view::basic_view;
};

/// Something to press (UIButton); `text` is its title.
class button : public picture_view_base<text_view_base<button>, button> {
  public:
    /// No view.
    button() noexcept = default;

    /// Makes one.
    static button create(std::string_view title = {}) {
        button made(BF_VIEW_BUTTON);
        return title.empty() ? made : made.text(title);
    }

    /// What it looks like, and whether it can be pressed.
    button &style(button_style value) { return with(BF_VIEW_BUTTON_STYLE, std::int64_t(value)); }
    button &enabled(bool value) { return with(BF_VIEW_ENABLED, value); }

  private:
    using picture_view_base::picture_view_base;
};

/// A value between two others (UISlider).
class slider : public basic_view<slider> {
  public:
    /// No view.
    slider() noexcept = default;

    /// Makes one.
    static slider create(double minimum = 0, double maximum = 1) {
        slider made(BF_VIEW_SLIDER);
        return made.with(BF_VIEW_MINIMUM, minimum).with(BF_VIEW_MAXIMUM, maximum);
    }

    /// The value, as it was set or as the user has moved it.
    slider &value(double value) { return with(BF_VIEW_VALUE, value); }
    double value() const { return real_of(BF_VIEW_VALUE).value_or(0); }

    /// Whether it can be moved, and whether events come while it moves.
    slider &enabled(bool value) { return with(BF_VIEW_ENABLED, value); }
    slider &continuous(bool value) { return with(BF_VIEW_CONTINUOUS, value); }

    /// Calls `(receiver.*Handler)(double)` when the user moves it.
    template <auto Handler, class Receiver> slider &on_change(Receiver &receiver) {
        return on_value<Handler, double, double>(BF_EVENT_VALUE_CHANGED, "cd", receiver);
    }

  private:
    using basic_view::basic_view;
};

/// On or off (UISwitch).
class toggle : public basic_view<toggle> {
  public:
    /// No view.
    toggle() noexcept = default;

    /// Makes one.
    static toggle create() { return toggle(BF_VIEW_SWITCH); }

    /// Whether it is on, as it was set or as the user has left it.
    toggle &is_on(bool value) { return with(BF_VIEW_ON, value); }
    bool is_on() const { return integer_of(BF_VIEW_ON).value_or(0) != 0; }

    /// Whether it can be used.
    toggle &enabled(bool value) { return with(BF_VIEW_ENABLED, value); }

    /// Calls `(receiver.*Handler)(bool)` when the user turns it on or off.
    template <auto Handler, class Receiver> toggle &on_change(Receiver &receiver) {
        return on_value<Handler, std::uint32_t, bool>(BF_EVENT_VALUE_CHANGED, "cb", receiver);
    }

  private:
    using basic_view::basic_view;
};

/// What fields of one and of many lines share.
template <class Self> class editable_view_base : public text_view_base<Self> {
  public:
    /// Call `(receiver.*Handler)(std::string_view)` with the text, borrowed for the call: when it
    /// changes, and when the user has finished.
    template <auto Handler, class Receiver> Self &on_edit(Receiver &receiver) {
        return this->template on_value<Handler, bf_string, std::string_view>(
            BF_EVENT_EDITING_CHANGED, "cs", receiver);
    }
    template <auto Handler, class Receiver> Self &on_end(Receiver &receiver) {
        return this->template on_value<Handler, bf_string, std::string_view>(
            BF_EVENT_EDITING_ENDED, "cs", receiver);
    }

  protected:
    using text_view_base<Self>::text_view_base;
};

/// One line to write in (UITextField).
class text_field : public editable_view_base<text_field> {
  public:
    /// No view.
    text_field() noexcept = default;

    /// Makes one.
    static text_field create() { return text_field(BF_VIEW_TEXT_FIELD); }

    /// What it shows while it is empty, and whether its text is hidden.
    text_field &placeholder(std::string_view value) { return with(BF_VIEW_PLACEHOLDER, value); }
    text_field &secure(bool value = true) { return with(BF_VIEW_SECURE, value); }

    /// Calls `(receiver.*Handler)(std::string_view)` at the return key.
    template <auto Handler, class Receiver> text_field &on_return(Receiver &receiver) {
        return on_value<Handler, bf_string, std::string_view>(BF_EVENT_RETURN, "cs", receiver);
    }

  private:
    using editable_view_base::editable_view_base;
};

/// Lines to read or write, scrolling (UITextView).
class text_view : public editable_view_base<text_view> {
  public:
    /// No view.
    text_view() noexcept = default;

    /// Makes one.
    static text_view create() { return text_view(BF_VIEW_TEXT_VIEW); }

    /// Whether the user can write in it.
    text_view &editable(bool value) { return with(BF_VIEW_EDITABLE, value); }

  private:
    using editable_view_base::editable_view_base;
};

/// How far something has come (UIProgressView).
class progress_view : public basic_view<progress_view> {
  public:
    /// No view.
    progress_view() noexcept = default;

    /// Makes one.
    static progress_view create() { return progress_view(BF_VIEW_PROGRESS); }

    /// 0 to 1.
    progress_view &value(double value) { return with(BF_VIEW_VALUE, value); }

  private:
    using basic_view::basic_view;
};

/// Something goes on (UIActivityIndicatorView).
class activity_view : public basic_view<activity_view> {
  public:
    /// No view.
    activity_view() noexcept = default;

    /// Makes one.
    static activity_view create() { return activity_view(BF_VIEW_ACTIVITY); }

    /// Whether it turns.
    activity_view &animating(bool value) { return with(BF_VIEW_ANIMATING, value); }

  private:
    using basic_view::basic_view;
};

/// A part of what is in it (UIScrollView).
class scroll_view : public basic_view<scroll_view> {
  public:
    /// No view.
    scroll_view() noexcept = default;

    /// Makes one.
    static scroll_view create() { return scroll_view(BF_VIEW_SCROLL); }

    /// How much there is to scroll, and what of it is at the origin.
    scroll_view &content_size(double width, double height) {
        return with(BF_VIEW_CONTENT_WIDTH, width).with(BF_VIEW_CONTENT_HEIGHT, height);
    }
    scroll_view &offset(double x, double y) {
        return with(BF_VIEW_OFFSET_X, x).with(BF_VIEW_OFFSET_Y, y);
    }

  private:
    using basic_view::basic_view;
};

// --- How a notification is shown -----------------------------------------------------------------

/// A file of a notification that the host lends; the descriptor is closed with this object.
class attachment_access {
  public:
    /// Borrows the file; `identifier` must live as long as this.
    attachment_access(bf_request notification, std::string_view identifier)
        : notification_(notification), identifier_(identifier) {
        const bf_presentation *table = detail::need(detail::known.presentation, "begin_access");
        const bf_string lent = detail::lend(identifier);
        const bf_status status = table->begin_access(host(), notification, lent, &descriptor_);
        if (status != BF_OK) descriptor_ = -1;
        detail::check(status, "begin_access");
    }

    attachment_access(attachment_access &&other) noexcept
        : notification_(other.notification_), identifier_(other.identifier_),
          descriptor_(std::exchange(other.descriptor_, -1)) {}

    attachment_access(const attachment_access &) = delete;
    attachment_access &operator=(const attachment_access &) = delete;

    ~attachment_access() {
        if (descriptor_ < 0) return;
        detail::known.presentation->end_access(host(), notification_, detail::lend(identifier_));
    }

    /// A descriptor to read from; do not close it.
    int descriptor() const noexcept { return descriptor_; }

  private:
    bf_request notification_;
    std::string_view identifier_;
    std::int32_t descriptor_ = -1;
};

/// What is known of a notification's attachment; the texts live as long as the session.
struct attachment_info {
    std::string_view identifier, type, name;
    std::uint64_t byte_count;
};

/// A notification that a content extension shows; valid until the session ends.
class notification {
  public:
    /// Wraps a handle of the C ABI.
    explicit notification(bf_request handle) noexcept : handle_(handle) {}

    /// The handle of the C ABI.
    bf_request handle() const noexcept { return handle_; }

    /// UNNotificationRequest.identifier.
    std::string_view identifier() const { return request(handle_).identifier(); }

    /// What it says.
    content_view content() const noexcept { return request(handle_).original(); }

    /// When it was delivered.
    std::chrono::system_clock::time_point date() const {
        double seconds = 0;
        detail::check(table("date")->date(host(), handle_, &seconds), "date");
        using clock = std::chrono::system_clock;
        const std::chrono::duration<double> time(seconds);
        return clock::time_point(std::chrono::duration_cast<clock::duration>(time));
    }

    /// An attachment by its place; nothing past the last.
    std::optional<attachment_info> attachment(std::uint32_t index) const {
        bf_attachment_info info = {};
        const bf_status status = table("attachment")->attachment(host(), handle_, index, &info);
        if (status == BF_ERROR_NOT_FOUND) return std::nullopt;
        detail::check(status, "attachment");
        return attachment_info{detail::view_of(info.identifier), detail::view_of(info.type),
                               detail::view_of(info.name), info.byte_count};
    }

    /// Borrows an attachment's file (startAccessingSecurityScopedResource); 16 at a time. The
    /// identifier must outlive what this returns: an attachment_info's does.
    attachment_access open(std::string_view identifier) const {
        return attachment_access(handle_, identifier);
    }

  private:
    static const bf_presentation *table(const char *call) {
        return detail::need(detail::known.presentation, call);
    }

    bf_request handle_;
};

/// What the user answered a notification with; valid until it is answered and the callback has
/// returned.
class response {
  public:
    /// Wraps a handle of the C ABI.
    explicit response(bf_response handle) noexcept : handle_(handle) {}

    /// The action's identifier.
    std::string_view action() const {
        bf_string value = {};
        detail::check(table("response_action")->response_action(host(), handle_, &value),
                      "response_action");
        return detail::view_of(value);
    }

    /// The text that the user wrote; nothing for an action without any.
    std::optional<std::string_view> text() const {
        bf_string value = {};
        const bf_status status = table("response_text")->response_text(host(), handle_, &value);
        return detail::found(status, detail::view_of(value), "response_text");
    }

    /// The notification that is answered.
    belfry::notification notification() const {
        const bf_presentation *found = table("response_notification");
        return belfry::notification(found->response_notification(host(), handle_));
    }

  private:
    static const bf_presentation *table(const char *call) {
        return detail::need(detail::known.presentation, call);
    }

    bf_response handle_;
};

/// What becomes of a notification after a response.
enum class response_option : std::uint32_t {
    do_not_dismiss = BF_RESPONSE_DO_NOT_DISMISS,
    dismiss = BF_RESPONSE_DISMISS,
    dismiss_and_forward = BF_RESPONSE_DISMISS_AND_FORWARD,
};

/// The answer to one response: it can be given once, on any thread, and moved, never copied.
///
/// Whoever answers gives it away: `std::move(answer)(belfry::response_option::dismiss)`.
///
/// One that is destroyed without an answer forwards the response to the app, as if the extension
/// did not handle it, and logs a warning.
class response_completion {
  public:
    /// Wraps what the C ABI gives to did_receive_response.
    explicit response_completion(bf_response_completion function) noexcept : function_(function) {}

    response_completion(response_completion &&other) noexcept
        : function_(std::exchange(other.function_, nullptr)) {}

    /// Forwards what this one had to the app, and takes the other's place.
    response_completion &operator=(response_completion &&other) noexcept {
        if (this == &other) return *this;
        abandon();
        function_ = std::exchange(other.function_, nullptr);
        return *this;
    }

    response_completion(const response_completion &) = delete;
    response_completion &operator=(const response_completion &) = delete;

    ~response_completion() { abandon(); }

    /// Whether an answer can still be given.
    explicit operator bool() const noexcept { return function_ != nullptr; }

    /// Says what becomes of the notification; nothing happens when that was said before.
    void operator()(response_option option) && noexcept { give(option); }
    void operator()(response_option) & = delete; // Write std::move(completion)(...).

  private:
    void give(response_option option) noexcept {
        const bf_response_completion function = std::exchange(function_, nullptr);
        if (function) function(bf_response_option(option));
    }

    void abandon() noexcept {
        const detail::unanswered left(std::exchange(function_, nullptr));
        if (!left || detail::running::takes(left)) return;
        left.log_abandoned();
        left.answer();
    }

    bf_response_completion function_;
};

/// What is around the views (NSExtensionContext and UNNotificationContentExtension).
struct presentation {
    /// The actions shown, an array of action documents, and others in their place.
    static std::string_view actions() {
        bf_string value = {};
        detail::check(table("actions")->actions(host(), &value), "actions");
        return detail::view_of(value);
    }
    static void set_actions(std::string_view document) {
        const bf_string lent = detail::lend(document);
        detail::check(table("set_actions")->set_actions(host(), lent), "set_actions");
    }

    /// Closes the notification: and has the app handle its default action; only closes it.
    static void perform_default_action() {
        detail::check(table("perform_default_action")->perform_default_action(host()),
                      "perform_default_action");
    }
    static void dismiss() { detail::check(table("dismiss")->dismiss(host()), "dismiss"); }

    /// Tells whether media play, for the look of the media button.
    static void media_playing(bool is_playing) {
        detail::check(table("media_playing")->media_playing(host(), is_playing), "media_playing");
    }

    /// Draws the media button; bf_media_button says where and how.
    static void set_media_button(const bf_media_button &button) {
        detail::check(table("set_media_button")->set_media_button(host(), &button),
                      "set_media_button");
    }

    /// Takes the media button away.
    static void remove_media_button() {
        detail::check(table("set_media_button")->set_media_button(host(), nullptr),
                      "set_media_button");
    }

    /// The size that the root view is to have; 0 by 0: as constraints say.
    static void set_preferred_size(double width, double height) {
        detail::check(table("set_preferred_size")->set_preferred_size(host(), width, height),
                      "set_preferred_size");
    }

    /// The title of the header, where the manifest lets it.
    static void set_title(std::string_view title) {
        const bf_string lent = detail::lend(title);
        detail::check(table("set_title")->set_title(host(), lent), "set_title");
    }

    /// Has the user's keys go to a field, with a view of the extension's own above the keyboard.
    static void become_first_responder(view field, view accessory = {}) {
        const auto become = table("become_first_responder")->become_first_responder;
        detail::check(become(host(), field.handle(), accessory.handle()),
                      "become_first_responder");
    }

    /// Takes both back.
    static void resign_first_responder() {
        detail::check(table("resign_first_responder")->resign_first_responder(host()),
                      "resign_first_responder");
    }

  private:
    static const bf_presentation *table(const char *call) {
        return detail::need(detail::known.presentation, call);
    }
};

// --- The extension -------------------------------------------------------------------------------

/// What service and content extensions share. Override what you need: the host calls nothing else.
class extension {
  public:
    extension() = default;
    extension(const extension &) = delete;
    extension &operator=(const extension &) = delete;
    virtual ~extension() = default;

    /// The memory has passed 80 % of the budget: `used` of `limit` bytes. On the expiry thread.
    virtual void memory_pressure(std::uint64_t, std::uint64_t) {}

    /// The CPU time has passed 80 % of the budget. On the expiry thread. Needs a host of 1.1.
    virtual void cpu_pressure(std::chrono::nanoseconds, std::chrono::nanoseconds) {}

    /// Runs a main loop on the main thread, after the constructor.
    virtual void run() {}

    /// There is nothing more to do. No promise that it is called; the destructor never is.
    virtual void stop() {}
};

/// A service extension: it is shown a notification before the user is, and may change it.
///
/// The class named in BELFRY_EXTENSION is constructed on the main thread before the first request,
/// with the whole host there: it may open files and start threads. What its constructor throws is
/// the reason that the report gives for refusing the extension.
class service_extension : public extension {
  public:
    /// Shows a notification, on the work thread. Answer by `answer`, now or later, on any thread:
    /// returning is no answer.
    virtual void did_receive(request notification, completion answer) = 0;

    /// The wall budget ends after `grace`: answer now with the best there is. On the expiry thread,
    /// while did_receive may still run; completion_slot is made for the two.
    virtual void will_expire(request, std::chrono::nanoseconds) {}
};

/// A content extension: it draws a notification that the user has expanded.
///
/// All callbacks but the pressures come on the UI thread, one at a time. A callback that throws is
/// logged, and the session goes on with what is drawn.
class content_extension : public extension {
  public:
    /// The root view is there and as wide as it will be: make the views in it.
    virtual void load() {}

    /// Shows a notification; again when another of its categories comes.
    virtual void did_receive(notification shown) = 0;

    /// The user took one of the notification's actions. Without an override the app gets it.
    virtual void did_receive_response(response, response_completion answer) {
        std::move(answer)(response_option::dismiss_and_forward);
    }

    /// The user pressed the media button.
    virtual void media_play() {}
    virtual void media_pause() {}
};

namespace detail {

// Whether Type has a member of its own for one of Base's. What is private there, or overloaded,
// cannot be named from here, and so is not Base's.
#define BELFRY_OVERRIDES(name)                                                                     \
    template <class Base, class Type, class = void> struct overrides_##name : std::true_type {};   \
    template <class Base, class Type>                                                              \
    struct overrides_##name<Base, Type, std::void_t<decltype(&Type::name)>>                        \
        : std::bool_constant<!std::is_same_v<decltype(&Type::name), decltype(&Base::name)>> {}

BELFRY_OVERRIDES(memory_pressure);
BELFRY_OVERRIDES(cpu_pressure);
BELFRY_OVERRIDES(run);
BELFRY_OVERRIDES(stop);
BELFRY_OVERRIDES(will_expire);
BELFRY_OVERRIDES(did_receive_response);
BELFRY_OVERRIDES(media_play);
BELFRY_OVERRIDES(media_pause);
#undef BELFRY_OVERRIDES

// The tables of one extension, of the class that its author wrote.
template <class Type> class bridge {
    static constexpr bool is_service = std::is_base_of_v<service_extension, Type>;
    static_assert(is_service || std::is_base_of_v<content_extension, Type>,
                  "BELFRY_EXTENSION takes a class derived from belfry::service_extension or "
                  "belfry::content_extension");
    using base = std::conditional_t<is_service, service_extension, content_extension>;

    // Storage alone: the object is made in `start`, and never destroyed, as its process just ends.
    struct state {
        alignas(Type) unsigned char bytes[sizeof(Type)];
        base *object;
    };

    static base &object(void *self) noexcept { return *static_cast<state *>(self)->object; }

    static bf_status start(void *self, const bf_host *given) noexcept {
        known.find_all(given);
        state *place = static_cast<state *>(self);
#if BELFRY_HAS_EXCEPTIONS
        try {
            place->object = new (place->bytes) Type();
            return BF_OK;
        } catch (const std::exception &thrown) {
            given->explain(given, lend(thrown.what()));
        } catch (...) {
            given->explain(given, lend("its constructor threw something that is no "
                                       "std::exception"));
        }
        return BF_ERROR_FAILED;
#else
        place->object = new (place->bytes) Type();
        return BF_OK;
#endif
    }

    static void service_did_receive(void *self, bf_request asked, bf_completion function) noexcept {
        const running callback(callback_thread::work);
        guard("did_receive", [&] {
            object(self).did_receive(request(asked), completion(asked, function));
        });
    }

    static void will_expire(void *self, bf_request asked, std::uint64_t grace) noexcept {
        const running callback(callback_thread::expiry);
        guard("will_expire", [&] {
            object(self).will_expire(request(asked), std::chrono::nanoseconds(grace));
        });
    }

    static void load(void *self) noexcept {
        guard_drawing("load", [&] { object(self).load(); });
    }

    static void content_did_receive(void *self, bf_request shown) noexcept {
        guard_drawing("did_receive", [&] { object(self).did_receive(notification(shown)); });
    }

    static void respond(void *self, bf_response given, bf_response_completion function) noexcept {
        guard_drawing("did_receive_response", [&] {
            object(self).did_receive_response(response(given), response_completion(function));
        });
    }

    static void media_play(void *self) noexcept {
        guard_drawing("media_play", [&] { object(self).media_play(); });
    }

    static void media_pause(void *self) noexcept {
        guard_drawing("media_pause", [&] { object(self).media_pause(); });
    }

    static void memory_pressure(void *self, std::uint64_t used, std::uint64_t limit) noexcept {
        guard("memory_pressure", [&] { object(self).memory_pressure(used, limit); });
    }

    static void cpu_pressure(void *self, std::uint64_t used, std::uint64_t limit) noexcept {
        guard("cpu_pressure", [&] {
            object(self).cpu_pressure(std::chrono::nanoseconds(used),
                                      std::chrono::nanoseconds(limit));
        });
    }

    static void stop(void *self) noexcept {
        guard("stop", [&] { object(self).stop(); });
    }

    static void run(void *self) noexcept {
        guard("run", [&] { object(self).run(); });
    }

    template <class Table> static void fill_common(Table &table) noexcept {
        table.size = sizeof(Table);
        table.start = start;
        if (overrides_memory_pressure<extension, Type>()) table.pressure = memory_pressure;
        if (overrides_cpu_pressure<extension, Type>()) table.cpu_pressure = cpu_pressure;
        if (overrides_stop<extension, Type>()) table.stop = stop;
    }

    static const void *service_table() noexcept {
        static const bf_service table = [] {
            bf_service made = {};
            if constexpr (is_service) {
                fill_common(made);
                made.did_receive = service_did_receive;
                if (overrides_will_expire<service_extension, Type>())
                    made.will_expire = will_expire;
            }
            return made;
        }();
        return is_service ? &table : nullptr;
    }

    static const void *content_table() noexcept {
        static const bf_content_extension table = [] {
            bf_content_extension made = {};
            if constexpr (!is_service) {
                fill_common(made);
                made.load = load;
                made.did_receive = content_did_receive;
                if (overrides_did_receive_response<content_extension, Type>())
                    made.did_receive_response = respond;
                if (overrides_media_play<content_extension, Type>()) made.media_play = media_play;
                if (overrides_media_pause<content_extension, Type>())
                    made.media_pause = media_pause;
            }
            return made;
        }();
        return is_service ? nullptr : &table;
    }

    static const void *main_loop_table() noexcept {
        static const bf_main_loop table = {sizeof(bf_main_loop), 0, run};
        return overrides_run<extension, Type>() ? &table : nullptr;
    }

    static const void *find(void *, bf_string id) noexcept {
        const std::string_view name = view_of(id);
        if (name == BF_INTERFACE_SERVICE) return service_table();
        if (name == BF_INTERFACE_CONTENT) return content_table();
        if (name == BF_INTERFACE_MAIN_LOOP) return main_loop_table();
        return nullptr;
    }

  public:
    // What bf_extension_main returns; null for a host that the extension cannot work with.
    static const bf_extension *enter(std::uint32_t *version) noexcept {
        const std::uint32_t oldest = is_service ? BF_VERSION_1_0 : BF_VERSION_1_3;
        if (BF_VERSION_MAJOR(*version) != 1 || *version < oldest) return nullptr;
        if (*version > BF_VERSION_CURRENT) *version = BF_VERSION_CURRENT;
        static state place = {};
        static const bf_extension description = {BF_EXTENSION_MAGIC, sizeof(bf_extension), {}, {},
                                                 &place,             find};
        return &description;
    }
};

} // namespace detail
} // namespace belfry

/// Makes a class derived from belfry::service_extension or belfry::content_extension the extension.
///
/// Once in one source file, outside any namespace.
#define BELFRY_EXTENSION(...)                                                                      \
    extern "C" BF_EXPORT const bf_extension *bf_extension_main(std::uint32_t *version) {           \
        return ::belfry::detail::bridge<__VA_ARGS__>::enter(version);                              \
    }                                                                                              \
    static_assert(true, "")

#endif
#endif
