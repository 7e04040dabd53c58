import { mkdirSync, realpathSync, statSync } from "node:fs";

/** Mode of the folder and of its files: the owner alone. */
export const FOLDER_MODE = 0o700;
export const FILE_MODE = 0o600;

const OTHERS = 0o077;

/**
 * Returns the real path of the spool's folder, which is made when it is missing. Throws an error that says what to do when the folder
 * is not private: the files hold what spans hold. Windows has no such modes; there the folder's access list decides.
 */
export function privateFolder(path: string): string {
  mkdirSync(path, { recursive: true, mode: FOLDER_MODE });
  const folder = realpathSync(path);
  const { uid, mode } = statSync(folder);
  const user = process.geteuid?.();
  if (user === undefined) return folder;
  if (uid !== user) {
    throw new Error(
      `${folder} belongs to the user ${uid}, and this process is the user ${user}; name a folder of its own.`,
    );
  }
  if ((mode & OTHERS) !== 0) {
    const octal = (mode & 0o777).toString(8).padStart(4, "0");
    throw new Error(
      `${folder} has the mode ${octal}, so other users can get at it; name a new folder, or run chmod 0700.`,
    );
  }
  return folder;
}
