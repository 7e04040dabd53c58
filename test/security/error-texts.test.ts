// Credentials in the text of an error reach no log line and no span, whichever way the text takes.
import { hideCredentials } from "@svc/core/internal";
import { observeOpenAI } from "@svc/openai";
import { observe, startActiveObservation } from "@svc/tracing";
import OpenAI from "openai";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CREDENTIAL_TEXTS } from "../support/credential-texts.ts";
import { type HttpServer, startHttpServer } from "../support/http/http-server.ts";
import { type ExportSink, startExportSink } from "../support/otlp/export-sink.ts";
import { traceTo, untrace } from "../support/otlp/traced.ts";

/** Key of a client, which stands in texts without a name before it. */
const CLIENT_KEY = "client.9876543210fedcba";

/** Texts that stay as they are. */
const PROSE = [
  "Basic authentication is needed",
  "Bearer tokens are needed",
  "monkey=1, donkey: 2",
  "https://a.example/b?page=2&sort=key#token",
  "the api key is missing",
  "risk-averse and task-specific",
];

it.each(CREDENTIAL_TEXTS)("hides %s", (_spelling, text, hidden) => {
  expect(hideCredentials(text)).toBe(hidden);
});

it.each(PROSE)("leaves %j as it is", (text) => {
  expect(hideCredentials(text)).toBe(text);
});

describe("an error with all spellings", () => {
  const everything = [...CREDENTIAL_TEXTS.map(([, text]) => text), `the key ${CLIENT_KEY} alone`].join("\n");
  const expected = [...CREDENTIAL_TEXTS.map(([, , hidden]) => hidden), "the key *** alone"].join("\n");
  let sink: ExportSink;
  let model: HttpServer;
  let client: OpenAI;
  let flush: () => Promise<void>;

  beforeAll(async () => {
    sink = await startExportSink();
    model = await startHttpServer(({ body }, response) => {
      if (Buffer.from(body).toString().includes('"stream":true')) {
        response.writeHead(200, { "content-type": "text/event-stream" });
        response.end(`data: ${JSON.stringify({ error: { message: everything, code: "broken" } })}\n\n`);
      } else {
        response.writeHead(401, { "content-type": "application/json" });
        response.end(JSON.stringify({ error: { message: everything } }));
      }
    });
    client = observeOpenAI(new OpenAI({ apiKey: CLIENT_KEY, baseURL: model.url, maxRetries: 0 }));
    const { processor } = traceTo(sink.url);
    flush = async () => processor.forceFlush();
  });
  afterAll(async () => {
    untrace();
    await Promise.all([sink.close(), model.close()]);
  });

  const ask = { model: "m", messages: [{ role: "user" as const, content: "hello" }] };
  const fails = (): never => {
    throw new Error(everything);
  };

  /** Ways of an error into a span. */
  const DOORS: ReadonlyArray<readonly [door: string, walk: () => unknown]> = [
    ["a refused call", async () => client.chat.completions.create(ask)],
    [
      "an error in a stream",
      async () => {
        for await (const chunk of await client.chat.completions.create({ ...ask, stream: true })) void chunk;
      },
    ],
    ["a function in an observation", () => startActiveObservation("step", fails)],
    ["a promise in an observation", async () => startActiveObservation("step", async () => Promise.reject(fails()))],
    ["an observed function", () => observe(fails, { name: "step" })()],
    [
      "a recorded exception",
      () =>
        startActiveObservation("step", ({ otelSpan }) => {
          otelSpan.recordException(new Error(everything));
          otelSpan.setStatus({ code: 2, message: everything });
        }),
    ],
  ];

  it.each(DOORS)("has none of them in the span of %s", async (_door, walk) => {
    const before = sink.spans.length;
    // The application gets its error as it was.
    const seen = await Promise.resolve()
      .then(walk)
      .then(
        () => everything,
        (error: Error) => error.message,
      );
    await flush();
    expect(seen).toContain(everything);
    const span = JSON.stringify(sink.spans.slice(before), (_name, value: unknown) =>
      typeof value === "bigint" ? String(value) : value,
    );
    expect(span).not.toMatch(/planted|client\.9|0123456789abcdef/);
    expect(span).toContain(JSON.stringify(expected).slice(1, -1));
  });
});
