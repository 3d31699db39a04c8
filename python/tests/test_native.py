"""Games, players, matches and values against what the command line and the theory say."""

from __future__ import annotations

import json
import random
import signal
import subprocess
import sys
import textwrap
import threading
import time
from fractions import Fraction

import numpy as np
import pytest

import quadrille as q

GAMES = [game.name for game in q.games()]


def random_walk(name: str, seed: int, actions: int, variant: str = "") -> q.Position:
    chooser = random.Random(seed)
    position = q.game(name).start(variant)
    for _ in range(actions):
        if position.is_over:
            break
        position.apply(chooser.choice(position.legal_actions()))
    return position


def test_the_four_games_are_there() -> None:
    assert GAMES == ["knightthrough", "tzaar", "amazons", "arimaa"]
    assert q.game("arimaa").sides == ("Gold", "Silver")
    assert "expert" in q.game("tzaar").levels
    with pytest.raises(ValueError, match="'chess' is not a game; known: knightthrough"):
        q.game("chess")


@pytest.mark.parametrize("name", GAMES)
def test_actions_masks_and_texts_agree(name: str) -> None:
    chooser = random.Random(7)
    for seed in range(6):
        position = q.game(name).start("")
        for _ in range(60):
            if position.is_over:
                break
            legal, texts, mask = position.legal_actions(), position.actions(), position.action_mask()
            assert len(legal) == len(set(legal)) == len(texts)
            assert sorted(legal) == list(np.flatnonzero(mask))
            chosen = chooser.randrange(len(legal))
            assert position.action_id(texts[chosen]) == legal[chosen]
            assert position.action_text(legal[chosen]) == texts[chosen]
            copy = position.copy()
            copy.apply(texts[chosen])
            before = position.text
            position.apply(legal[chosen])
            assert copy == position and copy.key == position.key
            assert before != position.text or position.to_move != copy.to_move or name == "arimaa"


@pytest.mark.parametrize("name", GAMES)
def test_notation_round_trips(name: str) -> None:
    for seed in range(5):
        position = random_walk(name, seed, 41 if name != "arimaa" else 70)
        if position.starts_turn:
            again = q.game(name).position(position.text)
            assert again == position and again.key == position.key
        assert position.svg().startswith("<svg") and position._repr_svg_() == position.svg()
        assert position.board()


@pytest.mark.parametrize("name", GAMES)
def test_turns_and_single_actions_lead_to_the_same_positions(name: str) -> None:
    position = random_walk(name, 3, 33)
    while not position.starts_turn:
        position.apply(position.legal_actions()[0])
    for turn in position.turns()[:50]:
        whole, single = position.copy(), position.copy()
        whole.play(turn)
        for action in turn.replace("/", ",/").split(","):
            single.apply(action)
        assert whole == single


def test_perft_agrees_with_published_counts() -> None:
    assert q.game("amazons").start().perft(1, turns=True) == 2176
    assert q.game("amazons").start().perft(1) == 80
    start = q.game("knightthrough").start()
    assert start.perft(2) == sum(
        len(child.legal_actions()) for child in (played(start, action) for action in start.legal_actions())
    )


def played(position: q.Position, action: int) -> q.Position:
    copy = position.copy()
    copy.apply(action)
    return copy


@pytest.mark.parametrize("name", GAMES)
def test_observations_differ_and_have_their_shape(name: str) -> None:
    position = q.game(name).start()
    first = position.observation()
    assert first.shape == position.observation_shape and first.dtype == np.float32
    position.apply(position.legal_actions()[0])
    assert not np.array_equal(first, position.observation())


def test_observations_show_what_stands_where() -> None:
    planes = q.game("knightthrough").start().observation()
    assert planes[0, :2].sum() == 16 and planes[1, 6:].sum() == 16 and planes[3].sum() == 0
    amazons = q.game("amazons").start()
    amazons.play("d1-d5/d8")
    planes = amazons.observation()
    assert planes[0, 4, 3] == 1 and planes[2, 7, 3] == 1 and planes[4].min() == 1
    tzaar = q.game("tzaar").start().observation()
    assert tzaar[:6].sum() == 60 and tzaar[6].sum() == 60


