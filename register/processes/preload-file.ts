let preloadFile: string | undefined;

/** Records the file that was preloaded. When code starts the preload instead, there may be no file that a child can preload. */
export function preloadedBy(file: string): void {
  preloadFile = file;
}

/** Returns the file that was preloaded; undefined when code started the preload. */
export function preloadedFile(): string | undefined {
  return preloadFile;
}
