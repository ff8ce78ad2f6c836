/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* A content extension by belfry.hpp; what it does with a response is in the action's name. */
#include <belfry.hpp>

#include <stdexcept>
#include <thread>
#include <vector>

namespace {

struct throws_when_destroyed {
    ~throws_when_destroyed() noexcept(false) { throw std::runtime_error("the file is not closed"); }
};

} // namespace

class cpp_content final : public belfry::content_extension {
  public:
    cpp_content() {
#ifdef THROWS_IN_CONSTRUCTOR
        throw std::runtime_error("the key file is missing; put it into the bundle");
#endif
    }

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
        const auto does = belfry::json(shown.content().user_info()).find("does")->string();
        if (does == "burns") burn();
        if (does == "fills") fill();
        if (does == "throws") {
            bf_media_button button{};
            button.kind = BF_MEDIA_BUTTON_DEFAULT;
            belfry::presentation::set_media_button(button);
            throw std::runtime_error("no such notification");
        }
        if (shown.date() < std::chrono::system_clock::time_point()) label_.text("before 1970");
    }

    void did_receive_response(belfry::response given, belfry::response_completion answer) override {
        const std::string action(given.action());
        label_.text(given.text().value_or(action));
        if (action == "throws") throw std::runtime_error("no such action");
        if (action == "forgets") return;
        if (action == "throws in a destructor") {
            throws_when_destroyed file;
            return answer(belfry::response_option::do_not_dismiss);
        }
        if (action == "throws on a thread")
            std::thread([] { throw std::runtime_error("on a thread"); }).join();
        if (action == "late") {
            std::thread([late = std::move(answer)]() mutable {
                late(belfry::response_option::do_not_dismiss);
            }).detach();
            return;
        }
        answer(belfry::response_option::do_not_dismiss);
        answer(belfry::response_option::dismiss);
    }

    void media_play() override {
        belfry::presentation::media_playing(true);
        throw std::runtime_error("no film");
    }

    void media_pause() override {
        belfry::presentation::media_playing(false);
        throw std::runtime_error("no pause");
    }

    void stop() override { throw std::runtime_error("no goodbye"); }

    void memory_pressure(std::uint64_t used, std::uint64_t limit) override {
        if (used < limit) throw std::runtime_error("not so much");
    }

    void cpu_pressure(std::chrono::nanoseconds used, std::chrono::nanoseconds limit) override {
        if (used < limit) throw std::runtime_error("not so fast");
    }

  private:
    [[noreturn]] static void burn() {
        for (volatile unsigned long count = 0;;) count = count + 1;
    }

    // Seven eighths of 24 MB, held until the time is up.
    static void fill() {
        const std::vector<char> memory(21 << 20, 'x');
        while (memory.front() == 'x') std::this_thread::yield();
    }

    void tapped() { throw std::runtime_error("not today"); }
    void slid(double value) { label_.text(value > 29 && slider_.value() > 29 ? "hot" : "cold"); }
    void switched(bool is_on) { label_.text(is_on && toggle_.is_on() ? "on" : "off"); }
    void wrote(std::string_view text) { label_.text(text); }

    belfry::label label_, note_;
    belfry::slider slider_;
    belfry::toggle toggle_;
    belfry::text_field field_;
};

BELFRY_EXTENSION(cpp_content);
