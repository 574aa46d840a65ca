#!/bin/sh
# Opens a proposal on an Affixboard for what a branch changes in a game's edit files, and prints what it does, as Markdown.
#
#   propose.sh FOLDER TITLE [DESCRIPTION]
#
# Needs curl and jq, and in the environment:
#   AFFIXBOARD_URL      the dashboard, such as https://board.example
#   AFFIXBOARD_EDITION  the edition's name in addresses
#   AFFIXBOARD_TOKEN    a token of the scope "propose"
#
# Ends with 0 where the proposal is open or there is nothing to propose, with 1 where the dashboard refused; then it says why.
set -eu

folder=$1 title=$2 description=${3:-}
api="$AFFIXBOARD_URL/api/v1"
answer=$(mktemp)
trap 'rm -f "$answer"' EXIT

# Prints the status; the answer's body goes into the file. The token is told by a file, so that no list of processes has it.
ask() {
    printf 'header = "Authorization: Bearer %s"\n' "$AFFIXBOARD_TOKEN" |
        curl --silent --show-error --max-time 120 --config - --output "$answer" --write-out '%{http_code}' "$@"
}

set -- --form-string "title=$title" --form-string "description=$description" --form-string only_lines=yes
for file in "$folder"/*.txt; do
    set -- "$@" --form "files=@\"$file\""
done
status=$(ask "$@" "$api/editions/$AFFIXBOARD_EDITION/proposals")
case $status in
201) ;;
422)
    why=$(jq --raw-output .detail "$answer")
    case $why in
    "Nothing to propose"*)
        echo "$why"
        exit 0
        ;;
    esac
    echo "$why" >&2
    exit 1
    ;;
*)
    echo "the dashboard answered with $status:" >&2
    cat "$answer" >&2
    exit 1
    ;;
esac

number=$(jq .proposal "$answer")
echo "[Proposal $number]($AFFIXBOARD_URL$(jq --raw-output .page "$answer")): $title"
status=$(ask "$api/proposals/$number/effect")
[ "$status" = 200 ] || { echo "the effect: $status" >&2; exit 1; }
jq --raw-output '
    "",
    "\(.entries | length) entries change, on \([.types[].name] | join(", ")). \(.rules), r\(.base); shares of pools, \(.pools.how).",
    "",
    "| entry | level | now | proposed | change |",
    "|---|---|---|---|---|",
    (.pools.rows[:10][] | "| \(.name) | \(.level) | \(.now) | \(.proposed) | \(.ratio) |")
' "$answer"
