// Answers that go on until the right ends that they were begun with.
import { setImmediate } from "node:timers/promises";
import { afterEach, expect, it } from "vitest";
import { accessError } from "../../../../src/server/http/http-errors.ts";
import { OpenStreams } from "../../../../src/server/http/open-streams.ts";

const streams = new OpenStreams();
afterEach(() => streams.close());

/** Opens a stream whose right is asked for with `ask`. */
function open(ask: () => Promise<unknown>): Response {
  const headers = { "Content-Type": "text/event-stream" };
  return streams.watch(new Response(new ReadableStream(), { headers }), undefined, ask);
}

it("asks for all of them once, however many ask meanwhile", async () => {
  let questions = 0;
  let answer = (): void => {};
  const answered = new Promise<void>((resolve) => (answer = resolve));
  for (let opened = 0; opened < 3; opened += 1) {
    open(async () => {
      questions += 1;
      await answered;
    });
  }
  const first = streams.ask();
  await setImmediate();
  const others = Array.from({ length: 20 }, async () => streams.ask());
  await setImmediate();
  expect(questions).toBe(3);
  answer();
  await Promise.all([first, ...others]);
  expect(questions).toBe(6);
  await streams.ask();
  expect(questions).toBe(9);
});

it("ends the one whose right ended while others were asked for", async () => {
  let hasRight = true;
  let answer = (): void => {};
  const answered = new Promise<void>((resolve) => (answer = resolve));
  const ended = open(async () => {
    if (!hasRight) throw accessError(401, "The session has ended");
    await answered;
  });
  const first = streams.ask();
  await setImmediate();
  hasRight = false;
  const second = streams.ask();
  answer();
  await Promise.all([first, second]);
  expect(await ended.text()).toBe("");
});
