/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* A content extension by belfry.hpp that allocates nothing of its own. */
#include <belfry.hpp>

class draws_without_allocating final : public belfry::content_extension {
  public:
    // Nobody calls it: the process of an extension just ends.
    ~draws_without_allocating() override { belfry::log(belfry::log_level::error, "it is gone"); }

  private:
    void load() override {
        belfry::view root = belfry::view::root();
        const double width = root.frame().width;
        label_ = belfry::label::create().text("A label that no string has room for in itself");
        label_.font_size(17).text_color(belfry::color(0xff)).constrained().in(root);
        label_.top().equal(root.top() + 8);
        belfry::stack column = belfry::stack::create(belfry::axis::vertical).spacing(4);
        column.in(root).frame(0, 0, width, 40).arrange(label_);
        slider_ = belfry::slider::create(5, 30).in(root).frame(0, 40, width, 20);
        slider_.on_change<&draws_without_allocating::slid>(*this);
        belfry::button::create("Press").in(root).on_tap<&draws_without_allocating::tapped>(*this);
        belfry::image_view picture = belfry::image_view::create().in(root);
        picture.image({belfry::picture::source::resource, "picture.png"});
        belfry::presentation::set_preferred_size(width, 140);
    }

    void did_receive(belfry::notification shown) override {
        const auto does = belfry::json(shown.content().user_info()).find("does");
        throws_at_end_ = does && does->text() == "\"throws at the end\"";
        throws_with_answer_ = does && does->text() == "\"throws with the answer\"";
        label_.text(shown.content().title());
        if (const auto file = shown.attachment(0)) label_.text(file->name);
        if (shown.attachment(1)) belfry::log("there is one file alone");
        if (shown.date() < std::chrono::system_clock::time_point()) label_.text("before 1970");
    }

    void did_receive_response(belfry::response given, belfry::response_completion answer) override {
        label_.text(given.text().value_or(given.action()));
        belfry::response_completion mine = std::move(answer);
        if (throws_with_answer_) throw 7;
        std::move(mine)(belfry::response_option::dismiss);
    }

    void stop() override {
        if (throws_at_end_) throw 7;
    }

    void slid(double value) { label_.text(value > slider_.value() ? "more" : "no more"); }
    void tapped() { label_.text(label_.text()); }

    belfry::label label_;
    belfry::slider slider_;
    bool throws_at_end_ = false, throws_with_answer_ = false;
};

BELFRY_EXTENSION(draws_without_allocating);
