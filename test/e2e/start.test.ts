import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, describe, expect, it } from "vitest";
import { startHttpServer } from "../support/http/http-server.ts";

const run = promisify(execFile);

/** Runs the command of the README to its end, and returns what it printed. */
async function started(settings: Record<string, string> = {}): Promise<string> {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(SVC_|OTEL_|OPENAI_)/.test(name)));
  const { stdout } = await run(process.execPath, ["scripts/start.ts", "--once", "--memory"], {
    cwd: join(import.meta.dirname, "../.."),
    env: { ...env, NO_COLOR: "1", ...settings },
  });
  return stdout;
}

describe("npm start -- --once", () => {
  let lines: string[];

  beforeAll(async () => {
    const stdout = await started();
    lines = stdout.split("\n");
  });

  it("prints the application's answer", () => {
    expect(lines).toContain(
      'Good news: "The Left Hand of Darkness" is shipped and should be with you on Thursday. Enjoy the book!',
    );
  });

  it("prints its trace as a tree: the run, and below it each call with model, tokens, latency, input and output", () => {
    const tree = lines.slice(lines.findIndex((line) => line.startsWith("agent support-agent")));
    const call = /generation chat gpt-4\.1-mini {2}gpt-4\.1-mini-stand-in · \d+ → \d+ tokens · \d+\.\d\d s/;
    expect(tree).toEqual([
      expect.stringMatching(/^agent support-agent {2}\d+\.\d\d s$/),
      expect.stringMatching(/^│ {2}in {2}Where is my order 1042\?$/),
      expect.stringMatching(/^│ {2}out Good news: /),
      expect.stringMatching(new RegExp(`^├─ ${call.source}$`)),
      expect.stringMatching(/^│ {5}in {2}system: You help the customers/),
      expect.stringMatching(/^│ {5}out calls find_order \{"number":"1042"\}$/),
      expect.stringMatching(new RegExp(`^└─ ${call.source} · first token \\d+\\.\\d\\d s$`)),
      expect.stringMatching(/^ {6}in {2}\[2 earlier\] assistant: calls find_order .* → \{"status":"shipped"/),
      expect.stringMatching(/^ {6}out Good news: /),
      "",
      expect.stringMatching(/^Look at it: http:\/\/127\.0\.0\.1:\d+\/project\/[\w-]+\/traces\/[0-9a-f]{32}$/),
      "",
      "The service has stopped, and the link with it. `npm start` without --once leaves it running.",
      "",
    ]);
  });
});

describe("npm start -- --once with a model that answers with control characters", () => {
  it("prints none of them", async () => {
    const hostile = "\u001B[2J\u001B]0;title\u0007\u009B1m\u202Egood\u0000 news";
    const model = await startHttpServer(({ body }, response) => {
      const isStreamed = (JSON.parse(new TextDecoder().decode(body)) as { stream?: boolean }).stream === true;
      const message = { role: "assistant", content: hostile };
      const choice = { index: 0, finish_reason: "stop", ...(isStreamed ? { delta: message } : { message }) };
      const answer = JSON.stringify({ id: "c", object: "chat.completion", created: 1, model: "m", choices: [choice] });
      response.writeHead(200, { "content-type": isStreamed ? "text/event-stream" : "application/json" });
      response.end(isStreamed ? `data: ${answer}\n\ndata: [DONE]\n\n` : answer);
    });
    const stdout = await started({ OPENAI_API_KEY: "none", OPENAI_BASE_URL: model.url });
    await model.close();
    expect(stdout).toContain("good");
    // oxlint-disable-next-line no-control-regex -- These are what must not be there.
    expect(stdout).not.toMatch(/[\u0000-\u0009\u000B-\u001F\u007F-\u009F\u202E]/u);
  });
});
