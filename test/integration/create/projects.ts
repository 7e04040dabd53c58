import { mkdir, mkdtemp, readdir, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** Files of a project, by their paths. */
export type Files = Readonly<Record<string, string>>;

const json = (value: object): string => `${JSON.stringify(value, null, 2)}\n`;

/** Project before the setup, and what the setup makes of it. */
export interface Row {
  readonly kind: string;
  readonly files: Files;
  /** The project in words. */
  readonly found: string;
  /** Lines that are there afterwards, by file; of the new files and the changed ones, no other. */
  readonly lines: Readonly<Record<string, readonly string[]>>;
  /** Beginnings of what is left for a person. */
  readonly left?: readonly string[];
}

const ENVIRONMENT = [
  "SVC_BASE_URL=http://127.0.0.1:3000",
  "SVC_PUBLIC_KEY=pk-svc-local",
  "SVC_SECRET_KEY=sk-svc-local",
];
const DEPENDENCY = '    "@svc/register": "^6.0.0"';
const RUN = "--env-file-if-exists=.env --import @svc/register";

/** A project of each kind. */
export const PROJECTS: readonly Row[] = [
  {
    kind: "Express, ES modules, npm, Dockerfile",
    files: {
      "package.json": json({
        name: "shop",
        type: "module",
        scripts: {
          build: "node build.js",
          start: "NODE_ENV=production node --enable-source-maps server.js",
          dev: "node --watch server.js",
        },
        dependencies: { express: "5.3.0", openai: "7.55.0" },
      }),
      "package-lock.json": "{}",
      Dockerfile:
        'FROM node:24 AS build\nCMD ["node", "build.js"]\nFROM node:24-slim\nCOPY . .\nCMD ["node", "server.js"]\n',
    },
    found: "npm, Node, JavaScript, ES modules",
    lines: {
      "package.json": [
        `    "start": "NODE_ENV=production node ${RUN} --enable-source-maps server.js",`,
        `    "dev": "node ${RUN} --watch server.js"`,
        `${DEPENDENCY},`,
      ],
      Dockerfile: ['CMD ["node", "--import", "@svc/register", "server.js"]'],
      ".env.example": ENVIRONMENT,
    },
  },
  {
    kind: "CommonJS, pnpm, without a start script",
    files: {
      "package.json": json({ name: "tool", main: "lib/main.js", dependencies: { openai: "7.55.0", zod: "4.6.7" } }),
      "pnpm-lock.yaml": "lockfileVersion: 9\n",
      "lib/main.js": 'require("openai");\n',
      ".env.example": "OPENAI_API_KEY=\nSVC_PUBLIC_KEY=",
    },
    found: "pnpm, Node, JavaScript, CommonJS",
    lines: {
      "package.json": [`${DEPENDENCY},`, `    "start": "node ${RUN} lib/main.js"`],
      ".env.example": [ENVIRONMENT[0]!, ENVIRONMENT[2]!],
    },
  },
  {
    kind: "TypeScript by tsx, yarn, dotenv",
    files: {
      "package.json": json({
        name: "agent",
        type: "module",
        scripts: { start: "tsx src/index.ts", dev: "cross-env DEBUG=1 tsx watch src/index.ts" },
        dependencies: { "@svc/tracing": "^6.0.0", dotenv: "17.2.3", openai: "7.55.0" },
        devDependencies: { tsx: "4.23.15" },
      }),
      "yarn.lock": "",
      "tsconfig.json": "{}",
      "src/index.ts": "export {};\n",
    },
    found: "yarn, Node, TypeScript, ES modules",
    lines: {
      "package.json": [
        '    "start": "tsx --import @svc/register src/index.ts",',
        '    "dev": "cross-env DEBUG=1 tsx watch --import @svc/register src/index.ts"',
        `${DEPENDENCY},`,
      ],
      ".env.example": ENVIRONMENT,
    },
  },
  {
    kind: "NestJS, shell form in its Dockerfile",
    files: {
      "package.json": json({
        name: "desk",
        scripts: {
          build: "nest build",
          start: "nest start",
          "start:dev": "nest start --watch",
          "start:prod": "node dist/main",
          test: "jest",
        },
        dependencies: { "@nestjs/config": "4.0.2", "@nestjs/core": "12.5.1", openai: "7.55.0" },
      }),
      "tsconfig.json": "{}",
      Dockerfile: "FROM node:20-slim\nCMD node dist/main\n",
    },
    found: "npm, NestJS, TypeScript, CommonJS",
    lines: {
      "package.json": [
        String.raw`    "start": "nest start --exec \"node --import @svc/register\"",`,
        String.raw`    "start:dev": "nest start --exec \"node --import @svc/register\" --watch",`,
        '    "start:prod": "node --import @svc/register dist/main",',
        `${DEPENDENCY},`,
      ],
      Dockerfile: ["CMD node --import @svc/register dist/main"],
      ".env.example": ENVIRONMENT,
    },
  },
  {
    kind: "Next.js, TypeScript, routes in src, a list of external packages",
    files: {
      "package.json": json({
        name: "chat",
        scripts: { dev: "next dev", build: "next build", start: "next start" },
        dependencies: { ai: "6.0.326", next: "16.4.6", openai: "7.57.0", react: "19.3.1" },
      }),
      "tsconfig.json": "{}",
      "src/app/layout.tsx": "export default function Layout() {}\n",
      "next.config.ts":
        "import type { NextConfig } from 'next';\n\nconst nextConfig: NextConfig = {\n    // The database.\n    serverExternalPackages: ['pg', 'openai'],\n};\n\nexport default nextConfig;\n",
      Dockerfile: 'FROM node:24\nCMD ["node", "server.js"]\n',
    },
    found: "npm, Next.js, TypeScript, CommonJS",
    lines: {
      "package.json": [`${DEPENDENCY},`],
      "next.config.ts": ["    serverExternalPackages: ['pg', 'openai', '@svc/register', 'ai'],"],
      "src/instrumentation.ts": ["export async function register(): Promise<void> {", "    start();"],
      ".env.example": ENVIRONMENT,
    },
  },
  {
    kind: "Next.js, JavaScript, its first configuration",
    files: {
      "package.json": json({
        name: "chat",
        scripts: { start: "next start" },
        dependencies: { next: "16.4.6", openai: "7.57.0" },
      }),
      "app/page.js": "",
      "next.config.mjs":
        "/** @type {import('next').NextConfig} */\nconst nextConfig = {};\n\nexport default nextConfig;\n",
    },
    found: "npm, Next.js, JavaScript, CommonJS",
    lines: {
      "package.json": ['    "@svc/register": "^6.0.0",'],
      "next.config.mjs": ["const nextConfig = { serverExternalPackages: ['@svc/register', 'openai'], };"],
      "instrumentation.js": ["export async function register() {"],
      ".env.example": ENVIRONMENT,
    },
  },
  {
    kind: "Next.js, and packages that it would bundle",
    files: {
      "package.json": json({
        name: "tools",
        scripts: { dev: "next dev" },
        dependencies: {
          "@ai-sdk/mcp": "2.0.99",
          "@ai-sdk/openai": "4.0.118",
          "@langchain/openai": "1.0.0",
          "@mastra/core": "1.0.0",
          "@modelcontextprotocol/server": "2.4.0",
          ai: "7.0.173",
          next: "16.4.6",
        },
      }),
      "app/page.js": "",
    },
    found: "npm, Next.js, JavaScript, CommonJS",
    lines: {
      "package.json": ['    "@svc/register": "^6.0.0",'],
      "next.config.mjs": [
        '  serverExternalPackages: ["@svc/register", "ai", "@ai-sdk/openai", "@modelcontextprotocol/server", "@ai-sdk/mcp", "@langchain/openai", "@mastra/core"],',
      ],
      "instrumentation.js": ["export async function register() {"],
      ".env.example": ENVIRONMENT,
    },
  },
  {
    kind: "Next.js with files that are not understood",
    files: {
      "package.json": json({ name: "chat", dependencies: { next: "^15.0.0" } }),
      "app/page.js": "",
      "next.config.js": "module.exports = withPlugins([plugin], {});\n",
      "instrumentation.js": "export function register() {}\n",
    },
    found: "npm, Next.js, JavaScript, CommonJS",
    lines: { "package.json": ['    "@svc/register": "^6.0.0",'], ".env.example": ENVIRONMENT },
    left: [
      "instrumentation.js: add as the first line of register()",
      "next.config.js: name these packages in serverExternalPackages: @svc/register",
    ],
  },
  {
    kind: "AWS Lambda by SAM",
    files: {
      "package.json": json({ name: "function", type: "module", dependencies: { openai: "7.55.0" } }),
      "template.yaml": "Resources:\n  Answer:\n    Type: AWS::Serverless::Function\n",
    },
    found: "npm, AWS Lambda, JavaScript, ES modules",
    lines: { "package.json": [`${DEPENDENCY},`], ".env.example": ENVIRONMENT },
    left: ['template.yaml, Globals.Function.Environment.Variables: set NODE_OPTIONS to "--import @svc/register"'],
  },
  {
    kind: "programs that are not understood",
    files: {
      "package.json": json({
        name: "old",
        scripts: { start: "pm2 start ecosystem.config.js", dev: "nodemon app.js", serve: "npm run start" },
        dependencies: {},
        devDependencies: { "@svc/register": "6.0.0" },
      }),
      Dockerfile: 'FROM node:24\nENTRYPOINT ["/run.sh"]\n',
    },
    found: "npm, Node, JavaScript, CommonJS",
    lines: { ".env.example": ENVIRONMENT },
    left: [
      'package.json: have the script "start" (pm2 start ecosystem.config.js) load the preload: node_args',
      'package.json: have the script "dev" (nodemon app.js) load the preload: nodemon --exec',
      "package.json: move @svc/register from devDependencies to dependencies",
      "Dockerfile: have this line load the preload",
    ],
  },
  {
    kind: "Bun, a command of several parts",
    files: {
      "package.json": json({
        name: "bot",
        type: "module",
        scripts: { start: "node build.js && bun src/bot.ts", dev: "bun run dev:bot" },
      }),
      "bun.lock": "",
    },
    found: "bun, Node, JavaScript, ES modules",
    lines: {
      "package.json": [
        '    "start": "node build.js && bun --preload @svc/register src/bot.ts",',
        '    "@svc/register": "^6.0.0"',
      ],
      ".env.example": ENVIRONMENT,
    },
  },
];

/** Writes the files of a project into a new folder. Returns the folder. */
export async function makeProject(files: Files): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "svc-project-"));
  for (const [file, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), text);
  }
  return folder;
}

/** Returns the files of a project, without what is installed. */
export async function filesOf(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
    .filter((path) => !path.startsWith("node_modules"));
  const texts = await Promise.all(paths.map((path) => readFile(join(folder, path), "utf8")));
  return Object.fromEntries(paths.map((path, index) => [path, texts[index]!]));
}
