// Makes a call that fails, tells everything about the error, and ends in one of several ways.
import OpenAI from "openai";

const client = new OpenAI({ apiKey: "a key", maxRetries: 0 });
const call = () =>
  client.chat.completions.create({ model: "gpt-4o-mini", messages: [{ role: "user", content: "hello" }] });

const endings = {
  normal: async () => {
    console.log(JSON.stringify(await call()));
  },
  caught: async () => {
    const error = await call().catch((reason) => reason);
    console.log(error.constructor.name, error.name, error.status, error.code, error.type, error.message, error.stack);
    console.log(JSON.stringify(error), Object.keys(error));
  },
  thrown: async () => {
    await call();
  },
  unhandled: async () => {
    void call();
  },
  "exit code": async () => {
    await call().catch(() => {});
    process.exitCode = 7;
  },
  "process.exit": async () => {
    await call().catch(() => {});
    process.exit(3);
  },
  "own listeners": async () => {
    process.on("beforeExit", (code) => console.log("beforeExit", code));
    process.on("exit", (code) => console.log("exit", code));
    await call().catch(() => {});
  },
};

await endings[process.argv[2]]();
