import {
  AccessDeniedError,
  APIPromise,
  BadRequestError,
  MethodNotAllowedError,
  NotFoundError,
  SvcAPIClient,
  SvcAPIConnectionError,
  SvcAPIError,
  SvcAPITimeoutError,
  UnauthorizedError,
  type SvcAPIClientOptions,
} from "@svc/core/api";
import { getEventListeners, once } from "node:events";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { freePort } from "../../support/free-port.ts";
import { respondWith, startRecordingService, type Answer, type RecordingService } from "../../support/api-service.ts";

const SECRET = "sk-svc-very-secret";

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
  return new SvcAPIClient({ baseUrl: service.url, username: "pk-svc-test", password: SECRET, ...options });
}

/** The error a call ends with. */
async function errorOf(call: Promise<unknown>): Promise<SvcAPIError> {
  const error: unknown = await call.then(
    () => expect.unreachable("the call succeeded"),
    (error: unknown) => error,
  );
  expect(error).toBeInstanceOf(SvcAPIError);
  return error as SvcAPIError;
}

describe("what is sent", () => {
  it("the keys as Basic credentials, and who sends", async () => {
    await client().projects.get();
    expect(service.requests[0]?.headers).toMatchObject({
      authorization: `Basic ${Buffer.from(`pk-svc-test:${SECRET}`).toString("base64")}`,
      accept: "application/json",
      "x-svc-sdk-name": "javascript",
      "x-svc-sdk-version": "6.0.0",
      "x-svc-public-key": "pk-svc-test",
    });
  });

  it.each([
    ["public", { password: undefined }],
    ["secret", { username: undefined }],
  ])("no credentials with the %s key alone", async (_which, options) => {
    await client(options).health.health();
    expect(service.requests[0]?.headers).not.toHaveProperty("authorization");
  });

  it("headers of the call over those of the client over those of the SDK, whatever their case", async () => {
    const api = client({ headers: { "X-SVC-SDK-Name": "mine", "X-Team": "a", Authorization: "Bearer x" } });
    await api.health.health({}, { headers: { "x-TEAM": "b" } });
    expect(service.requests[0]?.headers).toMatchObject({
      "x-svc-sdk-name": "mine",
      "x-team": "b",
      authorization: "Bearer x",
    });
  });

  it("query parameters of the options over those of the request, lists as repeated keys, nothing for null", async () => {
    const request = { name: "a&b=c", environment: ["x", "y"], userId: undefined };
    await client().observations.getMany(request, { queryParams: { name: "n", more: [1, true], none: null } });
    expect(service.requests[0]?.target).toBe(
      "/api/public/v2/observations?name=n&environment=x&environment=y&more=1&more=true",
    );
  });

  it.each(["/", "///", ""])("to a base address with the path /sub%s", async (end) => {
    await client({ baseUrl: `${service.url}/sub${end}` }).health.health();
    expect(service.requests[0]?.target).toBe("/sub/api/public/health");
  });

  it.each(["", ".", "..", "\ud800", undefined])(
    "never to another path: %j as an identifier is an error",
    async (id) => {
      const error = await errorOf(client().datasetItems.delete(id as string));
      expect(error.message).toMatch(/^DELETE \/api\/public\/dataset-items\/.*: .* cannot be a part of a path$/);
      expect(service.requests).toEqual([]);
    },
  );

  it.each([
    ["a base address that is none", { baseUrl: "localhost" }, /baseUrl is not an absolute address/],
    ["a header that cannot be sent", { headers: { "x-team": `${SECRET}\n.` } }, /the header "x-team" has/],
    ["a time of nothing", { timeoutInSeconds: 0 }, /timeoutInSeconds is 0/],
    ["a time that is no number", { timeoutInSeconds: Number.NaN }, /timeoutInSeconds is NaN/],
    ["fewer retries than none", { maxRetries: -1 }, /maxRetries is -1/],
  ])("not with %s", async (_what, options, message) => {
    const error = await errorOf(client(options).health.health());
    expect(error.message).toMatch(message);
    expect(error.message).not.toContain(SECRET);
    expect(service.requests).toEqual([]);
  });

  it("not a body that JSON cannot hold", async () => {
    const error = await errorOf(client().datasetItems.create({ datasetName: "d", input: 1n }));
    expect(error.message).toMatch(/^POST .*\/dataset-items: the request cannot be written as JSON: .*BigInt/);
  });
});

