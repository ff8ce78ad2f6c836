// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

// A content extension in C++: a question with two answers, and bars that show how many chose each.
// README.md says how to run it.
#include <belfry.hpp>

#include <array>
#include <string>

// One answer: a button to choose it, a bar and a count.
struct choice {
    std::string name;
    std::int64_t votes = 0;
    belfry::button button;
    belfry::progress_view bar;
    belfry::label count;
};

class ballot final : public belfry::content_extension {
    // Called once: the root view is there and as wide as it will be.
    void load() override {
        belfry::view root = belfry::view::root();
        const double width = root.frame().width, inner = width - 32;
        question_ = belfry::label::create().in(root).frame(16, 12, inner, 24).font_weight(600);
        double y = 48;
        for (choice &each : choices_) {
            each.button = belfry::button::create().in(root).frame(16, y, 96, 32);
            each.button.style(belfry::button_style::tinted);
            each.bar = belfry::progress_view::create().in(root).frame(124, y + 14, inner - 164, 4);
            each.count = belfry::label::create().in(root).frame(width - 48, y + 6, 32, 20);
            each.count.text_alignment(belfry::alignment::right);
            y += 44;
        }
        choices_[0].button.on_tap<&ballot::chose_first>(*this);
        choices_[1].button.on_tap<&ballot::chose_second>(*this);
        belfry::presentation::set_preferred_size(width, y + 8);
    }

    // Shows a question: the payload has the answers, and how many have chosen each so far.
    void did_receive(belfry::notification notification) override {
        const belfry::content_view content = notification.content();
        question_.text(content.body());
        std::size_t index = 0;
        if (const auto answers = belfry::json(content.user_info()).find("answers"))
            answers->each([&](belfry::json answer) {
                if (index < choices_.size()) read(answer, choices_[index++]);
            });
        show();
    }

    // "undecided" is answered here, and the notification stays; anything else is for the app.
    void did_receive_response(belfry::response response,
                              belfry::response_completion completion) override {
        if (response.action() != "undecided")
            return std::move(completion)(belfry::response_option::dismiss_and_forward);
        question_.text("Take your time.");
        std::move(completion)(belfry::response_option::do_not_dismiss);
    }

    static void read(const belfry::json &answer, choice &into) {
        const auto name = answer.find("name"), votes = answer.find("votes");
        into.name = name ? name->string().value_or("?") : "?";
        into.votes = votes ? votes->integer().value_or(0) : 0;
    }

    void chose_first() { vote(choices_[0]); }
    void chose_second() { vote(choices_[1]); }

    void vote(choice &chosen) {
        ++chosen.votes;
        for (choice &each : choices_) each.button.enabled(false);
        show();
    }

    void show() {
        const std::int64_t all = choices_[0].votes + choices_[1].votes;
        for (choice &each : choices_) {
            each.button.text(each.name);
            each.bar.value(all > 0 ? double(each.votes) / double(all) : 0);
            each.bar.accessibility_label("Votes for " + each.name);
            each.count.text(std::to_string(each.votes));
        }
    }

    belfry::label question_;
    std::array<choice, 2> choices_;
};

BELFRY_EXTENSION(ballot);
