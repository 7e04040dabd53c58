import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import tailwindcss from "@tailwindcss/vite";
import { type UserConfig, defineConfig } from "vite";
import { thirdPartyNotices } from "../../../scripts/third-party-notices.ts";

/** Notices of the page; those of the service stand in a file of their own. The rules of Tailwind's stylesheet pass the bundler by. */
const notices = thirdPartyNotices({
  fileName: "PAGE-THIRD-PARTY-NOTICES.md",
  folders: [dirname(fileURLToPath(import.meta.resolve("tailwindcss/package.json")))],
});

/** Build of the page into the package of the service, which serves it. */
const config: UserConfig = defineConfig({
  root: import.meta.dirname,
  plugins: [tailwindcss(), notices],
  logLevel: "warn",
  build: {
    // Beside the service, whose build empties the folder first.
    outDir: "../dist",
    assetsDir: "ui",
    emptyOutDir: false,
    target: "es2022",
    // The policy of the page allows no data in place of a file, and no script in the document.
    assetsInlineLimit: 0,
    // The lists of what to load in advance are larger than what they save: the service is near.
    modulePreload: false,
    rolldownOptions: {
      // Libraries mark what runs in a browser; all of this page does.
      onLog: (level, log, handle) => {
        if (log.code !== "MODULE_LEVEL_DIRECTIVE") handle(level, log);
      },
    },
  },
});

export default config;
