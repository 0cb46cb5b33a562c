// Draughts as an environment for other learners: many games in step, each observed by the side to
// move, with the actions that it has.
//
// What a game draws by chance depends on the seed and its place in the batch alone, so neither the
// size of the batch nor the number of threads changes it.
#pragma once

#include "actions.hpp"
#include "any_batch.hpp"
#include "game.hpp"
#include "parallel.hpp"
#include "random.hpp"

namespace crownhead {

// Planes of squares as the side to move sees them: the pieces, then whatever else the rules of the
// game go by, each only where there is such a rule.
template <RulesetTag R>
class Observation {
    using L = Layout<R>;
    using Bits = typename L::Bits;
    static constexpr const Rules& rules = R::rules;
    static constexpr bool huffs = rules.obligation == Obligation::huff;
    static_assert(rules.no_progress_plies < 256 && rules.equal_kings_plies < 256);

public:
    static std::vector<PlaneFacts> planes() {
        std::vector<PlaneFacts> all{
            {"own men", 1}, {"own kings", 1}, {"their men", 1}, {"their kings", 1}};
        if (rules.no_progress_plies) all.push_back({"no progress", rules.no_progress_plies});
        if (rules.repetitions) all.push_back({"occurred before", rules.repetitions - 1});
        if (rules.equal_kings_plies) all.push_back({"equal kings", rules.equal_kings_plies});
        if (huffs) all.push_back({"huffable", 1});
        if (rules.king_run) {
            all.push_back({"own king's run", rules.king_run});
            all.push_back({"their king's run", rules.king_run});
        }
        return all;
    }

    static constexpr int bytes =
        L::squares * (4 + (rules.no_progress_plies > 0) + (rules.repetitions > 0) +
                      (rules.equal_kings_plies > 0) + huffs + 2 * (rules.king_run > 0));

    // `before`: how often the position has occurred before.
    static void write(const Position<R>& p, int before, std::uint8_t* out) {
        const Colour us = p.turn;
        const auto pieces = [&](Bits set) {
            for (; set; set &= set - 1) out[seen_square<R>(L::first(set), us)] = 1;
            out += L::squares;
        };
        const auto count = [&](int value) {
            std::fill_n(out, L::squares, static_cast<std::uint8_t>(value));
            out += L::squares;
        };
        std::fill_n(out, bytes, std::uint8_t{0});
        for (const Colour c : {us, !us}) {
            pieces(p.board.men_of(c));
            pieces(p.board.kings_of(c));
        }
        if constexpr (rules.no_progress_plies > 0) count(p.no_progress);
        if constexpr (rules.repetitions > 0) count(before);
        if constexpr (rules.equal_kings_plies > 0) count(p.equal_kings);
        if constexpr (huffs) pieces(p.board.state.pieces);
        if constexpr (rules.king_run > 0) {
            for (const Colour c : {us, !us}) {
                const int moves = p.board.state.moves[index(c)];
                const int at = p.board.state.square[index(c)];
                if (moves) out[seen_square<R>(at, us)] = static_cast<std::uint8_t>(moves);
                out += L::squares;
            }
        }
    }
};

// How a game ended: +1 White won, 0, -1 Black won.
struct End {
    int result;
    Reason reason;
};

// One game, and no more of its past than the rules ask for.
template <RulesetTag R>
class Episode {
public:
    void begin(const Position<R>& start, int ply_cap) {
        position_ = start;
        ply_cap_ = ply_cap;
        plies_ = 0;
        keys_.clear();
        look();
    }

    void play(int move) {
        position_ = position_.after(moves_[static_cast<std::size_t>(move)]);
        ++plies_;
        if (position_.no_progress == 0) keys_.clear();
        look();
    }

    const Position<R>& position() const { return position_; }
    int plies() const { return plies_; }
    int before() const { return before_; }
    const std::vector<std::int32_t>& actions() const { return actions_; }
    const std::optional<End>& end() const { return end_; }

private:
    void look() {
        MoveList<R> list;
        legal_moves(position_.board, position_.turn, list);
        moves_.assign(list.begin(), list.end());
        Actions<R>::number(list, position_.turn, actions_);
        before_ = static_cast<int>(std::count(keys_.begin(), keys_.end(), position_.key));
        keys_.push_back(position_.key);
        end_ = ending();
    }

