// The arrows of docs/architecture.md: who may import whom. Types count too.
const may = (name, from, to) => ({
  name,
  severity: "error",
  from: { path: `^app/${from}/` },
  to: { path: "^(app|server|tests|prisma)/", pathNot: [`^app/(${[from, ...to].join("|")})(/|\\.)`, "^app/generated/"] },
});

/** @type {import("dependency-cruiser").IConfiguration} */
export default {
  forbidden: [
    { name: "no-circle", severity: "error", from: {}, to: { circular: true } },
    { name: "app-knows-no-server", severity: "error", from: { path: "^app/" }, to: { path: "^(server|tests|prisma)/" } },
    {
      name: "only-models-know-prisma",
      severity: "error",
      from: { path: "^app/(routes|components|http|format|content)/" },
      to: { path: "^app/generated/|^app/database/client" },
    },
    {
      name: "sections-are-apart",
      severity: "error",
      from: { path: "^app/routes/(admin/[^/]+|public|account|files)/" },
      to: { path: "^app/routes/", pathNot: "^app/routes/$1/" },
    },
    may("format", "format", ["content", "limits"]),
    may("content", "content", []),
    may("database", "database", ["format", "log", "env", "limits"]),
    may("media", "media", ["database", "format", "log", "env", "limits"]),
    may("models", "models", ["database", "media", "format", "content", "log", "env", "limits"]),
    may("backup", "backup", ["database", "media", "format", "content", "log", "env", "limits"]),
    may("http", "http", ["models", "database", "media", "format", "content", "log", "env", "limits"]),
    may("components", "components", ["http", "format", "content", "limits"]),
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "^app/generated/internal" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
  },
};
