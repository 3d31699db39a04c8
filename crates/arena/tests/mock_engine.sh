#!/bin/sh
# An engine for Nim that speaks UGI and misbehaves as its first argument says. It always takes one from the first heap that
# is not empty. The second argument, if there is one, is a file to which it and its child write their process numbers.
mode=$1
[ -n "$2" ] && echo $$ >> "$2"
[ "$mode" = slow-start ] && sleep 3
[ "$mode" = never-start ] && { sleep 1000 & [ -n "$2" ] && echo $! >> "$2"; wait; }
position=""
while read -r word rest; do
    case $word in
    ugi) echo "id name mock"; echo ugiok ;;
    isready) echo readyok ;;
    position) position=$(echo "$rest" | sed 's,^startpos,fen 5/6/7/8 first,') ;;
    go)
        turn=$(echo "$position" | awk '{
            count = split($2, heaps, "/")
            for (word = 5; word <= NF; word++) {
                heap = index("abcdefghij", substr($word, 1, 1))
                heaps[heap] -= substr($word, 2)
            }
            for (heap = 1; heap <= count; heap++) if (heaps[heap] > 0) { print substr("abcdefghij", heap, 1) "1"; exit }
        }')
        case $mode in
        crash) echo "broken on purpose" >&2; exit 7 ;;
        hang) sleep 1000 & [ -n "$2" ] && echo $! >> "$2"; wait ;;
        illegal) echo "bestmove z9" ;;
        garbage) printf 'bestmove \033[31m\377nonsense\n' ;;
        only-garbage) echo "qwertz uiop" ;;
        flood) head -c 1000000000 /dev/zero | tr '\0' x ;;
        flood-lines) yes "info string more and more" ;;
        chatter) while :; do echo "info string still thinking"; sleep 0.01; done ;;
        close-stdout) exec >&-; sleep 1000 ;;
        late) sleep 1; echo "bestmove $turn" ;;
        resign) echo "bestmove resign" ;;
        empty) echo bestmove ;;
        noisy) yes "a line of complaint" | head -c 3000000 >&2; echo "bestmove $turn" ;;
        ignore-stop) trap '' TERM INT HUP; while :; do sleep 1; done ;;
        *) echo "info depth 3 nodes 42 score cp 17 pv $turn"; echo "bestmove $turn" ;;
        esac
        ;;
    quit) [ "$mode" = ignore-quit ] || exit 0 ;;
    esac
done
