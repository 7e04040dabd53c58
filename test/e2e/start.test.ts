import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, describe, expect, it } from "vitest";

const run = promisify(execFile);

describe("npm start -- --once", () => {
  let lines: string[];

  beforeAll(async () => {
    const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(SVC_|OTEL_|OPENAI_)/.test(name)));
    const { stdout } = await run(process.execPath, ["scripts/start.ts", "--once", "--memory"], {
      cwd: join(import.meta.dirname, "../.."),
      env: { ...env, NO_COLOR: "1" },
    });
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
      expect.stringMatching(/^│ {5}in {2}\{"messages":\[\{"role":"system"/),
      expect.stringMatching(/^│ {5}out \{"role":"assistant","content":null,"tool_calls":\[.*find_order|…$/),
      expect.stringMatching(new RegExp(`^└─ ${call.source} · first token \\d+\\.\\d\\d s$`)),
      expect.stringMatching(/^ {6}in {2}\{"messages":\[\{"role":"system"/),
      expect.stringMatching(/^ {6}out \{"role":"assistant","content":"Good news/),
      "",
      expect.stringMatching(/^Look at it: http:\/\/127\.0\.0\.1:\d+\/project\/[\w-]+\/traces\/[0-9a-f]{32}$/),
      "",
    ]);
  });
});
