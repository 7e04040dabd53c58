// Asks in processes of its own, as spawn() and execFile() start them, and says what a child sees of how it was started.
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

const ask = fileURLToPath(new URL("ask.mjs", import.meta.url));
await once(spawn(process.execPath, [ask], { stdio: "inherit" }), "exit");
await new Promise((resolve) => {
  execFile(process.execPath, [ask], (_error, stdout) => {
    process.stdout.write(stdout);
    resolve();
  });
});
const shown = "console.log(JSON.stringify([process.argv.length, process.env.NODE_OPTIONS ?? null]))";
await once(spawn(process.execPath, ["--eval", shown], { stdio: "inherit" }), "exit");
// Without the keys there is nothing to send with, and nothing to say.
await once(spawn(process.execPath, ["--eval", "console.log(1)"], { stdio: "inherit", env: {} }), "exit");
