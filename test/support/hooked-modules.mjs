// Preloaded after the preload under test: notes the modules whose source a module hook has replaced.
import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { fileURLToPath } from "node:url";

const hooked = (globalThis.hookedModules = []);

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    if (url.includes("/openai/") && loaded.source != null) {
      const original = readFileSync(fileURLToPath(url.split("?")[0]));
      if (!original.equals(Buffer.from(loaded.source))) hooked.push(url);
    }
    return loaded;
  },
});
