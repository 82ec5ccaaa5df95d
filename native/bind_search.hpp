// Runs a native search for Python: worker threads without the GIL, progress and Ctrl-C from the calling thread.
#pragma once

#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>

#include "bind.hpp"
#include "search.hpp"

namespace boyi {

// (lines, nodes, depth, proven) with lines as (move, visits, rate, score, pv)
inline nb::tuple to_python(const Report& report) {
    nb::list lines;
    for (const Line& line : report.lines) {
        nb::list pv;
        for (const Move move : line.pv) pv.append(static_cast<int>(move));
        lines.append(nb::make_tuple(static_cast<int>(line.move), line.visits, line.rate, line.score, pv));
    }
    return nb::make_tuple(lines, report.nodes, report.depth, static_cast<int>(report.proven));
}

inline void check_limits(const Limits& limits) {
    if (!(limits.seconds >= 0)) throw std::invalid_argument("seconds must not be negative");
    if (limits.threads < 1 || limits.threads > 256) throw std::invalid_argument("threads must be 1 to 256");
    if (limits.depth < 1) throw std::invalid_argument("depth must be at least 1");
}

// Blocks until the search is done. `progress(report)` is called about ten times a second with the GIL held; a true
// answer, an exception in it or Ctrl-C stops the search.
template <Search S>
nb::tuple run_search(S& search, const Limits& limits, nb::object progress) {
    check_limits(limits);
    std::exception_ptr python_error, native_error;
    bool enough = false;  // progress said so, and is not asked again while the workers end
    {
        nb::gil_scoped_release release;
        search.prepare(limits);
        search.stopper.start(limits.seconds);
        std::mutex mutex;
        std::condition_variable finished;
        int running = limits.threads;
        std::vector<std::thread> workers;
        for (int thread = 0; thread < limits.threads; ++thread) {
            workers.emplace_back([&, thread] {
                try {
                    search.work(thread);
                } catch (...) {
                    search.stopper.stop();
                    std::lock_guard lock(mutex);
                    native_error = std::current_exception();
                }
                std::lock_guard lock(mutex);
                if (--running == 0) finished.notify_one();
            });
        }
        auto next = SteadyClock::now() + std::chrono::milliseconds(100);
        std::unique_lock lock(mutex);
        while (running > 0) {
            const auto end = search.stopper.end();
            finished.wait_until(lock, !search.stopper.expired() && end < next ? end : next);
            if (running == 0) break;
            const auto now = SteadyClock::now();
            if (now >= end) search.stopper.stop();
            if (now < next) continue;
            next = now + std::chrono::milliseconds(100);
            lock.unlock();
            {
                nb::gil_scoped_acquire gil;
                try {
                    if (PyErr_CheckSignals() != 0) throw nb::python_error();
                    if (!progress.is_none() && !python_error && !enough)
                        enough = nb::cast<bool>(progress(to_python(search.report())));
                    if (enough) search.stopper.stop();
                } catch (...) {
                    python_error = std::current_exception();
                    search.stopper.stop();
                }
            }
            lock.lock();
        }
        lock.unlock();
        for (std::thread& worker : workers) worker.join();
    }
    if (python_error) std::rethrow_exception(python_error);
    if (native_error) std::rethrow_exception(native_error);
    return to_python(search.report());
}

}  // namespace boyi
