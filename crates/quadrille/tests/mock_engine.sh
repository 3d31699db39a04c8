#!/bin/sh
# An engine that speaks UGI and misbehaves as its first argument says. The second argument is a file to which it and its
# children write their process numbers; what follows is the command of a healthy engine, for the modes that need one.
mode=$1 pids=$2
shift 2
echo $$ >> "$pids"
[ "$mode" = slow-start ] && { sleep 3; exec "$@"; }
[ "$mode" = never-start ] && { sleep 1000 & echo $! >> "$pids"; wait; }
while read -r word rest; do
    case $word in
    ugi) echo "id name mock"; echo ugiok ;;
    isready) echo readyok ;;
    go)
        case $mode in
        crash) echo "broken on purpose" >&2; exit 7 ;;
        hang) sleep 1000 & echo $! >> "$pids"; wait ;;
        daemon)
            # A grandchild that has left the group and the session of the engine, and that the engine does not know.
            (setsid sh -c 'echo $$ >> "$0"; sleep 1000 & echo $! >> "$0"; wait' "$pids" &)
            sleep 1000 & echo $! >> "$pids"; wait ;;
        empty) echo bestmove ;;
        illegal) echo "bestmove z9-z8" ;;
        garbage) printf 'bestmove \033[31m\377nonsense%0300d\n' 0 ;;
        flood) head -c 1000000000 /dev/zero | tr '\0' x ;;
        late) sleep 1; echo "bestmove b1-c3" ;;
        ignore-stop) trap '' TERM INT HUP; sleep 1000 & echo $! >> "$pids"; while :; do sleep 1; done ;;
        close-stdout) exec >&-; sleep 1000 ;;
        resign) echo "bestmove resign" ;;
        esac
        ;;
    quit) exit 0 ;;
    esac
done
