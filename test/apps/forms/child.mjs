// Asks in a process of its own, as fork() starts one.
import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

await once(fork(fileURLToPath(new URL("ask.mjs", import.meta.url))), "exit");
