#!/bin/sh
# Makes the certificates of tests anew: two authorities, and what the first of them signed. The authorities' own keys are
# thrown away; the key that stays protects nothing.
set -eu
cd "$(dirname "$0")"
made=$(mktemp -d)
trap 'rm -r "$made"' EXIT
new_key() { openssl genpkey -algorithm ec -pkeyopt ec_paramgen_curve:P-256 -out "$1"; }
# sign KEY NAME EXTENSIONS LAST-DAY FILE MORE...
sign() {
    key=$1 name=$2 extensions=$3 last=$4 file=$5
    shift 5
    : > "$made/index"
    printf '%s\n' '[ca]' 'default_ca = own' '[own]' "database = $made/index" "new_certs_dir = $made" 'rand_serial = yes' \
        'default_md = sha256' 'policy = policy' 'x509_extensions = extensions' '[policy]' 'commonName = supplied' \
        '[extensions]' "$extensions" '[req]' 'distinguished_name = none' '[none]' > "$made/settings"
    openssl req -new -config "$made/settings" -key "$key" -subj "/CN=$name" -out "$made/request"
    openssl ca -batch -notext -config "$made/settings" -in "$made/request" -startdate 20000101000000Z \
        -enddate "${last}000000Z" -out "$file" "$@"
}
for ca in ca other; do
    new_key "$made/$ca.key"
    sign "$made/$ca.key" "Tests of Affixboard ($ca)" "basicConstraints = critical,CA:TRUE
keyUsage = critical,keyCertSign" 24000101 "$ca.pem" -selfsign -keyfile "$made/$ca.key"
done
new_key here.key
for row in here:IP:127.0.0.1:24000101 elsewhere:DNS:chat.example.org:24000101 run_out:IP:127.0.0.1:20010101; do
    file=${row%%:*} rest=${row#*:}
    sign here.key "$file" "subjectAltName = ${rest%:*}" "${rest##*:}" "$file.pem" -cert ca.pem -keyfile "$made/ca.key"
done
