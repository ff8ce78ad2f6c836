#include <belfry.hpp>

class notification_service final : public belfry::service_extension {
    void did_receive(belfry::request request, belfry::completion completion) override {
        belfry::content best = request.copy();
        // Change the notification here.
        best.set_subtitle("modified");
        std::move(completion)(std::move(best));
    }
};

BELFRY_EXTENSION(notification_service);
