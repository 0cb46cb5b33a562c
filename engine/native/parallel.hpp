// Runs numbered jobs on worker threads while the calling thread looks after the outside world.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

#include "core.hpp"
#include "limits.hpp"

namespace crownhead {

// `poll(done)` is called by the waiting thread every few milliseconds with the number of jobs
// done; returning true ends the run. Calls worker(i) on `workers` threads for a function object made per thread by make_worker().
// Jobs are handed out in order; what they compute must not depend on which thread does it.
// Returns false when it was stopped; rethrows the first exception of a worker.
template <class MakeWorker>
bool run_jobs(int jobs, int workers, Interrupt& interrupt, const Poll& poll,
              const MakeWorker& make_worker) {
    std::atomic<int> next{0};
    std::atomic<int> done{0};
    int running = std::max(1, std::min(workers, jobs));
    std::mutex mutex;
    std::condition_variable finished;
    std::exception_ptr error;
    const auto body = [&] {
        try {
            auto work = make_worker();
            for (int i = next++; i < jobs && !interrupt.stop; i = next++) {
                work(i);
                ++done;
            }
        } catch (...) {
            const std::lock_guard lock(mutex);
            if (!error) error = std::current_exception();
            interrupt.stop = true;
        }
        const std::lock_guard lock(mutex);
        --running;
        finished.notify_one();
    };
    {
        std::vector<std::jthread> threads;
        const int started = running;
        for (int i = 0; i < started; ++i) threads.emplace_back(body);
        std::unique_lock lock(mutex);
        while (!finished.wait_for(lock, std::chrono::milliseconds(50), [&] { return !running; })) {
            lock.unlock();
            if (poll && poll(done)) interrupt.stop = true;
            lock.lock();
        }
    }
    if (error) std::rethrow_exception(error);
    if (poll && poll(done)) interrupt.stop = true;
    return !interrupt.stop;
}

}  // namespace crownhead
