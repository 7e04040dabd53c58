// Apart from the other tests of prompts, which need no files and run in other runtimes as well.
import { SvcClient, TextPromptClient } from "@svc/client";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { respondWith, startRecordingService, type RecordingService } from "../support/http/recording-service.ts";
import { captureLogLines } from "../support/log-lines.ts";
import { TEST_KEYS } from "../support/otlp/traced.ts";

const base = { config: {}, labels: ["production"], tags: [], commitMessage: null };

describe("a fallback directory, for starting without the service", () => {
  let directory: string;
  let service: RecordingService;

  beforeEach(async () => {
    directory = mkdtempSync(join(tmpdir(), "svc-prompts-"));
    service = await startRecordingService(respondWith(404, { message: "Prompt not found" }));
    captureLogLines();
  });

  afterEach(async () => {
    rmSync(directory, { recursive: true });
    vi.unstubAllEnvs();
    vi.restoreAllMocks();
    await service.close();
  });

  it.each<[file: string, content: string, name: string, expected: object]>([
    ["greeting.txt", "Hi {{name}}", "greeting", { type: "text", prompt: "Hi {{name}}", version: 0 }],
    ["a%2Fb.txt", "Hi", "a/b", { name: "a/b", prompt: "Hi" }],
    [
      "chat.json",
      '[{"role":"user","content":"Hi"},{"type":"placeholder","name":"history"}]',
      "chat",
      {
        type: "chat",
        prompt: [
          { role: "user", content: "Hi" },
          { type: "placeholder", name: "history" },
        ],
      },
    ],
    [
      "kept.json",
      new TextPromptClient({ ...base, name: "kept", version: 4, type: "text", prompt: "Kept" }).toJSON(),
      "kept",
      { type: "text", prompt: "Kept", version: 4 },
    ],
  ])("%s", async (file, content, name, expected) => {
    writeFileSync(join(directory, file), content);
    const reader = new SvcClient({ ...TEST_KEYS, baseUrl: service.url, promptFallbackDirectory: directory });
    expect(await reader.prompt.get(name)).toMatchObject({ name, isFallback: true, ...expected });
  });

  it("reads no file outside of it", async () => {
    writeFileSync(join(directory, "outside.txt"), "Hi");
    const inside = join(directory, "inside");
    mkdirSync(inside);
    const reader = new SvcClient({ ...TEST_KEYS, baseUrl: service.url, promptFallbackDirectory: inside });
    await expect(reader.prompt.get("../outside")).rejects.toMatchObject({ statusCode: 404 });
  });

  it("comes after a given fallback, and is named when it is unreadable", async () => {
    vi.stubEnv("SVC_PROMPT_FALLBACK_DIRECTORY", directory);
    writeFileSync(join(directory, "greeting.json"), '{"no":"prompt"}');
    const reader = new SvcClient({ ...TEST_KEYS, baseUrl: service.url });
    expect((await reader.prompt.get("greeting", { fallback: "given" })).prompt).toBe("given");
    await expect(reader.prompt.get("greeting")).rejects.toThrow(/greeting\.json is no prompt/);
  });
});
