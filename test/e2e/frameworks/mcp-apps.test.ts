// Applications with servers of their own, as ES modules and as CommonJS, with 20 requests to each at once.
import { expect } from "vitest";
import { describeFramework } from "../../support/frameworks/framework.ts";
import type { StoredObservation } from "../../support/server/local-service.ts";
import type { Tree } from "../../support/server/observation-trees.ts";

const CHAT: Tree = ["generation chat gpt-4o-mini 20+5"];

/** Returns the tree of a request whose client and server both record it: the server's half is a span below the client's. */
const request = (type: string, what: string, atServer: string, ending = "", ...below: Tree[]): Tree => [
  [type, what, ending].filter((word) => word !== "").join(" "),
  [["span", atServer, ending].filter((word) => word !== "").join(" "), ...below],
];
const tool = (name: string, ending = "", ...below: Tree[]): Tree =>
  request("tool", name, `tools/call ${name}`, ending, ...below);
const both = (what: string, ...below: Tree[]): Tree => request("span", what, what, "", ...below);

/** Expects the arguments and the results of the tools. */
function expectNotes(recorded: readonly StoredObservation[]): void {
  const [written, listed] = ["write_note", "list_notes"].map((tool) => recorded.find(({ name }) => name === tool)!);
  const { title } = JSON.parse(String(written!.input)) as { title: string };
  expect(written).toMatchObject({ input: `{"title":"${title}","body":"Milk"}`, output: `Written: ${title}` });
  const { structuredContent } = JSON.parse(String(listed!.output)) as { structuredContent: { titles: string[] } };
  expect(structuredContent.titles).toHaveLength(20);
}

/** Expects the user, the session and the tags of each report on all its observations, at the client and at the server. */
function expectReports(recorded: readonly StoredObservation[]): void {
  const traces = Map.groupBy(recorded, ({ traceId }) => traceId);
  for (const trace of traces.values()) {
    const { input: harbour } = trace.find(({ name }) => name === "report")!;
    for (const observation of trace) {
      expect(observation).toMatchObject({
        userId: "ann",
        sessionId: `trip to ${harbour}`,
        tags: ["report"],
        isRootObservation: observation.name === "report",
      });
    }
  }
}

describeFramework({
  name: "a chat service with a server of notes on stdio, with the SDK of version",
  versions: { 1: "mcp-notes" },
  applications: {
    "chat-service": {
      // The SDK kills a server that has not ended four seconds after the client has: on a busy machine, too early for a last batch.
      env: { SVC_OTEL_EXPORT_MODE: "immediate" },
      request: /guest-\d+/,
      trees: () => [
        ...Array.from({ length: 20 }, (_, place): Tree[] => [
          CHAT,
          tool("write_note"),
          tool("read_note", `ERROR No note travel ${place}`),
          CHAT,
        ]).flat(),
        CHAT,
        tool("list_notes"),
        CHAT,
      ],
      also: expectNotes,
    },
  },
});

/** Returns the tree of a report. Every fifth harbour has no station; for the others, the server asks the client's model. */
function report(place: number): Tree {
  const forecast =
    place % 5 === 4
      ? tool("forecast", "ERROR There is no station")
      : tool("forecast", "", both("sampling/createMessage", CHAT));
  return ["span report", both("prompts/get report"), CHAT, forecast, CHAT];
}

describeFramework({
  name: "a report with a weather server over HTTP that borrows the model, with the SDK of version",
  versions: { 2: "mcp-weather" },
  // The application makes an observation itself, of which the SDK would warn without the preload.
  env: { SVC_LOG_LEVEL: "ERROR" },
  applications: {
    "morning-report": {
      page: "mcp.md",
      request: /harbour-\d+/,
      trees: () => Array.from({ length: 20 }, (_, place) => report(place)),
      also: expectReports,
    },
  },
});
