#include <belfry.hpp>

class notification_content final : public belfry::content_extension {
    // The root view is there and as wide as it will be: put views into it.
    void load() override {
        const double width = belfry::view::root().frame().width;
        label_ = belfry::label::create()
                     .in(belfry::view::root())
                     .frame(16, 16, width - 32, 88)
                     .text_alignment(belfry::alignment::center)
                     .line_count(0);
        belfry::presentation::set_preferred_size(width, 120);
    }

    void did_receive(belfry::notification notification) override {
        label_.text(notification.content().body());
    }

    void did_receive_response(belfry::response response,
                              belfry::response_completion completion) override {
        if (response.action() != "like")
            return std::move(completion)(belfry::response_option::dismiss_and_forward);
        label_.text("You like this.");
        std::move(completion)(belfry::response_option::do_not_dismiss);
    }

    belfry::label label_;
};

BELFRY_EXTENSION(notification_content);