def test_bad_input_is_a_value_error_with_a_sentence() -> None:
    position = q.game("knightthrough").start()
    for wrong in (99_999, -1, 2**40):
        with pytest.raises(ValueError, match="is not the number of a legal action"):
            position.apply(wrong)
    with pytest.raises(ValueError, match="'a1-a9'"):
        position.play("a1-a9")
    with pytest.raises(ValueError, match="'histroy' is not a setting"):
        q.game("tzaar").player("alphabeta:histroy")
    with pytest.raises(ValueError, match="needs a limit"):
        q.game("tzaar").player().search(q.game("tzaar").start())
    with pytest.raises(ValueError, match="plays tzaar"):
        q.game("tzaar").player("random").search(position)
    for seconds in (-1.0, float("nan"), float("inf"), 0.0):
        with pytest.raises(ValueError, match="is not a time"):
            q.game("tzaar").player().search(q.game("tzaar").start(), time=seconds)
    with pytest.raises(ValueError, match="even number"):
        q.match("tzaar", "random", "random", games=3, nodes=10)
    with pytest.raises(ValueError, match="needs one limit"):
        q.match("tzaar", "random", "random", games=2)
    with pytest.raises(ValueError, match="'{2|' "):
        q.cgt.value("{2|")
    with pytest.raises(ValueError, match="'go' is not a local game"):
        q.cgt.temperature("go", "..")
    with pytest.raises(TypeError):
        position.apply(1.5)  # type: ignore[arg-type]


def test_a_search_is_deterministic_and_finds_a_legal_turn() -> None:
    for name in GAMES:
        game = q.game(name)
        position = random_walk(name, 5, 40 if name == "arimaa" else 12)
        while not position.starts_turn:
            position.apply(position.legal_actions()[0])
        infos = [game.player("alphabeta:tt=1M").search(position, nodes=3000, multipv=2) for _ in range(2)]
        assert infos[0].turn == infos[1].turn and infos[0].nodes == infos[1].nodes
        assert infos[0].turn is not None and len(infos[0].lines) == 2
        position.play(infos[0].turn)


def test_a_win_is_proven() -> None:
    info = q.game("knightthrough").player("dfpns:tt=16M").search(q.game("knightthrough").start("4x6"), nodes=1_000_000)
    assert info.result == "win"


def test_analysis_yields_deeper_and_deeper_and_stops_when_dropped() -> None:
    game = q.game("knightthrough")
    player = game.player("alphabeta:tt=4M")
    depths = [info.depth for info in player.analyze(game.start(), depth=5)]
    assert depths == sorted(depths) and depths[-1] == 5
    endless = player.analyze(game.start())
    assert next(endless).turn is not None
    before = threading.active_count()
    began = time.monotonic()
    del endless
    assert time.monotonic() - began < 1.0 and threading.active_count() == before
    # The player is free again, and the interpreter was never blocked.
    assert player.search(game.start(), nodes=500).turn is not None
    with player.analyze(game.start()) as analysis:
        analysis.stop()
        assert list(analysis)[-1].turn is not None


def test_other_threads_run_during_a_search() -> None:
    counted = 0
    ended = threading.Event()

    def count() -> None:
        nonlocal counted
        while not ended.is_set():
            counted += 1
            time.sleep(0.001)

    thread = threading.Thread(target=count)
    thread.start()
    q.game("knightthrough").player("alphabeta:tt=4M").search(q.game("knightthrough").start(), nodes=400_000)
    ended.set()
    thread.join()
    assert counted > 5


def test_matches_count_and_replay() -> None:
    result = q.match("knightthrough", "alphabeta:tt=1M", "random", games=10, nodes=300, variant="6x6", concurrency=2)
    assert (result.wins + result.losses + result.draws, result.games) == (10, 10)
    assert result.wins >= 9 and sum(result.pentanomial) == 5
    assert "Results of alphabeta:tt=1M vs random" in str(result)
    for line in result.record_lines:
        record = json.loads(line)
        position, turns = q.replay(line)
        assert position.is_over and len(turns) == len(record["opening_turns"]) + len(record["turns"])
    again = q.match("knightthrough", "alphabeta:tt=1M", "random", games=10, nodes=300, variant="6x6")
    turns = [[turn["turn"] for turn in json.loads(line)["turns"]] for line in result.record_lines]
    assert turns == [[turn["turn"] for turn in json.loads(line)["turns"]] for line in again.record_lines]


