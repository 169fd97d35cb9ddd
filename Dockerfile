# One image for the API and for workers; which of them it is, --role says. State is in PostgreSQL.
FROM node:24-slim AS build
WORKDIR /rolecall
COPY package.json package-lock.json tsconfig.base.json ./
COPY packages packages
COPY examples examples
COPY scripts scripts
RUN npm ci --ignore-scripts && node scripts/build-console.ts && npm prune --omit=dev --ignore-scripts

FROM node:24-slim
ENV NODE_ENV=production
WORKDIR /rolecall
COPY --from=build /rolecall/package.json ./
COPY --from=build /rolecall/node_modules node_modules
COPY --from=build /rolecall/packages packages
# The workspace is mounted here: its systems find the packages that Rolecall itself uses.
WORKDIR /rolecall/workspace
RUN chown node /rolecall/workspace
USER node
EXPOSE 4700
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s CMD ["node", "-e", "fetch('http://127.0.0.1:4700/readyz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "/rolecall/packages/cli/bin/rolecall.js"]
CMD ["serve", "--host", "0.0.0.0", "--port", "4700", "--role", "all"]
