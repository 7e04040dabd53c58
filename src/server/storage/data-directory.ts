import { mkdirSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

const NAME = "svc-server";
const DATABASE_FILE = "observations.sqlite";

/** Returns the default directory for this user's observations. */
export function defaultDataDirectory(
  platform: NodeJS.Platform = process.platform,
  environment: NodeJS.ProcessEnv = process.env,
  home: string = homedir(),
): string {
  if (platform === "darwin") return join(home, "Library", "Application Support", NAME);
  const base =
    platform === "win32"
      ? environment["LOCALAPPDATA"] || join(home, "AppData", "Local")
      : environment["XDG_DATA_HOME"] || join(home, ".local", "share");
  return join(base, NAME);
}

/** Creates the directory if needed, readable by this user only, and returns the path of the database file in it. */
export function databaseFileIn(directory: string): string {
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new Error(`Cannot use the data directory ${directory}. Choose another with --data DIR, or use --memory.`, {
      cause: error,
    });
  }
  return databaseFileOf(directory);
}

/** Returns the path of the database file in a data directory. */
export function databaseFileOf(directory: string): string {
  return join(directory, DATABASE_FILE);
}
