import { SvcAPIClient, SvcAPIConnectionError, SvcAPITimeoutError, type SvcAPIClientOptions } from "@svc/core/api";
import { getEventListeners, once } from "node:events";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import {
  type Answer,
  answerJson,
  apiErrorOf,
  type RecordingService,
  respondWith,
  startRecordingService,
} from "../../support/http/recording-service.ts";

let service: RecordingService;

beforeAll(async () => {
  service = await startRecordingService();
});
beforeEach(() => service.reset());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});
afterAll(() => service.close());

function client(options: Partial<SvcAPIClientOptions> = {}): SvcAPIClient {
  return new SvcAPIClient({ baseUrl: service.url, ...options });
}

describe("retries", () => {
  it.each([408, 429, 500, 502, 503, 504, 599])("retries a %i twice by default, even for POST", async (status) => {
    service.answer = respondWith(status, {}, { "retry-after": "0" });
    const error = await apiErrorOf(client().scores.create({ name: "s", value: 1 }));
    expect(error.statusCode).toBe(status);
    expect(service.requests).toHaveLength(3);
    expect(service.requests[2]?.body).toEqual({ name: "s", value: 1 });
  });

  it.each([400, 401, 403, 404, 405, 409, 412, 422])("does not retry a %i", async (status) => {
    service.answer = respondWith(status, {}, { "retry-after": "0" });
    await apiErrorOf(client().health.health());
    expect(service.requests).toHaveLength(1);
  });

  it("retries as often as the client or the call allows", async () => {
    service.answer = respondWith(503, {}, { "retry-after": "0" });
    await apiErrorOf(client({ maxRetries: 4 }).health.health());
    expect(service.requests).toHaveLength(5);
    service.reset();
    service.answer = respondWith(503, {}, { "retry-after": "0" });
    await apiErrorOf(client({ maxRetries: 4 }).health.health({}, { maxRetries: 1 }));
    expect(service.requests).toHaveLength(2);
  });

  it.each<[what: string, headers: Record<string, string>, least: number, most: number]>([
    ["the seconds of Retry-After", { "retry-after": "7", "x-ratelimit-reset": "1" }, 7_000, 7_000],
    ["until the date of Retry-After", { "retry-after": "Thu, 01 Jan 2026 00:00:05 GMT" }, 5_000, 5_000],
    ["not at all for a date that is over", { "retry-after": "Thu, 01 Jan 2015 00:00:05 GMT" }, 0, 0],
    ["at most 60 seconds", { "retry-after": "86400" }, 60_000, 60_000],
    ["until X-RateLimit-Reset", { "x-ratelimit-reset": String(Date.UTC(2026, 0, 1) / 1_000 + 9) }, 9_000, 9_000],
    ["about a second when Retry-After makes no sense", { "retry-after": "soon" }, 900, 1_100],
    ["about a second when nothing is said", {}, 900, 1_100],
  ])("waits %s before a retry", async (_what, headers, least, most) => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"], now: Date.UTC(2026, 0, 1) });
    const fetch = vi.fn<typeof globalThis.fetch>(async () => new Response("{}", { status: 429, headers }));
    const call = apiErrorOf(client({ fetch, maxRetries: 1 }).health.health());
    await vi.advanceTimersByTimeAsync(least === 0 ? 0 : least - 1);
    expect(fetch).toHaveBeenCalledTimes(least === 0 ? 2 : 1);
    await vi.advanceTimersByTimeAsync(most - least + 1);
    expect(fetch).toHaveBeenCalledTimes(2);
    expect((await call).statusCode).toBe(429);
  });

  it("doubles the wait with each retry", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    vi.spyOn(Math, "random").mockReturnValue(0.5);
    const fetch = vi.fn<typeof globalThis.fetch>(async () => new Response("{}", { status: 500 }));
    const call = apiErrorOf(client({ fetch, maxRetries: 3 }).health.health());
    for (const [nth, delay] of [1_000, 2_000, 4_000].entries()) {
      await vi.advanceTimersByTimeAsync(delay - 1);
      expect(fetch).toHaveBeenCalledTimes(nth + 1);
      await vi.advanceTimersByTimeAsync(1);
      expect(fetch).toHaveBeenCalledTimes(nth + 2);
    }
    await call;
  });

  it("retries a lost connection for idempotent calls", async () => {
    service.answer = (response, nth) => {
      if (nth === 1) response.socket?.resetAndDestroy();
      else answerJson(response, 200, { status: "OK" });
    };
    expect(await client().health.health()).toEqual({ status: "OK" });
    expect(service.requests).toHaveLength(2);
  });

  it("does not retry a lost connection for POST and PATCH", async () => {
    service.answer = (response) => void response.socket?.resetAndDestroy();
    const posted = await apiErrorOf(client().scores.create({ name: "s", value: 1 }));
    expect(posted).toBeInstanceOf(SvcAPIConnectionError);
    expect(posted.message).toMatch(/^POST .*\/api\/public\/scores failed: .+/);
    expect(posted.statusCode).toBeUndefined();
    await apiErrorOf(client().unstable.skills.update("s", { tags: [] }));
    expect(service.requests).toHaveLength(2);
  });

  it("retries a truncated body like a lost connection", async () => {
    service.answer = (response) => {
      response.writeHead(200, { "content-length": "100" });
      response.write('{"a":', () => response.socket?.resetAndDestroy());
    };
    const error = await apiErrorOf(client({ maxRetries: 0 }).health.health());
    expect(error).toBeInstanceOf(SvcAPIConnectionError);
  });
});

