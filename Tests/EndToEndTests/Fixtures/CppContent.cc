/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* A content extension by belfry.hpp. What goes wrong in it is in the payload's "act"; before there
 * is a payload, in the end of the bundle's identifier. */
#include <belfry.hpp>

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <optional>
#include <stdexcept>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

using belfry::response_completion;
using belfry::response_option;

static_assert(!std::is_copy_constructible_v<response_completion> &&
              std::is_nothrow_invocable_v<response_completion, response_option> &&
              !std::is_invocable_v<response_completion &, response_option>);

namespace {

struct throws_when_destroyed {
    ~throws_when_destroyed() noexcept(false) { throw std::runtime_error("the file is not closed"); }
};

bool is_named(std::string_view word) {
    const std::string_view name = belfry::bundle::identifier();
    return name.size() >= word.size() && name.substr(name.size() - word.size()) == word;
}

} // namespace

class cpp_content final : public belfry::content_extension {
  public:
    cpp_content() {
        const std::runtime_error missing("the key file is missing; put it into the bundle");
        if (is_named("FailsInStart")) throw missing;
        if (is_named("FailsInDestructor")) {
            throws_when_destroyed file;
        }
        if (is_named("FailsTwice")) {
            throws_when_destroyed file;
            throw missing;
        }
    }

    // Nobody calls it: the process of an extension just ends.
    ~cpp_content() override { std::abort(); }

    void load() override {
        belfry::view root = belfry::view::root();
        const double width = root.frame().width;
        label_ = belfry::label::create().text("nothing yet").in(root).frame(0, 0, width, 20);
        belfry::button button = belfry::button::create("Press").in(root).frame(0, 20, width, 20);
        button.on_tap<&cpp_content::tapped>(*this);
        slider_ = belfry::slider::create(5, 30).in(root).frame(0, 40, width, 20);
        slider_.on_change<&cpp_content::slid>(*this);
        toggle_ = belfry::toggle::create().in(root).frame(0, 60, width, 20);
        toggle_.on_change<&cpp_content::switched>(*this);
        field_ = belfry::text_field::create().in(root).frame(0, 80, width, 20);
        field_.on_edit<&cpp_content::wrote>(*this);
        note_ = belfry::label::create().constrained().in(root);
        note_.with(BF_VIEW_TEXT, "note").with(BF_VIEW_LINE_COUNT, 2).with(BF_VIEW_ALPHA, 1);
        note_.top().equal(root.top() + 100);
        note_.leading().equal(root.leading() + 8);
        note_.width().equal(root.width() - 16);
        belfry::presentation::set_preferred_size(width, 140);
        throw std::runtime_error("after the views");
    }

    void did_receive(belfry::notification shown) override {
        label_.text(shown.content().title());
        const auto file = shown.attachment(0);
        note_.text(file ? file->name : "no file");
        if (shown.date() < std::chrono::system_clock::time_point()) label_.text("before 1970");
        const auto act = belfry::json(shown.content().user_info()).find("act");
        if (act) act_ = act->string().value_or("");
        if (act_ == "fails in receive") throw std::runtime_error("no such notification");
        if (act_ == "fails on a thread")
            std::thread([] { throw std::runtime_error("on a thread"); }).join();
        if (act_ == "fails at pressures") come_under_pressure();
        if (act_ == "fails in media") {
            bf_media_button button{};
            button.kind = BF_MEDIA_BUTTON_DEFAULT;
            belfry::presentation::set_media_button(button);
        }
        if (act_ == "fails in a reply")
            for (int question = 0; question < 2; ++question)
                belfry::center::pending<&cpp_content::counted>(*this);
        if (act_ == "uses a view that is gone") {
            belfry::label gone = note_;
            note_.release();
            gone.text("gone");
        }
    }