describe("what comes back", () => {
  it("a promise of the result that also offers the answer", async () => {
    service.answer = respondWith(200, { id: "d" }, { "x-trace": "1" });
    const promise = client().datasets.get("d");
    expect(promise).toBeInstanceOf(APIPromise);
    const { data, rawResponse } = await promise.withRawResponse();
    expect(data).toEqual({ id: "d" });
    expect(rawResponse.headers.get("x-trace")).toBe("1");
    expect(await Promise.all([promise, promise.then(({ id }) => id)])).toEqual([{ id: "d" }, "d"]);
    const onEnd = vi.fn<() => void>();
    expect(await promise.finally(onEnd)).toEqual({ id: "d" });
    expect(onEnd).toHaveBeenCalledOnce();
  });

  it("nothing from operations without a result, an empty object from 204", async () => {
    service.answer = respondWith(200, { message: "OK" });
    expect(await client().models.delete("m")).toBeUndefined();
    service.answer = (response) => void response.writeHead(204).end();
    expect(await client().prompts.delete("p")).toBeUndefined();
    expect(await client().scim.deleteUser("u")).toEqual({});
  });

  it.each([
    [400, BadRequestError],
    [401, UnauthorizedError],
    [403, AccessDeniedError],
    [404, NotFoundError],
    [405, MethodNotAllowedError],
    [409, SvcAPIError],
  ])("status %i as an error of its own", async (status, Type) => {
    service.answer = respondWith(status, { message: "No.", error: "SomeError" }, { "x-trace": "1" });
    const error = await errorOf(client().comments.getById("c"));
    expect(error.constructor).toBe(Type);
    expect(error.name).toBe(Type.name);
    expect(error.message).toBe(`GET ${service.url}/api/public/comments/c was answered ${status}: No.`);
    expect(error).toMatchObject({ statusCode: status, body: { message: "No.", error: "SomeError" } });
    expect(error.rawResponse?.headers.get("x-trace")).toBe("1");
    expect(service.requests).toHaveLength(1);
  });

  it.each<[what: string, body: string, said: string]>([
    ["issues", '{"message":"Bad","error":[{"code":"c","message":"too short","path":["a",0]}]}', "Bad (a.0: too short)"],
    ["a trace export", '{"error":"Unsupported version"}', "Unsupported version"],
    ["SCIM", '{"schemas":[],"detail":"No user","status":"404"}', "No user"],
    ["another shape", '["no"]', '["no"]'],
    ["null", "null", "null"],
  ])("what the service says, in the shape of %s", async (_what, body, said) => {
    service.answer = (response) => void response.writeHead(422).end(body);
    expect((await errorOf(client().health.health())).message).toMatch(/ was answered 422: (.*)$/);
    expect((await errorOf(client().health.health())).message.split("422: ")[1]).toBe(said);
  });

  it("the beginning of an HTML error page", async () => {
    const page = `<html>\n  <body>Bad gateway</body>\n</html>${"x".repeat(10_000)}`;
    service.answer = (response) => void response.writeHead(502, { "content-type": "text/html" }).end(page);
    const error = await errorOf(client({ maxRetries: 0 }).health.health());
    expect(error.message).toContain("was answered 502: <html> <body>Bad gateway</body> </html>");
    expect(error.message.length).toBeLessThan(400);
    expect(error.body).toBe(page);
  });

  it.each([
    [
      "an HTML page",
      "<p>Log in</p>",
      /was answered 200 with something that is not JSON \(text\/html\): <p>Log in<\/p>/,
    ],
    ["an empty body", "", /was answered 200 with an empty body/],
  ])("an error when a success is %s", async (_what, body, message) => {
    service.answer = (response) => void response.writeHead(200, { "content-type": "text/html" }).end(body);
    const error = await errorOf(client().health.health());
    expect(error.message).toMatch(message);
    expect(error).toMatchObject({ statusCode: 200, body });
  });

  it("an error when an HTML page stands for a success without a result", async () => {
    service.answer = (response) => void response.writeHead(200).end("<p>Log in</p>");
    expect((await errorOf(client().prompts.delete("p"))).message).toContain("with something that is not JSON");
  });
});

