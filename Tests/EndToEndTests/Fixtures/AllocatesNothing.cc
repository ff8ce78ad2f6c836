/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* A service extension that uses every part of belfry.hpp that does not return a std::string, and
 * allocates nothing of its own; "does" in the payload says what else it does. */
#include <belfry.hpp>

using belfry::json;

class allocates_nothing final : public belfry::service_extension {
    void did_receive(belfry::request asked, belfry::completion answer) override {
        reads(asked);
        belfry::content best = asked.copy();
        best.set_title("A title that no string has room for in itself").set_badge(std::nullopt);
        best.set_interruption_level(belfry::interruption_level::passive);
        best.set_sound(belfry::sound::named, "bell.caf").set_relevance_score(0.5);
        best.attach(
            {"picture.png", "picture", "public.png", true, belfry::rectangle{0, 0, 1, 1}, 2});
        best.detach_all();
        asked.checkpoint(best);
        belfry::center::pending<&allocates_nothing::counted>(*this);
        belfry::log("A line of the log that no string has room for in itself");
        const json info(asked.original().user_info());
        const auto is = [&](std::string_view what) { return info.find("does")->text() == what; };
        if (is("\"makes a string\"")) best.set_title(*info.find("text")->string());
        if (is("\"is refused\"")) best.set_body("past a limit");
        if (is("\"throws\"")) throw belfry::error(BF_ERROR_LIMIT, "set_text");
        if (is("\"drops\"")) return std::move(answer).drop("duplicate");
        if (is("\"forgets\"")) return;
        drops_late_ = is("\"drops late\"");
        if (drops_late_ || is("\"answers late\"")) return slot_.put(std::move(answer));
        throws_at_end_ = is("\"throws at the end\"");
        belfry::content other = asked.copy(best);
        other = std::move(best);
        slot_.put(std::move(answer));
        belfry::completion moved = std::move(*slot_.take());
        std::move(moved)(std::move(other));
    }

    void will_expire(belfry::request asked, std::chrono::nanoseconds) override {
        belfry::content best = asked.copy();
        best.set_subtitle("A subtitle that no string has room for in itself");
        auto late = slot_.take();
        if (!late) return;
        if (drops_late_) return std::move(*late).drop("late");
        std::move (*late)(std::move(best));
        std::move(*late).original();
    }

    void memory_pressure(std::uint64_t used, std::uint64_t limit) override {
        if (used < limit) belfry::log(belfry::log_level::warning, "not so much");
    }

    void run() override {
        if (throws_at_end_) throw belfry::error(BF_ERROR_FAILED, "main loop");
    }

    void stop() override {
        if (throws_at_end_) throw 7;
    }

    void reads(belfry::request asked) {
        const belfry::content_view original = asked.original();
        std::size_t count = asked.identifier().size() + original.title().size();
        if (asked.deadline() > std::chrono::steady_clock::time_point()) ++count;
        count += std::size_t(original.badge().value_or(0) + original.sound_volume().value_or(0));
        const json info(original.user_info());
        if (const auto list = info.find("deep", "list"))
            list->each([&](json each) { count += std::size_t(each.integer().value_or(0)); });
        if (info.find("no such key") || info.find("yes")->boolean() != true) ++count;
        belfry::storage::each([&](const belfry::folder &each) { count += each.path.size(); });
        if (const auto group = belfry::storage::group("group.example")) ++count;
        if (count < belfry::bundle::identifier().size()) belfry::log("there is nothing to read");
    }

    void counted(bf_status, std::string_view document) {
        json(document).each([](json each) { belfry::log(each.text()); });
    }

    belfry::completion_slot slot_;
    bool throws_at_end_ = false;
    bool drops_late_ = false;
};

BELFRY_EXTENSION(allocates_nothing);
