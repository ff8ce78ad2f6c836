/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* A service extension by belfry.hpp; what it does with a notification is in the payload's "does". */
#include <belfry.hpp>

#include <functional>
#include <map>
#include <stdexcept>
#include <thread>
#include <type_traits>
#include <vector>

using belfry::completion;
using belfry::request;

static_assert(!std::is_copy_constructible_v<completion> && !std::is_copy_assignable_v<completion>,
              "an answer can be given twice");
static_assert(std::is_nothrow_move_constructible_v<completion>);

// Whoever answers gives the completion away; what keeps it by its name cannot answer.
template <class Completion, class = void> struct delivers_original : std::false_type {};
template <class Completion>
struct delivers_original<Completion, std::void_t<decltype(std::declval<Completion>().original())>>
    : std::true_type {};

template <class Completion, class = void> struct drops : std::false_type {};
template <class Completion>
struct drops<Completion, std::void_t<decltype(std::declval<Completion>().drop("reason"))>>
    : std::true_type {};

static_assert(std::is_nothrow_invocable_v<completion, belfry::content> &&
              !std::is_invocable_v<completion &, belfry::content>);
static_assert(delivers_original<completion>() && !delivers_original<completion &>());
static_assert(drops<completion>() && !drops<completion &>());
static_assert(!std::is_invocable_v<completion, const belfry::content &>,
              "a content can be delivered that somebody keeps");

namespace {

struct throws_when_destroyed {
    ~throws_when_destroyed() noexcept(false) { throw std::runtime_error("the file is not closed"); }
};

struct throws_and_may_not {
    ~throws_and_may_not() {
        // Behind a call, since a compiler warns of what it can see.
        const std::function<void()> close = [] { throw std::runtime_error("not closed"); };
        close();
    }
};

belfry::content titled(request asked, std::string_view title) {
    return asked.copy().set_title(title);
}

} // namespace

class cpp_service final : public belfry::service_extension {
  public:
    cpp_service() {
#ifdef THROWS_IN_CONSTRUCTOR
        throw std::runtime_error("the key file is missing; put it into the bundle");
#endif
    }

    void did_receive(request asked, completion answer) override {
        does_ = belfry::json(asked.original().user_info()).find("does")->string().value();
        static const std::map<std::string_view, void (cpp_service::*)(request, completion)> all = {
            {"completes", &cpp_service::completes},
            {"throws", &cpp_service::throws},
            {"throws a number", &cpp_service::throws_a_number},
            {"throws after moving", &cpp_service::throws_after_moving},
            {"throws in a destructor", &cpp_service::throws_in_destructor},
            {"terminates in a destructor", &cpp_service::terminates_in_destructor},
            {"throws on a thread", &cpp_service::throws_on_thread},
            {"answers on a thread", &cpp_service::answers_on_thread},
            {"forgets", &cpp_service::forgets},
            {"loses it in what it catches", &cpp_service::loses_in_catch},
            {"answers twice", &cpp_service::answers_twice},
            {"answers after a move", &cpp_service::answers_after_move},
            {"moves twice", &cpp_service::moves_twice},
            {"replaces its completion", &cpp_service::replaces_completion},
            {"uses what is gone", &cpp_service::uses_what_is_gone},
            {"is refused", &cpp_service::is_refused},
            {"waits for the end", &cpp_service::waits},
            {"throws at the end", &cpp_service::waits},
            {"throws with the answer at the end", &cpp_service::waits},
            {"asks the centre", &cpp_service::asks_center},
            {"throws in a reply", &cpp_service::asks_center},
            {"throws with the answer in a reply", &cpp_service::asks_center},
            {"throws at a pressure", &cpp_service::burns},
            {"throws at a pressure of memory", &cpp_service::fills},
            {"crashes after a checkpoint", &cpp_service::crashes_after_checkpoint},
            {"drops", &cpp_service::drops},
            {"reads", &cpp_service::reads},
        };
        (this->*all.at(does_))(asked, std::move(answer));
    }

    void will_expire(request asked, std::chrono::nanoseconds grace) override {
        if (does_ == "throws at the end") throw std::runtime_error("no best attempt");
        if (auto answer = slot_.take()) {
            if (does_ == "throws with the answer at the end")
                throw std::runtime_error("no best attempt");
            std::move (*answer)(titled(asked, grace.count() > 0 ? "best attempt" : "no grace"));
        }
    }

    void memory_pressure(std::uint64_t used, std::uint64_t limit) override {
        if (used < limit) throw std::runtime_error("not so much");
    }

    void cpu_pressure(std::chrono::nanoseconds used, std::chrono::nanoseconds limit) override {
        if (used < limit) throw std::runtime_error("not so fast");
    }

  private:
    void completes(request asked, completion answer) {
        std::move(answer)(titled(asked, "changed"));
    }

    void throws(request, completion) { throw std::runtime_error("no key"); }

    void throws_a_number(request, completion) { throw 7; }

    void throws_after_moving(request, completion answer) {
        const completion mine = std::move(answer);
        throw std::runtime_error("no key");
    }

