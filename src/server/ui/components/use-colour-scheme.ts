import { useSyncExternalStore } from "react";

const DARK = "(prefers-color-scheme: dark)";

/** Returns the colour scheme that the browser asks for, also after it has changed. */
export function useColourScheme(): "light" | "dark" {
  return useSyncExternalStore(listen, () => (matchMedia(DARK).matches ? "dark" : "light"));
}

function listen(onChange: () => void): () => void {
  const query = matchMedia(DARK);
  query.addEventListener("change", onChange);
  return () => query.removeEventListener("change", onChange);
}
