// Preloaded after the preload under test: notes the modules of openai that a module hook wraps.
import { registerHooks } from "node:module";

const hooked = (globalThis.hookedModules = []);

registerHooks({
  resolve(specifier, context, nextResolve) {
    const resolved = nextResolve(specifier, context);
    if (/\/openai\/.*[?&]iitm=/.test(resolved.url)) hooked.push(resolved.url);
    return resolved;
  },
});