    void throws_in_destructor(request asked, completion answer) {
        belfry::content copy = titled(asked, "changed");
        throws_when_destroyed file;
        std::move(answer)(std::move(copy));
    }

    void terminates_in_destructor(request, completion) { throws_and_may_not file; }

    void throws_on_thread(request, completion answer) {
        std::thread([mine = std::move(answer)] { throw std::runtime_error("on a thread"); }).join();
    }

    void answers_on_thread(request asked, completion answer) {
        std::thread([asked, mine = std::move(answer)]() mutable {
            std::move(mine)(titled(asked, "changed"));
        }).detach();
    }

    void forgets(request, completion) {}

    void loses_in_catch(request, completion answer) {
        try {
            const completion mine = std::move(answer);
            throw std::runtime_error("no key");
        } catch (const std::exception &) {
            // It goes on as if it still had to answer.
        }
    }

    void answers_twice(request asked, completion answer) {
        std::move(answer)(titled(asked, "changed"));
        std::move(answer)(titled(asked, "changed again"));
        std::move(answer).original();
    }

    void answers_after_move(request asked, completion answer) {
        completion mine = std::move(answer);
        if (!answer) std::move(answer)(titled(asked, "from nowhere"));
        std::move(mine)(titled(asked, "changed"));
    }

    void moves_twice(request asked, completion answer) {
        completion first = std::move(answer);
        completion second = std::move(answer);
        std::move(second)(titled(asked, "from nowhere"));
        completion third = std::move(first);
        std::move(first).original();
        std::move(third)(titled(asked, "changed"));
    }

    void replaces_completion(request asked, completion answer) {
        completion other = completion(asked.handle(), nullptr);
        other = std::move(answer);
        belfry::content content = titled(asked, "first");
        content = titled(asked, "changed");
        std::move(other)(std::move(content));
    }

    void uses_what_is_gone(request asked, completion answer) {
        belfry::content kept = titled(asked, "kept");
        std::move(answer)(titled(asked, "changed"));
        std::thread([asked, copy = std::move(kept)]() mutable {
            if (asked.checkpoint(copy)) copy.set_title("a checkpoint after the answer");
        }).join();
    }

    void is_refused(request asked, completion answer) {
        belfry::content copy = asked.copy();
        copy.set_title("changed").set_body(std::string(70000, 'x'));
        std::move(answer)(std::move(copy));
    }

    void waits(request asked, completion answer) {
        slot_.put(std::move(answer));
        while (!asked.is_decided()) std::this_thread::yield();
        if (auto late = slot_.take()) std::move(*late).original();
    }

    void asks_center(request, completion answer) {
        slot_.put(std::move(answer));
        belfry::center::pending<&cpp_service::counted>(*this);
    }

    void counted(bf_status status, std::string_view document) {
        if (does_ == "throws in a reply") throw std::runtime_error("no such answer");
        if (auto answer = slot_.take()) {
            if (does_ == "throws with the answer in a reply")
                throw std::runtime_error("no such answer");
            std::move (*answer)(titled(answer->request(), status == BF_OK ? document : "an error"));
        }
    }

    void burns(request asked, completion answer) {
        volatile unsigned long count = 0;
        while (!asked.is_decided()) count = count + 1;
        std::move(answer).original();
    }

    // Seven eighths of 24 MB, held until the time is up.
    void fills(request asked, completion answer) {
        const std::vector<char> memory(21 << 20, 'x');
        slot_.put(std::move(answer));
        while (!asked.is_decided()) std::this_thread::yield();
        if (auto late = slot_.take(); late && memory.front() == 'x') std::move(*late).original();
    }

    void crashes_after_checkpoint(request asked, completion) {
        belfry::content best = titled(asked, "best so far");
        asked.checkpoint(best);
        best.set_title("never seen");
        std::abort();
    }

    void drops(request, completion answer) { std::move(answer).drop("duplicate"); }

    void reads(request asked, completion answer) {
        const auto info = belfry::json(asked.original().user_info());
        std::string title = info.find("deep", "a \"b\" \xC3\xBC")->string().value();
        info.find("list")->each([&](belfry::json each) {
            title += each.integer() ? "|" + std::to_string(*each.integer()) : "|-";
        });
        title += info.find("aps", "alert", "no") ? "|there" : "|none";
        title += info.find("yes")->boolean().value() ? "|yes" : "|no";
        title += "|" + std::string(belfry::bundle::identifier());
        belfry::content copy = titled(asked, title);
        copy.set_badge(copy.badge().value_or(41) + 1);
        copy.set_interruption_level(belfry::interruption_level::passive);
        copy.set_sound(belfry::sound::named, "bell.caf").set_relevance_score(0.5);
        copy.set(BF_KEY_SUMMARY_ARGUMENT_COUNT, 2).set(BF_KEY_RELEVANCE_SCORE, 1);
        copy.set_relevance_score(std::nullopt);
        std::move(answer)(std::move(copy));
    }

    std::string does_;
    belfry::completion_slot slot_;
};

BELFRY_EXTENSION(cpp_service);
