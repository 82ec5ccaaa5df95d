// Four 64-bit words side by side: one AVX2 register, or four plain words where there is none.
#pragma once

#include <bit>
#include <cstdint>

#if defined(__AVX2__) && (defined(__x86_64__) || defined(_M_X64))
#define BOYI_AVX2 1
#include <immintrin.h>
#endif

namespace boyi {

#ifdef BOYI_AVX2

class Lanes {
public:
    Lanes(__m256i words) : words_(words) {}
    static Lanes all(std::uint64_t word) { return _mm256_set1_epi64x(static_cast<long long>(word)); }
    static Lanes load(const std::uint64_t* words) {
        return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(words));
    }
    void store(std::uint64_t* words) const { _mm256_storeu_si256(reinterpret_cast<__m256i*>(words), words_); }

    friend Lanes operator&(Lanes a, Lanes b) { return _mm256_and_si256(a.words_, b.words_); }
    friend Lanes operator|(Lanes a, Lanes b) { return _mm256_or_si256(a.words_, b.words_); }
    friend Lanes operator+(Lanes a, Lanes b) { return _mm256_add_epi64(a.words_, b.words_); }
    friend Lanes operator-(Lanes a, Lanes b) { return _mm256_sub_epi64(a.words_, b.words_); }
    friend Lanes operator<<(Lanes a, Lanes by) { return _mm256_sllv_epi64(a.words_, by.words_); }
    friend Lanes operator>>(Lanes a, Lanes by) { return _mm256_srlv_epi64(a.words_, by.words_); }
    friend Lanes operator<<(Lanes a, int by) { return _mm256_slli_epi64(a.words_, by); }
    friend Lanes operator>>(Lanes a, int by) { return _mm256_srli_epi64(a.words_, by); }

    Lanes without(Lanes other) const { return _mm256_andnot_si256(other.words_, words_); }
    // All ones in the lanes that are zero, zero in the others.
    Lanes zero_lanes() const { return _mm256_cmpeq_epi64(words_, _mm256_setzero_si256()); }
    Lanes popcounts() const {
        const __m256i nibble = _mm256_set1_epi8(15);
        const __m256i counts = _mm256_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4,  //
                                                0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4);
        const __m256i low = _mm256_shuffle_epi8(counts, _mm256_and_si256(words_, nibble));
        const __m256i shifted = _mm256_and_si256(_mm256_srli_epi16(words_, 4), nibble);
        const __m256i high = _mm256_shuffle_epi8(counts, shifted);
        return _mm256_sad_epu8(_mm256_add_epi8(low, high), _mm256_setzero_si256());
    }
    std::uint64_t first() const { return word(low()); }
    // The union of the four lanes: as a word, in every lane, and of four of them each in a lane of its own.
    std::uint64_t united() const {
        const __m128i half = _mm_or_si128(low(), high());
        return word(_mm_or_si128(half, _mm_unpackhi_epi64(half, half)));
    }
    Lanes united_in_all() const {
        const Lanes half = *this | _mm256_permute2x128_si256(words_, words_, 1);
        return half | _mm256_shuffle_epi32(half.words_, 0x4E);
    }
    static Lanes united_each(Lanes a, Lanes b, Lanes c, Lanes d) {
        const Lanes ab = united_halves(a, b), cd = united_halves(c, d);
        return Lanes(_mm256_permute2x128_si256(ab.words_, cd.words_, 0x20)) |
               _mm256_permute2x128_si256(ab.words_, cd.words_, 0x31);
    }
    std::uint64_t sum() const {
        const __m128i half = _mm_add_epi64(low(), high());
        return word(_mm_add_epi64(half, _mm_unpackhi_epi64(half, half)));
    }

private:
    __m128i low() const { return _mm256_castsi256_si128(words_); }
    __m128i high() const { return _mm256_extracti128_si256(words_, 1); }
    static std::uint64_t word(__m128i half) { return static_cast<std::uint64_t>(_mm_cvtsi128_si64(half)); }
    static Lanes united_halves(Lanes a, Lanes b) {
        return Lanes(_mm256_unpacklo_epi64(a.words_, b.words_)) | _mm256_unpackhi_epi64(a.words_, b.words_);
    }

    __m256i words_;
};

#else

class Lanes {
public:
    static Lanes all(std::uint64_t word) { return {word, word, word, word}; }
    static Lanes load(const std::uint64_t* words) { return {words[0], words[1], words[2], words[3]}; }
    void store(std::uint64_t* words) const { words[0] = a_, words[1] = b_, words[2] = c_, words[3] = d_; }

    friend Lanes operator&(Lanes a, Lanes b) { return {a.a_ & b.a_, a.b_ & b.b_, a.c_ & b.c_, a.d_ & b.d_}; }
    friend Lanes operator|(Lanes a, Lanes b) { return {a.a_ | b.a_, a.b_ | b.b_, a.c_ | b.c_, a.d_ | b.d_}; }
    friend Lanes operator+(Lanes a, Lanes b) { return {a.a_ + b.a_, a.b_ + b.b_, a.c_ + b.c_, a.d_ + b.d_}; }
    friend Lanes operator-(Lanes a, Lanes b) { return {a.a_ - b.a_, a.b_ - b.b_, a.c_ - b.c_, a.d_ - b.d_}; }
    friend Lanes operator<<(Lanes a, Lanes by) { return {a.a_ << by.a_, a.b_ << by.b_, a.c_ << by.c_, a.d_ << by.d_}; }
    friend Lanes operator>>(Lanes a, Lanes by) { return {a.a_ >> by.a_, a.b_ >> by.b_, a.c_ >> by.c_, a.d_ >> by.d_}; }
    friend Lanes operator<<(Lanes a, int by) { return {a.a_ << by, a.b_ << by, a.c_ << by, a.d_ << by}; }
    friend Lanes operator>>(Lanes a, int by) { return {a.a_ >> by, a.b_ >> by, a.c_ >> by, a.d_ >> by}; }

    Lanes without(Lanes other) const { return {a_ & ~other.a_, b_ & ~other.b_, c_ & ~other.c_, d_ & ~other.d_}; }
    Lanes zero_lanes() const { return {zero(a_), zero(b_), zero(c_), zero(d_)}; }
    Lanes popcounts() const { return {count(a_), count(b_), count(c_), count(d_)}; }
    std::uint64_t first() const { return a_; }
    std::uint64_t united() const { return a_ | b_ | c_ | d_; }
    Lanes united_in_all() const { return all(united()); }
    static Lanes united_each(Lanes a, Lanes b, Lanes c, Lanes d) {
        return {a.united(), b.united(), c.united(), d.united()};
    }
    std::uint64_t sum() const { return a_ + b_ + c_ + d_; }

private:
    Lanes(std::uint64_t a, std::uint64_t b, std::uint64_t c, std::uint64_t d) : a_(a), b_(b), c_(c), d_(d) {}
    static std::uint64_t zero(std::uint64_t word) { return std::uint64_t{0} - (word == 0); }
    static std::uint64_t count(std::uint64_t word) { return static_cast<std::uint64_t>(std::popcount(word)); }

    std::uint64_t a_, b_, c_, d_;
};

#endif

}  // namespace boyi
