// The clocks of searches. <chrono> stays out of the headers: it would cost every source a quarter of a second.
#pragma once

namespace boyi {

// Seconds on a clock that only goes forward; only differences mean something.
double steady_seconds();

// Seconds of a processor that the calling thread has used; where the system does not tell them, steady_seconds().
double thread_seconds();

}  // namespace boyi
