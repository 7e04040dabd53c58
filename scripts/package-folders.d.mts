/** Returns the folders of the packages, by the workspaces of the repository: all that are neither examples nor tests. */
export function packageFolders(): string[];