describe("the timeout", () => {
  it.each<[what: string, answer: Answer]>([
    ["a call that is not answered", () => {}],
    ["a call whose answer does not end", (response) => void response.writeHead(200).write('{"status":')],
  ])("ends %s", async (_what, answer) => {
    const service = await startRecordingService();
    service.answer = answer;
    const error = await apiErrorOf(client({ baseUrl: service.url }).health.health({}, { timeoutInSeconds: 0.2 }));
    expect(error).toBeInstanceOf(SvcAPITimeoutError);
    expect(error.message).toBe(`GET ${service.url}/api/public/health took longer than 0.2 s`);
    await service.close();
  });

  it("is 60 seconds by default, for each attempt", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const { promise, resolve } = Promise.withResolvers<AbortSignal>();
    const fetch: typeof globalThis.fetch = async (_url, init) => {
      resolve(init!.signal!);
      await once(init!.signal!, "abort");
      throw init!.signal!.reason;
    };
    const call = apiErrorOf(client({ fetch }).health.health());
    const signal = await promise;
    await vi.advanceTimersByTimeAsync(59_999);
    expect(signal.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(await call).toBeInstanceOf(SvcAPITimeoutError);
  });

  it("clears its timer", async () => {
    const set = vi.spyOn(globalThis, "setTimeout");
    const clear = vi.spyOn(globalThis, "clearTimeout");
    await client({ timeoutInSeconds: 1_234 }).health.health();
    const nth = set.mock.calls.findIndex(([, milliseconds]) => milliseconds === 1_234_000);
    expect(clear).toHaveBeenCalledWith(set.mock.results[nth]?.value);
  });
});

describe("an abort signal", () => {
  it("aborts a call with its reason", async () => {
    const controller = new AbortController();
    const reason = new Error("enough");
    service.answer = () => controller.abort(reason);
    await expect(client().health.health({}, { abortSignal: controller.signal })).rejects.toBe(reason);
    expect(getEventListeners(controller.signal, "abort")).toEqual([]);
  });

  it("aborts the wait before a retry", async () => {
    const controller = new AbortController();
    const reason = new Error("enough");
    const fetch = async (): Promise<Response> => {
      queueMicrotask(() => setImmediate(() => controller.abort(reason)));
      return new Response("{}", { status: 503, headers: { "retry-after": "60" } });
    };
    const call = client({ fetch }).health.health({}, { abortSignal: controller.signal });
    await expect(call).rejects.toBe(reason);
    expect(getEventListeners(controller.signal, "abort")).toEqual([]);
  });

  it("aborted before the call, sends nothing", async () => {
    const abortSignal = AbortSignal.abort(new Error("before"));
    await expect(client().health.health({}, { abortSignal })).rejects.toThrow("before");
    expect(service.requests).toEqual([]);
  });

  it("shared by many calls keeps no listeners", async () => {
    const { signal: abortSignal } = new AbortController();
    service.answer = (response, nth) => answerJson(response, nth % 2 === 0 ? 200 : 503, {}, { "retry-after": "0" });
    for (let i = 0; i < 20; i++) await client().health.health({}, { abortSignal });
    expect(service.requests).toHaveLength(40);
    expect(getEventListeners(abortSignal, "abort")).toEqual([]);
  });
});