    std::optional<End> ending() const {
        const int mover = position_.turn == Colour::white ? 1 : -1;
        if (moves_.empty()) return End{-mover, Reason::no_move};
        if constexpr (R::rules.obligation == Obligation::loss) {
            // Who has just lost the last piece for a jump refused will never move again.
            if (plies_ && !position_.board.pieces[index(!position_.turn)]) {
                return End{mover, Reason::no_move};
            }
        }
        if (R::rules.repetitions && before_ + 1 >= R::rules.repetitions) {
            return End{0, Reason::repetition};
        }
        if (position_.no_progress_draw()) return End{0, Reason::no_progress};
        if (position_.equal_kings_draw()) return End{0, Reason::equal_kings};
        if (ply_cap_ && plies_ >= ply_cap_) return End{0, Reason::ply_cap};
        return std::nullopt;
    }

    Position<R> position_;
    int ply_cap_ = 0;
    int plies_ = 0;
    int before_ = 0;                   // occurrences of the position earlier in the game
    std::vector<std::uint64_t> keys_;  // of the positions that can recur, this one last
    std::vector<Move<R>> moves_;
    std::vector<std::int32_t> actions_;  // of the moves
    std::optional<End> end_;
};

template <RulesetTag R>
class Batch final : public AnyBatch {
    static constexpr std::size_t row_bytes = Observation<R>::bytes;
    static constexpr std::size_t mask_bytes = Actions<R>::count;
    // Openings by chance that end the game are drawn again, but not for ever.
    static constexpr int most_tries = 100;

public:
    Batch(const Core& core, const BatchSettings& settings, std::vector<Position<R>> starts)
        : core_(core),
          starts_(std::move(starts)),
          random_plies_{settings.random_plies[0], settings.random_plies[1]},
          ply_cap_(settings.ply_cap),
          auto_reset_(settings.auto_reset),
          threads_(std::min(settings.threads, settings.games)),
          episodes_(static_cast<std::size_t>(settings.games)) {
        for (const Position<R>& start : starts_) {
            Episode<R> episode;
            episode.begin(start, ply_cap_);
            if (episode.end()) throw std::invalid_argument("expected starts that are not over");
        }
        const std::size_t games = episodes_.size();
        arrays_ = {std::vector<std::uint8_t>(games * row_bytes),
                   std::vector<std::uint8_t>(games * row_bytes),
                   std::vector<std::uint8_t>(games * mask_bytes),
                   std::vector<std::uint8_t>(games),
                   std::vector<std::int32_t>(games),
                   std::vector<float>(games),
                   std::vector<std::uint8_t>(games),
                   std::vector<std::uint8_t>(games),
                   std::vector<std::int8_t>(games, no_reason)};
        reset(settings.seed);
    }

    const Core& core() const override { return core_; }

    void reset(std::optional<std::uint64_t> seed) override {
        if (seed) reseed(*seed);
        for_each_game([this](std::size_t i) {
            mask(i, 0);
            begin(i);
            tell(i, 0);
            show(i);
        });
    }

    void step(const std::int64_t* actions) override {
        for (std::size_t i = 0; i < episodes_.size(); ++i) check(i, actions[i]);
        for_each_game([this, actions](std::size_t i) {
            const bool over = episodes_[i].end().has_value();
            if (over) {
                arrays_.rewards[i] = 0;
            } else {
                play(i, actions[i]);
            }
        });
    }

    void sample(std::int64_t* actions) override {
        for (std::size_t i = 0; i < episodes_.size(); ++i) {
            const auto& legal = episodes_[i].actions();
            const int chosen = chances_[i].below(std::max(1, static_cast<int>(legal.size())));
            actions[i] = episodes_[i].end() ? 0 : legal[static_cast<std::size_t>(chosen)];
        }
    }

