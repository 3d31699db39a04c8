"""A robot for a Quadrille club in plain Python: accepts challenges and plays random legal turns, over the club's API only.

    QUADRILLE_TOKEN=qd_... python3 examples/robot.py http://127.0.0.1:7878
"""
import json, os, random, sys, threading, time, urllib.error, urllib.parse, urllib.request

CLUB, TOKEN = sys.argv[1].rstrip("/") + "/api/v1", os.environ["QUADRILLE_TOKEN"]


def ask(path, body=None, **query):
    """Sends a request and returns the open answer; a body makes it a POST."""
    url = CLUB + path + ("?" + urllib.parse.urlencode(query) if query else "")
    data = None if body is None else json.dumps(body).encode()
    head = {"Authorization": "Bearer " + TOKEN, "Content-Type": "application/json"}
    return urllib.request.urlopen(urllib.request.Request(url, data, head), timeout=30)


def lines(path):
    """Follows a stream: one JSON object a line; empty lines only keep it alive."""
    with ask(path) as stream:
        for line in stream:
            if line.strip():
                yield json.loads(line)


def choose_turn(game, turns):
    """Any legal turn, action by action. This is the place for a better idea."""
    actions = []
    while True:
        board = json.load(ask("/board", game=game["game"], position=game["start"], turns=turns, partial=",".join(actions)))
        if board["partial"]["complete"]:
            return board["partial"]["word"]
        actions.append(random.choice(board["partial"]["next"])["text"])


def play(game_id, side):
    """Plays a game to its end; the first line of its stream is the whole game, later ones say what has changed."""
    for line in lines(f"/bot/game/stream/{game_id}"):
        if line["type"] == "gameFull":
            game, line = line, line["state"]
        if line["type"] == "gameState" and line["status"] == "started" and line["to_move"] == side:
            turn = choose_turn(game, line["turns"])
            # The name of the request makes it safe to send it again: it happens once.
            body = {"version": line["version"], "turn": turn, "request": f"turn-{line['version']}"}
            try:
                ask(f"/club/games/{game_id}/turns", body)
            except urllib.error.HTTPError as error:  # the game has ended meanwhile, or has moved on
                print(json.load(error)["sentence"], flush=True)


def main():
    if not json.load(ask("/account"))["robot"]:
        ask("/bot/account/upgrade", {})
    playing = {}
    for event in lines("/stream/event"):
        print(event["type"], (event.get("game") or event.get("challenge"))["id"], flush=True)
        if event["type"] == "challenge" and event["challenge"]["state"] == "open":
            ask(f"/challenges/{event['challenge']['id']}/accept", {})
        elif event["type"] == "gameStart":
            game = event["game"]
            if game["id"] not in playing or not playing[game["id"]].is_alive():
                playing[game["id"]] = threading.Thread(target=play, args=(game["id"], game["side"]), daemon=True)
                playing[game["id"]].start()


while True:
    try:
        main()
    except OSError as error:  # the club is down, or the stream has ended: the next stream begins with all running games
        print(error, flush=True)
        if getattr(error, "code", 0) in (401, 403):
            sys.exit("the club refuses the token")
    time.sleep(2)
