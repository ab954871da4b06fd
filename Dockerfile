# One image for one studio alone and for a chain: with DATABASE_URL it uses that PostgreSQL, without it the one it carries.
# The database it carries is built against glibc, hence Debian slim and not Alpine.
FROM node:24-bookworm-slim AS base
WORKDIR /app

FROM base AS build
# The manifests alone first: while they stay the same, so does the layer with the packages.
COPY package.json package-lock.json ./
RUN --mount=type=cache,target=/root/.npm npm ci
COPY . .
RUN npm run build

FROM base AS production-deps
COPY package.json package-lock.json ./
# `--omit=dev` alone would keep the Prisma CLI and TypeScript (250 MB), which are also optional peers of what runs.
# The optional dependencies stay: the embedded PostgreSQL is one of them, so that the container also runs alone.
RUN --mount=type=cache,target=/root/.npm npm pkg delete devDependencies \
 && npm install --package-lock-only --legacy-peer-deps \
 && npm ci --legacy-peer-deps
RUN mkdir data

FROM base AS final
# One heap for all threads: decoding pictures would otherwise leave a third more memory behind (docs/decisions/0010).
ENV NODE_ENV=production DATA_DIR=/data MALLOC_ARENA_MAX=1
# The program belongs to root: whoever breaks into the server cannot change it. Only /data is the server's own.
COPY --from=production-deps --chown=node:node /app/data /data
COPY --from=production-deps /app/node_modules ./node_modules
COPY package.json ./
COPY --from=build /app/prisma/migrations ./prisma/migrations
COPY --from=build /app/prisma/demo-images ./prisma/demo-images
COPY --from=build /app/public ./public
COPY --from=build /app/build ./build
USER node
VOLUME /data
EXPOSE 3000
# That the process lives: a database that is away is no reason to start the container again (/salud says whether it is).
HEALTHCHECK --interval=15s --timeout=5s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/salud/vivo`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
# No shell and no npm in between: the server itself gets the signal, finishes what is under way and stops its database.
CMD ["node", "--max-old-space-size=192", "--min-semi-space-size=16", "--max-semi-space-size=16", "--enable-source-maps", "build/server.js"]