describe("retries", () => {
  it.each([408, 429, 500, 502, 503, 504, 599])("after %i, twice by default, also for POST", async (status) => {
    service.answer = respondWith(status, {}, { "retry-after": "0" });
    const error = await errorOf(client().scores.create({ name: "s", value: 1 }));
    expect(error.statusCode).toBe(status);
    expect(service.requests).toHaveLength(3);
    expect(service.requests[2]?.body).toEqual({ name: "s", value: 1 });
  });

  it.each([400, 401, 403, 404, 405, 409, 412, 422])("not after %i", async (status) => {
    service.answer = respondWith(status, {}, { "retry-after": "0" });
    await errorOf(client().health.health());
    expect(service.requests).toHaveLength(1);
  });

  it("as often as the client or the call says", async () => {
    service.answer = respondWith(503, {}, { "retry-after": "0" });
    await errorOf(client({ maxRetries: 4 }).health.health());
    expect(service.requests).toHaveLength(5);
    service.reset();
    service.answer = respondWith(503, {}, { "retry-after": "0" });
    await errorOf(client({ maxRetries: 4 }).health.health({}, { maxRetries: 1 }));
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
  ])("wait %s", async (_what, headers, least, most) => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"], now: Date.UTC(2026, 0, 1) });
    const fetch = vi.fn<typeof globalThis.fetch>(async () => new Response("{}", { status: 429, headers }));
    const call = errorOf(client({ fetch, maxRetries: 1 }).health.health());
    await vi.advanceTimersByTimeAsync(least === 0 ? 0 : least - 1);
    expect(fetch).toHaveBeenCalledTimes(least === 0 ? 2 : 1);
    await vi.advanceTimersByTimeAsync(most - least + 1);
    expect(fetch).toHaveBeenCalledTimes(2);
    expect((await call).statusCode).toBe(429);
  });

  it("wait twice as long each time", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    vi.spyOn(Math, "random").mockReturnValue(0.5);
    const fetch = vi.fn<typeof globalThis.fetch>(async () => new Response("{}", { status: 500 }));
    const call = errorOf(client({ fetch, maxRetries: 3 }).health.health());
    for (const [nth, delay] of [1_000, 2_000, 4_000].entries()) {
      await vi.advanceTimersByTimeAsync(delay - 1);
      expect(fetch).toHaveBeenCalledTimes(nth + 1);
      await vi.advanceTimersByTimeAsync(1);
      expect(fetch).toHaveBeenCalledTimes(nth + 2);
    }
    await call;
  });

  it("a lost connection for calls that may be made twice", async () => {
    service.answer = (response, nth) => {
      if (nth === 1) response.socket?.resetAndDestroy();
      else respondWith(200, { status: "OK" })(response, nth);
    };
    expect(await client().health.health()).toEqual({ status: "OK" });
    expect(service.requests).toHaveLength(2);
  });

  it("no lost connection for POST and PATCH", async () => {
    service.answer = (response) => void response.socket?.resetAndDestroy();
    const posted = await errorOf(client().scores.create({ name: "s", value: 1 }));
    expect(posted).toBeInstanceOf(SvcAPIConnectionError);
    expect(posted.message).toMatch(/^POST .*\/api\/public\/scores failed: .+/);
    expect(posted.statusCode).toBeUndefined();
    await errorOf(client().unstable.skills.update("s", { tags: [] }));
    expect(service.requests).toHaveLength(2);
  });

  it("a body that breaks off, like a lost connection", async () => {
    service.answer = (response) => {
      response.writeHead(200, { "content-length": "100" });
      response.write('{"a":', () => response.socket?.resetAndDestroy());
    };
    const error = await errorOf(client({ maxRetries: 0 }).health.health());
    expect(error).toBeInstanceOf(SvcAPIConnectionError);
  });

  it("say where nobody listens", async () => {
    const port = await freePort();
    const error = await errorOf(client({ baseUrl: `http://127.0.0.1:${port}`, maxRetries: 0 }).health.health());
    expect(error).toBeInstanceOf(SvcAPIConnectionError);
    expect(error.message).toContain(`GET http://127.0.0.1:${port}/api/public/health failed: connect ECONNREFUSED`);
    expect(error.message).not.toContain(SECRET);
  });
});

