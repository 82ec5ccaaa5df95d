// boyi._native: the accelerator's entry point.
#include "bindings/bindings.hpp"

namespace boyi {

// bindings/boards.cpp, bindings/searches.cpp, and the bindings.cpp of each game.
void bind_boards(nb::module_& module);
void bind_searches(nb::module_& module);
void bind_gomoku(nb::module_& module);
void bind_othello(nb::module_& module);
void bind_loa(nb::module_& module);
void bind_nogo(nb::module_& module);

}  // namespace boyi

namespace {

// A module built for this machine's processor must refuse to load on an older one instead of crashing there.
void check_processor() {
#if (defined(__GNUC__) || defined(__clang__)) && (defined(__x86_64__) || defined(__i386__))
    __builtin_cpu_init();
    bool supported = true;
#ifdef __AVX2__
    supported = supported && __builtin_cpu_supports("avx2");
#endif
#ifdef __BMI2__
    supported = supported && __builtin_cpu_supports("bmi2");
#endif
#ifdef __AVX512F__
    supported = supported && __builtin_cpu_supports("avx512f");
#endif
    if (!supported) throw nanobind::import_error("built for another processor; install Boyi again on this machine");
#endif
}

}  // namespace

NB_MODULE(_native, module) {
    check_processor();
    nanobind::set_leak_warnings(false);  // a thread that still searches when the program ends is no leak
    module.doc() = "Fast kernels for Boyi's standard games; use them through boyi.game().";
    nanobind::exception<boyi::NoThread>(module, "NoThread");
    boyi::bind_boards(module);
    boyi::bind_searches(module);
    boyi::bind_gomoku(module);
    boyi::bind_othello(module);
    boyi::bind_loa(module);
    boyi::bind_nogo(module);
}
