// Giving up and taking Python's lock in threads that Python may end. No board in here.
#pragma once

#include <nanobind/nanobind.h>

#include <chrono>
#include <thread>

namespace boyi {

// Python ends daemon threads at its exit by unwinding them where they take the lock. Unwinding through destructors or
// past `catch (...)` aborts the process, and worker threads may still use this thread's stack: such a thread waits
// here until the process is gone, as Python 3.14 itself lets it do.
[[noreturn]] inline void wait_for_the_end() {
    for (;;) std::this_thread::sleep_for(std::chrono::hours(1));
}

// Once the interpreter is gone there is no lock to take; the process may take a while longer to end.
inline void wait_if_python_has_ended() {
    if (!Py_IsInitialized()) wait_for_the_end();
}

// Takes the lock for a scope; for threads that have released it.
class HoldGil {
public:
    HoldGil() {
        wait_if_python_has_ended();
        try {
            state_ = PyGILState_Ensure();
        } catch (...) {
            wait_for_the_end();
        }
    }
    ~HoldGil() { PyGILState_Release(state_); }
    HoldGil(const HoldGil&) = delete;
    HoldGil& operator=(const HoldGil&) = delete;

private:
    PyGILState_STATE state_{};
};

// Gives the lock up for a scope.
class ReleaseGil {
public:
    ReleaseGil() : state_(PyEval_SaveThread()) {}
    ~ReleaseGil() {
        wait_if_python_has_ended();
        try {
            PyEval_RestoreThread(state_);
        } catch (...) {
            wait_for_the_end();
        }
    }
    ReleaseGil(const ReleaseGil&) = delete;
    ReleaseGil& operator=(const ReleaseGil&) = delete;

private:
    PyThreadState* state_;
};

}  // namespace boyi
