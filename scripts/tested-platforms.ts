/**
 * Versions of Node on which `npm run test:matrix` runs. Up to 22.9 the preload traces CommonJS only (register/hooks/module-hooks.ts gives
 * the reason), which its tests do not expect.
 */
export const NODE_VERSIONS = [
  { version: "22.0.0", hasPreload: false },
  { version: "22.9.0", hasPreload: true },
  { version: "22", hasPreload: true },
  { version: "24", hasPreload: true },
  { version: "26", hasPreload: true },
] as const;

/** Versions of TypeScript with which `npm run test:types` compiles the types of all packages, by the lines they stand for, the oldest first. */
export const TYPESCRIPT_VERSIONS = { "5.4": "5.4.5", "5.9": "5.9.3", "6.0": "6.0.3", "7.0": "7.0.2" } as const;
