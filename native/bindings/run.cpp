// Runs a native search for Python: worker threads without the GIL, progress and Ctrl-C from the calling thread.
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <exception>
#include <mutex>
#include <new>
#include <thread>
#include <vector>

#include "bindings/bindings.hpp"

namespace boyi {

namespace {

constexpr double beat = 0.1;  // seconds between two calls of `progress`

nb::tuple to_python(const Report& report, double processor = 0) {
    nb::list lines;
    for (const Line& line : report.lines) {
        nb::list pv;
        for (const Move move : line.pv) pv.append(static_cast<int>(move));
        lines.append(nb::make_tuple(static_cast<int>(line.move), line.visits, line.rate, line.score, pv,
                                    static_cast<int>(line.kind), line.depth, static_cast<int>(line.bound),
                                    static_cast<int>(line.proven), line.plies));
    }
    return nb::make_tuple(lines, report.nodes, report.depth, static_cast<int>(report.proven), report.confidence,
                          processor);
}

void check_limits(const Limits& limits) {
    if (!(limits.seconds >= 0)) throw std::invalid_argument("seconds must not be negative");
    if (limits.threads < 1 || limits.threads > 256) throw std::invalid_argument("threads must be 1 to 256");
    if (limits.depth < 1) throw std::invalid_argument("depth must be at least 1");
}

}  // namespace

bool can_throw() {
    // Freed at once, so that there is room for what follows.
    void* const room = std::malloc(std::size_t{64} << 10);
    if (!room) return false;
    *static_cast<volatile char*>(room) = 0;
    std::free(room);
    static_cast<void>(std::current_exception());  // which asks for what an exception needs
    return true;
}

SolverWatch::SolverWatch(double seconds, const Cancel* cancel, nb::handle progress)
    : end_(steady_seconds() + (seconds < 1e8 ? seconds : 1e8)),
      cancel_(cancel),
      progress_(progress),
      next_(steady_seconds() + beat) {}

void SolverWatch::ask_python(double now, std::uint64_t nodes) {
    next_ = now + beat;
    const HoldGil gil;
    try {
        if (PyErr_CheckSignals() != 0) throw nb::python_error();
        if (!progress_.is_none()) enough_ = nb::cast<bool>(progress_(nodes));
    } catch (const std::exception&) {
        throw;
    } catch (...) {  // Python ended this thread inside `progress`
        wait_for_the_end();
    }
}

nb::tuple run_search(Search& search, const Limits& limits, nb::object progress) {
    check_limits(limits);
    can_throw();
    std::exception_ptr python_error, native_error;
    bool enough = false;  // progress said so, and is not asked again while the workers end
    bool started = true, no_memory = false;
    double processor = 0;  // seconds that the threads have used, all together
    {
        const ReleaseGil release;
        std::mutex mutex;
        std::condition_variable finished, opened, arrived;
        enum class Gate { closed, open, cancelled } gate = Gate::closed;
        std::vector<std::thread> workers;
        workers.reserve(limits.threads);
        std::size_t waiting = 0;
        int running = 0;
        const auto begin = [&](int thread) {
            {
                std::unique_lock lock(mutex);
                // While the others wait, so that nobody takes the memory meanwhile.
                if (!can_throw()) no_memory = true;
                ++waiting;
                arrived.notify_one();
                opened.wait(lock, [&] { return gate != Gate::closed; });
                if (gate == Gate::cancelled) return;
            }
            try {
                search.work(thread);
            } catch (...) {
                search.stopper.stop();
                std::lock_guard lock(mutex);
                native_error = std::current_exception();
            }
            std::lock_guard lock(mutex);
            processor += thread_seconds();
            if (--running == 0) finished.notify_one();
        };
        // The threads wait until it is known how many could be started: the search must know their number.
        try {
            for (int thread = 0; thread < limits.threads; ++thread) workers.emplace_back(begin, thread);
        } catch (const std::exception&) {
            started = !workers.empty();  // the system grants fewer: so many it is
        }
        try {
            Limits granted = limits;
            granted.threads = static_cast<int>(workers.size());
            if (started) search.prepare(granted);
        } catch (...) {
            native_error = std::current_exception();
        }
        search.stopper.start(limits.seconds, limits.processor);
        {
            std::unique_lock lock(mutex);
            arrived.wait(lock, [&] { return waiting == workers.size(); });
            gate = started && !native_error && !no_memory ? Gate::open : Gate::cancelled;
            running = gate == Gate::open ? static_cast<int>(workers.size()) : 0;
        }
        opened.notify_all();
        double next = steady_seconds() + beat;
        std::unique_lock lock(mutex);
        // The threads look at the time of a processor themselves: this one does not know it.
        const double never = next + 1e9;
        while (running > 0) {
            const double end = limits.processor ? never : search.stopper.end();
            const double until = !search.stopper.expired() && end < next ? end : next;
            finished.wait_for(lock, std::chrono::duration<double>(until - steady_seconds()));
            if (running == 0) break;
            const double now = steady_seconds();
            if (now >= end) search.stopper.stop();
            if (now < next) continue;
            next = now + beat;
            lock.unlock();
            {
                const HoldGil gil;
                try {
                    if (PyErr_CheckSignals() != 0) throw nb::python_error();
                    if (!progress.is_none() && !python_error && !enough)
                        enough = nb::cast<bool>(progress(to_python(search.report())));
                    if (enough) search.stopper.stop();
                } catch (const std::exception&) {
                    python_error = std::current_exception();
                    search.stopper.stop();
                } catch (...) {  // Python ended this thread inside `progress`
                    wait_for_the_end();
                }
            }
            lock.lock();
        }
        lock.unlock();
        for (std::thread& worker : workers) worker.join();
    }
    if (python_error) std::rethrow_exception(python_error);
    if (native_error) std::rethrow_exception(native_error);
    if (!started) throw NoThread();
    if (no_memory) throw std::bad_alloc();
    return to_python(search.report(), processor);
}

}  // namespace boyi