describe("time", () => {
  it.each<[what: string, answer: Answer]>([
    ["a call that is not answered", () => {}],
    ["a call whose answer does not end", (response) => void response.writeHead(200).write('{"status":')],
  ])("ends %s", async (_what, answer) => {
    const service = await startRecordingService();
    service.answer = answer;
    const error = await errorOf(client({ baseUrl: service.url }).health.health({}, { timeoutInSeconds: 0.2 }));
    expect(error).toBeInstanceOf(SvcAPITimeoutError);
    expect(error.message).toBe(`GET ${service.url}/api/public/health took longer than 0.2 s`);
    await service.close();
  });

  it("is 60 seconds by default, for one attempt and no other", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const { promise, resolve } = Promise.withResolvers<AbortSignal>();
    const fetch: typeof globalThis.fetch = async (_url, init) => {
      resolve(init!.signal!);
      await once(init!.signal!, "abort");
      throw init!.signal!.reason;
    };
    const call = errorOf(client({ fetch }).health.health());
    const signal = await promise;
    await vi.advanceTimersByTimeAsync(59_999);
    expect(signal.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(await call).toBeInstanceOf(SvcAPITimeoutError);
  });

  it("leaves no timer behind", async () => {
    const set = vi.spyOn(globalThis, "setTimeout");
    const clear = vi.spyOn(globalThis, "clearTimeout");
    await client({ timeoutInSeconds: 1_234 }).health.health();
    const nth = set.mock.calls.findIndex(([, milliseconds]) => milliseconds === 1_234_000);
    expect(clear).toHaveBeenCalledWith(set.mock.results[nth]?.value);
  });
});

describe("an abort signal", () => {
  it("ends a call with its reason", async () => {
    const controller = new AbortController();
    const reason = new Error("enough");
    service.answer = () => controller.abort(reason);
    await expect(client().health.health({}, { abortSignal: controller.signal })).rejects.toBe(reason);
    expect(getEventListeners(controller.signal, "abort")).toEqual([]);
  });

  it("ends the wait before another attempt", async () => {
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

  it("that has fired sends nothing", async () => {
    const abortSignal = AbortSignal.abort(new Error("before"));
    await expect(client().health.health({}, { abortSignal })).rejects.toThrow("before");
    expect(service.requests).toEqual([]);
  });

  it("that serves many calls keeps no listener of any", async () => {
    const { signal: abortSignal } = new AbortController();
    service.answer = (response, nth) =>
      respondWith(nth % 2 === 0 ? 200 : 503, {}, { "retry-after": "0" })(response, nth);
    for (let i = 0; i < 20; i++) await client().health.health({}, { abortSignal });
    expect(service.requests).toHaveLength(40);
    expect(getEventListeners(abortSignal, "abort")).toEqual([]);
  });
});