    AnyPosition position(int game) const override;

private:
    void reseed(std::uint64_t seed) {
        openings_.clear();
        chances_.clear();
        for (std::size_t i = 0; i < episodes_.size(); ++i) {
            openings_.emplace_back(seed, 2 * i);
            chances_.emplace_back(seed, 2 * i + 1);
        }
    }

    void check(std::size_t i, std::int64_t action) const {
        if (episodes_[i].end()) return;
        const bool known = action >= 0 && action < std::int64_t{mask_bytes};
        if (known && row(i)[action]) return;
        throw std::invalid_argument("game " + std::to_string(i) +
                                    ": expected a legal action, got " + std::to_string(action));
    }

    void play(std::size_t i, std::int64_t action) {
        Episode<R>& episode = episodes_[i];
        const int mover = episode.position().turn == Colour::white ? 1 : -1;
        const auto& legal = episode.actions();
        const auto chosen = std::find(legal.begin(), legal.end(), action) - legal.begin();
        mask(i, 0);
        episode.play(static_cast<int>(chosen));
        tell(i, mover);
        if (episode.end() && auto_reset_) {
            Observation<R>::write(episode.position(), episode.before(),
                                  arrays_.final_observations.data() + i * row_bytes);
            begin(i);
        }
        show(i);
    }

    void begin(std::size_t i) {
        for (int tries = 0;; ++tries) {
            const auto start = openings_[i].below(static_cast<int>(starts_.size()));
            episodes_[i].begin(starts_[static_cast<std::size_t>(start)], ply_cap_);
            if (tries == most_tries) return;
            int plies =
                random_plies_[0] + openings_[i].below(random_plies_[1] - random_plies_[0] + 1);
            for (; plies > 0 && !episodes_[i].end(); --plies) {
                const auto moves = static_cast<int>(episodes_[i].actions().size());
                episodes_[i].play(openings_[i].below(moves));
            }
            if (!episodes_[i].end()) return;
        }
    }

    // What came of the move just made by a side, +1 for White.
    void tell(std::size_t i, int mover) {
        const std::optional<End>& end = episodes_[i].end();
        const bool capped = end && end->reason == Reason::ply_cap;
        arrays_.rewards[i] = static_cast<float>(end ? mover * end->result : 0);
        arrays_.terminated[i] = end && !capped;
        arrays_.truncated[i] = capped;
        arrays_.reasons[i] = end ? static_cast<std::int8_t>(end->reason) : no_reason;
    }

    void show(std::size_t i) {
        const Episode<R>& episode = episodes_[i];
        Observation<R>::write(episode.position(), episode.before(),
                              arrays_.observations.data() + i * row_bytes);
        arrays_.turns[i] = static_cast<std::uint8_t>(index(episode.position().turn));
        arrays_.plies[i] = episode.plies();
        if (!episode.end()) mask(i, 1);
    }

    // A mask has thousands of entries, of which the few that change are touched.
    void mask(std::size_t i, std::uint8_t value) {
        for (const std::int32_t action : episodes_[i].actions()) {
            arrays_.action_mask[i * mask_bytes + static_cast<std::size_t>(action)] = value;
        }
    }
    const std::uint8_t* row(std::size_t i) const {
        return arrays_.action_mask.data() + i * mask_bytes;
    }

    template <class F>
    void for_each_game(F&& f) {
        const std::size_t games = episodes_.size();
        const auto parts = static_cast<std::size_t>(threads_);
        const auto part = [&](std::size_t k) {
            for (std::size_t i = games * k / parts; i < games * (k + 1) / parts; ++i) f(i);
        };
        if (parts == 1) return part(0);
        Interrupt interrupt;
        run_jobs(threads_, threads_, interrupt, {},
                 [&] { return [&](int k) { part(static_cast<std::size_t>(k)); }; });
    }

    const Core& core_;
    std::vector<Position<R>> starts_;
    int random_plies_[2];
    int ply_cap_;
    bool auto_reset_;
    int threads_;
    std::vector<Episode<R>> episodes_;
    std::vector<Random> openings_;  // by game
    std::vector<Random> chances_;
};

}  // namespace crownhead
