import { join } from "node:path";

/** Folder of the repository. */
export const ROOT: string = join(import.meta.dirname, "../..");

/** Folder of the applications that tests run. */
export const APPS: string = join(ROOT, "test/apps");

/** Folder of the applications whose packages are installed when a test first asks for them. */
export const INSTALLATIONS: string = join(ROOT, "test/installations");

/** Folder of recorded data. */
export const FIXTURES: string = join(ROOT, "test/fixtures");

/** Program of the local service. */
export const SERVER_PROGRAM: string = join(ROOT, "src/server/dist/cli.mjs");

/** File of the preload, for a folder that does not have the package. */
export const PRELOAD_FILE: string = join(ROOT, "register/dist/index.cjs");
