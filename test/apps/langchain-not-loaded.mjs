// Loaded after the preload: says so when that has loaded LangChain.
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);
const loaded = Object.keys(require.cache).filter((path) => path.includes("/@langchain/"));
if (loaded.length > 0) console.error("The preload loaded", loaded);
