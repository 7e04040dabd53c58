import {
  AccessDeniedError,
  APIPromise,
  BadRequestError,
  MethodNotAllowedError,
  NotFoundError,
  SvcAPIClient,
  SvcAPIConnectionError,
  SvcAPIError,
  UnauthorizedError,
  type SvcAPIClientOptions,
} from "@svc/core/api";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import {
  apiErrorOf,
  respondWith,
  startRecordingService,
  type RecordingService,
} from "../../support/http/recording-service.ts";
import { freePort } from "../../support/http/free-port.ts";

const SECRET = "sk-svc-very-secret";

let service: RecordingService;

beforeAll(async () => {
  service = await startRecordingService();
});
beforeEach(() => service.reset());
afterAll(() => service.close());

function client(options: Partial<SvcAPIClientOptions> = {}): SvcAPIClient {
  return new SvcAPIClient({ baseUrl: service.url, username: "pk-svc-test", password: SECRET, ...options });
}

describe("requests", () => {
  it("have the keys as Basic credentials, and the SDK headers", async () => {
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
  ])("have no credentials with the %s key alone", async (_which, options) => {
    await client(options).health.health();
    expect(service.requests[0]?.headers).not.toHaveProperty("authorization");
  });

  it("prefer headers of the call to those of the client and of the SDK, in any case", async () => {
    const api = client({ headers: { "X-SVC-SDK-Name": "mine", "X-Team": "a", Authorization: "Bearer x" } });
    await api.health.health({}, { headers: { "x-TEAM": "b" } });
    expect(service.requests[0]?.headers).toMatchObject({
      "x-svc-sdk-name": "mine",
      "x-team": "b",
      authorization: "Bearer x",
    });
  });

  it("prefer query parameters of the options, repeat lists, and omit null", async () => {
    const request = { name: "a&b=c", environment: ["x", "y"], userId: undefined };
    await client().observations.getMany(request, { queryParams: { name: "n", more: [1, true], none: null } });
    expect(service.requests[0]?.target).toBe(
      "/api/public/v2/observations?name=n&environment=x&environment=y&more=1&more=true",
    );
  });

  it.each(["/", "///", ""])("go to a base URL with the path /sub%s", async (end) => {
    await client({ baseUrl: `${service.url}/sub${end}` }).health.health();
    expect(service.requests[0]?.target).toBe("/sub/api/public/health");
  });

  it.each(["", ".", "..", "\ud800", undefined])(
    "never go to another path: the identifier %j is an error",
    async (id) => {
      const error = await apiErrorOf(client().datasetItems.delete(id as string));
      expect(error.message).toMatch(/^DELETE \/api\/public\/dataset-items\/.*: .* cannot be a part of a path$/);
      expect(service.requests).toEqual([]);
    },
  );

  it.each([
    ["an invalid base address", { baseUrl: "localhost" }, /baseUrl is not an absolute address/],
    ["a header that cannot be sent", { headers: { "x-team": `${SECRET}\n.` } }, /the header "x-team" has/],
    ["a time of nothing", { timeoutInSeconds: 0 }, /timeoutInSeconds is 0/],
    ["a time that is no number", { timeoutInSeconds: Number.NaN }, /timeoutInSeconds is NaN/],
    ["fewer retries than none", { maxRetries: -1 }, /maxRetries is -1/],
  ])("are not sent with %s", async (_what, options, message) => {
    const error = await apiErrorOf(client(options).health.health());
    expect(error.message).toMatch(message);
    expect(error.message).not.toContain(SECRET);
    expect(service.requests).toEqual([]);
  });

  it("are not sent with a body that JSON cannot represent", async () => {
    const circle: unknown[] = [1n];
    circle.push(circle);
    const error = await apiErrorOf(client().datasetItems.create({ datasetName: "d", input: circle }));
    expect(error.message).toMatch(/^POST .*\/dataset-items: the request cannot be written as JSON: .*circular/);
  });
});

describe("responses", () => {
  it("give a promise of the result that also has the response", async () => {
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

  it("give undefined for operations without a result, and an empty object for 204", async () => {
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
  ])("give a specific error for status %i", async (status, Type) => {
    service.answer = respondWith(status, { message: "No.", error: "SomeError" }, { "x-trace": "1" });
    const error = await apiErrorOf(client().comments.getById("c"));
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
  ])("give the service's message from %s", async (_what, body, said) => {
    service.answer = (response) => void response.writeHead(422).end(body);
    expect((await apiErrorOf(client().health.health())).message).toMatch(/ was answered 422: (.*)$/);
    expect((await apiErrorOf(client().health.health())).message.split("422: ")[1]).toBe(said);
  });

  it("give the beginning of an HTML error page", async () => {
    const page = `<html>\n  <body>Bad gateway</body>\n</html>${"x".repeat(10_000)}`;
    service.answer = (response) => void response.writeHead(502, { "content-type": "text/html" }).end(page);
    const error = await apiErrorOf(client({ maxRetries: 0 }).health.health());
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
  ])("are an error when a success is %s", async (_what, body, message) => {
    service.answer = (response) => void response.writeHead(200, { "content-type": "text/html" }).end(body);
    const error = await apiErrorOf(client().health.health());
    expect(error.message).toMatch(message);
    expect(error).toMatchObject({ statusCode: 200, body });
  });

  it("are an error when a success without result is an HTML page", async () => {
    service.answer = (response) => void response.writeHead(200).end("<p>Log in</p>");
    expect((await apiErrorOf(client().prompts.delete("p"))).message).toContain("with something that is not JSON");
  });

  it("are an error when no server listens", async () => {
    const port = await freePort();
    const error = await apiErrorOf(client({ baseUrl: `http://127.0.0.1:${port}`, maxRetries: 0 }).health.health());
    expect(error).toBeInstanceOf(SvcAPIConnectionError);
    expect(error.message).toContain(`GET http://127.0.0.1:${port}/api/public/health failed: connect ECONNREFUSED`);
    expect(error.message).not.toContain(SECRET);
  });
});