def test_a_python_function_plays() -> None:
    def first_turn(position: q.Position) -> str:
        return position.turns()[0]

    def broken(position: q.Position) -> str:
        raise KeyError("no idea")

    result = q.match("knightthrough", "alphabeta:tt=1M", first_turn, games=4, nodes=200, variant="5x5")
    assert result.wins >= 3 and "first_turn" in str(result)
    result = q.match("knightthrough", broken, "random", games=2, nodes=10, variant="4x4", openings="start")
    assert result.losses == 2
    record = json.loads(result.record_lines[0])
    assert record["reason"] == "crashed" and "no idea" in record["detail"]


def test_sprt_ends_a_match() -> None:
    result = q.match("knightthrough", "alphabeta:tt=1M", "random", games=400, nodes=100, variant="5x5", sprt="elo0=0,elo1=50")
    assert result.sprt == "H1" and result.games < 400


def test_exact_values() -> None:
    answer = q.cgt.value("#.#|.#x|o.#", "amazons")
    assert (answer.mean, answer.temperature, answer.exact) == (Fraction(3, 4), Fraction(5, 4), True)
    for method in ("exact", "generic", "tds", "tds+", "mts", "mts+tds"):
        found = q.cgt.temperature("amazons", "#.#|.#x|o.#", method=method)
        assert (found.mean, found.temperature) == (Fraction(3, 4), Fraction(5, 4)), method
    found = q.cgt.temperature("amazons", "x..#|....|.#.o")
    assert (found.mean, found.temperature) == (Fraction(1, 2), Fraction(7, 2))
    graph = q.cgt.thermograph("form", "{4|{2|-1/2}}")
    assert graph._repr_svg_().startswith("<svg") and graph.left_wall[0][1] == Fraction(-1)
    assert q.cgt.temperature("amazons", "x..|o.. + ..x|#.o").exact
    with pytest.raises(RuntimeError):
        q.cgt.temperature("amazons", "x....|.....|.....|....o", nodes=1)


def test_random_games_and_batches() -> None:
    for name in GAMES:
        first, second, open_games, actions = q.random_games(name, 6, seed=3)
        assert first + second + open_games == 6 and actions > 20
        assert (first, second, open_games, actions) == q.random_games(name, 6, seed=3)
    batch = q.Batch("knightthrough", 64, variant="5x5", seed=2)
    ended = 0
    for _ in range(60):
        masks, actions = batch.action_masks(), batch.sample()
        assert masks[np.arange(64), actions].all() and batch.observations().shape == (64, 4, 8, 8)
        movers = batch.to_move()
        rewards, done = batch.step(actions)
        assert (rewards[~done] == 0).all() and (rewards.sum(axis=1) == 0).all()
        assert (rewards[done][np.arange(done.sum()), movers[done]] == 1).all(), "the mover reaches the far row"
        ended += int(done.sum())
    assert ended > 64
    with pytest.raises(ValueError, match="board 0"):
        batch.step(np.full(64, -1))


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
@pytest.mark.parametrize(
    "work",
    [
        "result = q.game('amazons').player('alphabeta:tt=16M').search(q.game('amazons').start(), time=60)\n"
        "print('found', result.turn is not None, result.interrupted)",
        "result = q.match('amazons', 'alphabeta:tt=1M', 'alphabeta:tt=1M', games=1000, nodes=20000)\n"
        "print('found', result.games < 1000, result.interrupted)",
        "last = list(q.game('amazons').player('alphabeta:tt=16M').analyze(q.game('amazons').start()))[-1]\n"
        "print('found', last.turn is not None, last.interrupted)",
    ],
)
def test_ctrl_c_returns_what_was_found(work: str) -> None:
    program = textwrap.dedent("import quadrille as q\nprint('ready', flush=True)\n") + work
    child = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
    assert child.stdout is not None and child.stdout.readline() == "ready\n"
    time.sleep(1.5)
    began = time.monotonic()
    child.send_signal(signal.SIGINT)
    out, _ = child.communicate(timeout=30)
    assert out.strip() == "found True True" and child.returncode == 0
    assert time.monotonic() - began < 5