    void did_receive_response(belfry::response given, response_completion answer) override {
        label_.text(given.text().value_or(given.action()));
        if (act_ == "forgets") return;
        if (act_ == "fails with the answer") throw std::runtime_error("no such action");
        if (act_ == "loses it in what it catches") return loses_in_catch(std::move(answer));
        if (act_ == "loses it on a thread") {
            std::thread([mine = std::move(answer)] {}).join();
            return;
        }
        if (act_ == "keeps the last one") {
            kept_ = std::move(answer);
            return;
        }
        if (act_ == "fails in a destructor") {
            throws_when_destroyed file;
            return std::move(answer)(response_option::do_not_dismiss);
        }
        if (act_ == "fails twice") {
            throws_when_destroyed file;
            throw std::runtime_error("no such action");
        }
        if (act_ == "answers on a thread") {
            std::thread([mine = std::move(answer)]() mutable {
                std::move(mine)(response_option::do_not_dismiss);
            }).detach();
            return;
        }
        if (act_ == "reads what is gone") given_ = given;
        response_completion first = std::move(answer);
        response_completion second = std::move(answer);
        std::move(second)(response_option::dismiss_and_forward);
        std::move(first)(response_option::do_not_dismiss);
        std::move(first)(response_option::dismiss);
        if (act_ == "fails after the answer") throw std::runtime_error("no such action");
    }

    void media_play() override {
        belfry::presentation::media_playing(true);
        throw std::runtime_error("no film");
    }

    void media_pause() override {
        belfry::presentation::media_playing(false);
        throw std::runtime_error("no pause");
    }

    void stop() override {
        // The notification is closed.
        if (kept_) std::move (*kept_)(response_option::dismiss_and_forward);
        throw std::runtime_error("no goodbye");
    }

    void memory_pressure(std::uint64_t used, std::uint64_t limit) override {
        if (used < limit) throw std::runtime_error("not so much");
    }

    void cpu_pressure(std::chrono::nanoseconds used, std::chrono::nanoseconds limit) override {
        is_pressed_ = true;
        if (used < limit) throw std::runtime_error("not so fast");
    }

  private:
    // Takes seven eighths of 24 MB, and CPU time until it is told of that: half of the time is for the
    // thread that tells it.
    void come_under_pressure() {
        using clock = std::chrono::steady_clock;
        const std::chrono::milliseconds turn(1);
        const std::vector<char> memory(21 << 20, 'x');
        while (!is_pressed_ && memory.front() == 'x') {
            for (const auto end = clock::now() + turn; clock::now() < end;) {
            }
            std::this_thread::sleep_for(turn);
        }
    }

    static void loses_in_catch(response_completion answer) {
        try {
            const response_completion mine = std::move(answer);
            throw std::runtime_error("no such action");
        } catch (const std::exception &) {
            belfry::log("it goes on");
        }
    }

    // The second answer is shown when all that the first did is in the log.
    void counted(bf_status, std::string_view) {
        if (!std::exchange(has_failed_, true)) throw std::runtime_error("no such answer");
        label_.text("counted");
    }

    void touched() const {
        if (act_ == "fails in handlers") throw std::runtime_error("no such value");
    }

    void tapped() {
        if (given_) label_.text(given_->action());
        throw std::runtime_error("not today");
    }

    void slid(double value) {
        touched();
        label_.text(value > 29 && slider_.value() > 29 ? "hot" : "cold");
    }

    void switched(bool is_on) {
        touched();
        label_.text(is_on && toggle_.is_on() ? "on" : "off");
    }

    void wrote(std::string_view text) {
        touched();
        label_.text(text);
    }

    belfry::label label_, note_;
    belfry::slider slider_;
    belfry::toggle toggle_;
    belfry::text_field field_;
    std::string act_;
    std::optional<response_completion> kept_;
    std::optional<belfry::response> given_;
    std::atomic<bool> is_pressed_{false};
    // The centre's thread has it.
    bool has_failed_ = false;
};

BELFRY_EXTENSION(cpp_content);
