"""Arimaa's independent referee: the `aei` package of PyPI (imports as pyrimaa), which knows the rules and the protocol.

    python arimaa.py replay RECORDS         every game of a file of records ends under its rules as the record says
    python arimaa.py engine QUADRILLE DIR   its tools play whole games with our engine and analyse with it

Prints one line for each check and ends with exit code 1 at the first that fails. Needs nothing but the package.
"""

import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

from pyrimaa.board import BLANK_BOARD, Color, Position, parse_short_pos

SIDES = {"g": Color.GOLD, "s": Color.SILVER}
RESULTS = {Color.GOLD: "1-0", Color.SILVER: "0-1"}


def check(condition, sentence):
    if not condition:
        print(f"FAILED: {sentence}")
        sys.exit(1)


def start_of(text):
    """The position of a record; the setup is played on the empty board."""
    side, rest = text.split(" ", 1)
    squares = rest[: rest.index("]") + 1]
    if not squares[1:-1].strip():
        return Position(Color.GOLD, 4, BLANK_BOARD), True
    return parse_short_pos(SIDES[side], 4, squares), False


def ending(position):
    """How the game has ended with this position, in our words, and the result; the order is the official one."""
    if position.is_goal():
        return "goal", RESULTS[0 - min(position.is_goal(), 0)]
    if position.is_rabbit_loss():
        return "elimination", RESULTS[0 - min(position.is_rabbit_loss(), 0)]
    if not position.get_steps():
        return "immobilisation", RESULTS[position.color ^ 1]
    return None, None


def replay(record):
    """Plays a record by pyrimaa's rules; answers how it ended."""
    name = record["id"]
    position, setting_up = start_of(record["start"])
    seen = Counter()
    if not setting_up:
        seen[position] += 1
    turns = record["opening_turns"] + [turn["turn"] for turn in record["turns"]]
    for nth, turn in enumerate(turns):
        # A side without a step cannot go on anyway, and looking for one at every turn takes most of the time.
        over = position.is_goal() or position.is_rabbit_loss()
        check(setting_up or not over, f"{name}: the game goes on after its end")
        before = position
        steps = [step for step in turn.split(",") if step != "pass"]
        position = before.do_move_str(" ".join(steps), strict_checks=True)
        check(position.color != before.color, f"{name}, turn {nth + 1}: the side does not change")
        check(position.bitBoards != before.bitBoards, f"{name}, turn {nth + 1}: the board does not change")
        setting_up = setting_up and position.color == Color.SILVER
        if not setting_up:
            seen[position] += 1
            check(seen[position] < 3, f"{name}, turn {nth + 1}: a third repetition")
    found = ending(position)
    if record["reason"] == "turn limit":
        check(found == (None, None), f"{name}: the game is over, not stopped")
    else:
        said = (record["reason"], record["result"])
        check(found == said, f"{name}: it ends by {found}, the record says {said}")
    return record["reason"]


def replay_file(path):
    with open(path) as lines:
        reasons = Counter(replay(json.loads(line)) for line in lines)
    check(reasons, f"{path} holds no games")
    counts = ", ".join(f"{count} by {reason}" for reason, count in sorted(reasons.items()))
    print(f"{sum(reasons.values())} games replayed to the same end: {counts}")


def tool(name, *arguments, folder):
    """Runs one of the package's tools and answers with all that it printed."""
    program = Path(sys.executable).parent / name
    done = subprocess.run(
        [program, *arguments],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=240,
    )
    check(done.returncode == 0, f"{name} ended with {done.returncode}:\n{done.stdout}")
    return done.stdout


ROUND_ROBIN = """
[global]
rounds = 1
timecontrol = 0s/6s/0/0/0/2s
loglevel = INFO

[quick]
cmdline = exec {engine} engine --protocol aei --player best:nodes=5000
bot_hash = 8

[timed]
cmdline = exec {engine} engine --protocol aei
bot_hash = 16
bot_threads = 2

[tree]
cmdline = exec {engine} engine --protocol aei --player mcts:nodes=20000,memory=16M

[simple]
cmdline = exec {simple}
"""


def play_games(engine, folder):
    """Whole games under a clock: no illegal move, no loss on time, nothing wrong in the log."""
    simple = Path(sys.executable).parent / "simple_engine"
    folder.joinpath("roundrobin.cfg").write_text(ROUND_ROBIN.format(engine=engine, simple=simple))
    for bots in (["quick", "simple"], ["simple", "timed"], ["quick", "timed"], ["tree", "simple"], ["quick", "tree"]):
        log = tool("roundrobin", "--config", "roundrobin.cfg", *bots, folder=folder)
        check("log: Error" not in log and "log: Warning" not in log, f"the engine complains:\n{log}")
        beaten = [line for line in log.splitlines() if " beat " in line]
        check(len(beaten) == 1, f"one game should have been decided:\n{log}")
        reason = beaten[0].split("because of ")[1].split()[0]
        check(reason in "gem", f"'{beaten[0]}': a game should end by goal, elimination or immobilisation:\n{log}")
        print(beaten[0])


ANALYZE = """
[global]
default_engine = quadrille

[quadrille]
cmdline = exec {engine} engine --protocol aei
bot_tcmove = 1
bot_depth = 6
"""

POSITION = """3g
 +-----------------+
8| r r r r r r r r |
7| h . c . e c h d |
6| d . x . m x . . |
5| . . . . . . . . |
4| . . . . E . . . |
3| . . x . R x . . |
2| H D C M . C D H |
1| R R R R . R R R |
 +-----------------+
   a b c d e f g h
"""


def analyse(engine, folder):
    folder.joinpath("analyze.cfg").write_text(ANALYZE.format(engine=engine))
    folder.joinpath("position.txt").write_text(POSITION)
    text = tool("analyze", "-c", "analyze.cfg", "position.txt", folder=folder)
    best = [line for line in text.splitlines() if line.startswith("bestmove: ")]
    check(len(best) == 1 and "log:" not in text, f"analyze should name one best move:\n{text}")
    lines = [line for line in POSITION.splitlines()[2:10]]
    short = "".join(sign if sign not in ".x" else " " for line in lines for sign in line[3:18:2])
    start = parse_short_pos(Color.GOLD, 4, f"[{short}]")
    start.do_move_str(best[0].removeprefix("bestmove: "), strict_checks=True)
    print(f"analyze: {best[0]}")


def main(arguments):
    match arguments:
        case ["replay", records]:
            replay_file(records)
        case ["engine", engine, folder]:
            folder = Path(folder)
            os.makedirs(folder, exist_ok=True)
            play_games(Path(engine).absolute(), folder)
            analyse(Path(engine).absolute(), folder)
        case _:
            print(__doc__)
            sys.exit(2)


main(sys.argv[1:])
