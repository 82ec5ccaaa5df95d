// Asks the system for large pages: a page fault costs as much as ten nodes, and threads wait for each other in it.
#pragma once

#include <cstddef>
#include <cstdint>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace boyi {

inline void use_large_pages([[maybe_unused]] void* block, [[maybe_unused]] std::uint64_t bytes) {
#if defined(__linux__) && defined(MADV_HUGEPAGE)
    constexpr std::uintptr_t page = 4096, large = std::uintptr_t{1} << 21;
    if (bytes < 2 * large) return;
    const std::uintptr_t begin = (reinterpret_cast<std::uintptr_t>(block) + page - 1) / page * page;
    madvise(reinterpret_cast<void*>(begin), static_cast<std::size_t>(bytes / large * large - large), MADV_HUGEPAGE);
#endif
}

}  // namespace boyi
