import { existsSync } from "node:fs";
import { join } from "node:path";
import { chromium, type Browser, type BrowserServer } from "playwright-core";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Returns the Chromium of this machine: `CHROMIUM_PATH`, else the first on the PATH; undefined without one. */
export function chromiumPath(): string | undefined {
  const folders = (process.env["PATH"] ?? "").split(":");
  const found = NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => existsSync(path));
  return process.env["CHROMIUM_PATH"] ?? found;
}

/** Starts a headless browser. Throws an error that names the package to install when the machine has none. */
export async function startChromium(): Promise<Browser> {
  return chromium.launch(options());
}

/** Starts a headless browser to which the tests of several files connect. */
export async function startSharedChromium(): Promise<BrowserServer> {
  return chromium.launchServer(options());
}

function options(): { executablePath: string; headless: boolean; args: string[] } {
  const executablePath = chromiumPath();
  if (executablePath === undefined) {
    throw new Error(
      "These tests drive a real Chromium: `apt-get install chromium`, or say where it is in CHROMIUM_PATH.",
    );
  }
  return { executablePath, headless: true, args: FLAGS };
}
