// Runs an application whose texts hold markers, with and without content, and says which markers left the process, and where.
import { fromBinary } from "@bufbuild/protobuf";
import { OTLP_TRACES_PATH } from "@svc/core/internal";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import type { ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { applicationFolder } from "../../support/application/installation.ts";
import { runProgram, sendingTo, type ApplicationRun } from "../../support/application/run-application.ts";
import { startHttpServer, type HttpRequest } from "../../support/http/http-server.ts";
import { TraceExportSchema, type Span } from "../../support/otlp/otlp_pb.ts";
import { PRELOAD_FILE } from "../../support/paths.ts";

/** Beginning of each marker. A number follows. */
export const MARKER = "MARKEDq7x";

/** Key that follows each marker. */
export const MARKED_KEY = "sk-proj-0123456789abcdef";

const MARKING = pathToFileURL(join(import.meta.dirname, "marked-texts.mjs")).href;

/** Program that makes calls of recorded packages. */
export interface MarkedProgram {
  /** Folder of `test/apps` or `test/installations`. */
  readonly app: string;
  /** File with its arguments. Default: `main.mjs`. */
  readonly args?: readonly string[];
  /** Number of texts that leave the process with content, at the least. */
  readonly markers: number;
  /** Names, and texts that the program compares with what it gets, separated by commas; a `$` stands for a value. They are not marked. */
  readonly compared?: string;
  /** True when pictures or sounds are uploaded with content. */
  readonly hasMedia?: boolean;
  /** True when no call fails. */
  readonly isWhole?: boolean;
  /** Starts a server that the program needs, with variables for the program. */
  readonly server?: () => Promise<{ readonly env: Record<string, string>; close(): void }>;
}

/** Data that left a process, and the end of the process. */
export interface Departure {
  readonly run: ApplicationRun;
  readonly spans: readonly Span[];
  /** Number of uploads of media. */
  readonly uploads: number;
  /** Markers with the places that they were found in. */
  readonly found: ReadonlyMap<string, readonly string[]>;
  /** Texts of errors in the spans, and the lines of our log. */
  readonly errorTexts: readonly string[];
}

/** Runs a program under the preload, and looks into what it sends, logs, and keeps in the spool while it sends. */
export async function departureOf(program: MarkedProgram, withContent: boolean): Promise<Departure> {
  const spool = await mkdtemp(join(tmpdir(), "svc-content-"));
  const [service, server] = await Promise.all([startService(spool), program.server?.()]);
  try {
    const run = await runProgram({
      cwd: await applicationFolder(program.app),
      args: program.args ?? ["main.mjs"],
      node: ["--no-warnings", "--expose-gc", "--import", MARKING, "--import", PRELOAD_FILE],
      env: {
        ...sendingTo(service.url),
        CONTENT_MARKER: MARKER,
        CONTENT_KEY: MARKED_KEY,
        CONTENT_COMPARED: program.compared ?? "",
        SVC_LOG_LEVEL: "DEBUG",
        SVC_OTEL_COMPRESSION: "none",
        SVC_SHUTDOWN_TIMEOUT: "30",
        SVC_TIMEOUT: "30",
        SVC_STREAM_USAGE: "true",
        SVC_SPOOL_DIR: spool,
        ...(!withContent && { SVC_CAPTURE_CONTENT: "false" }),
        ...server?.env,
      },
    });
    const log = linesOfOurs(run.stderr);
    const spans = service.spans();
    const found = markersIn({ ...service.received(), "the log": log });
    return { run, spans, uploads: service.uploads(), found, errorTexts: [...spans.flatMap(errorTextsOf), log] };
  } finally {
    server?.close();
    await service.close();
    await rm(spool, { recursive: true });
  }
}

/** Starts a service that keeps the bytes of all requests, those with spans and those with media, and of the spool at that moment. */
async function startService(spool: string) {
  const requests: HttpRequest[] = [];
  const spooled: Record<string, Uint8Array> = {};
  const server = await startHttpServer((request: HttpRequest, response: ServerResponse) => {
    requests.push(request);
    const { method, target, body } = request;
    if (target === OTLP_TRACES_PATH) void answerSpans(response);
    else if (method === "POST") answerUpload(body, response);
    else response.writeHead(200, { "content-type": "application/json" }).end("{}");
  });
  /** Reads the spool before the answer, after which the process removes what it has sent. */
  async function answerSpans(response: ServerResponse): Promise<void> {
    const files = await filesIn(spool);
    for (const [name, content] of Object.entries(files)) spooled[`${requests.length} ${name}`] = content;
    response.writeHead(200).end();
  }

  function answerUpload(body: Uint8Array, response: ServerResponse): void {
    const { sha256Hash } = JSON.parse(new TextDecoder().decode(body)) as { sha256Hash: string };
    const mediaId = sha256Hash.replaceAll("+", "-").replaceAll("/", "_").slice(0, 22);
    const target = { mediaId, uploadUrl: `${server.url}/storage/${mediaId}` };
    response.writeHead(201, { "content-type": "application/json" }).end(JSON.stringify(target));
  }

  return {
    url: server.url,
    close: () => server.close(),
    received: (): Record<string, Uint8Array> => ({
      ...Object.fromEntries(requests.map(({ target, body }, place) => [`${place} ${target}`, body])),
      ...spooled,
    }),
    uploads: (): number => requests.filter(({ target }) => target.startsWith("/storage/")).length,
    spans: (): Span[] => {
      const exports = requests
        .filter(({ target }) => target === OTLP_TRACES_PATH)
        .flatMap(({ body }) => fromBinary(TraceExportSchema, body).resourceSpans);
      return exports.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans));
    },
  };
}

/** Returns the contents of the files in a folder. The process removes one as soon as an earlier request with its spans is answered. */
async function filesIn(folder: string): Promise<Record<string, Uint8Array>> {
  const contents: Record<string, Uint8Array> = {};
  for (const file of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!file.isFile()) continue;
    try {
      contents[`spool ${file.name}`] = await readFile(join(file.parentPath, file.name));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    }
  }
  return contents;
}

/** Returns the lines of standard error that we have written. Those of the packages and of the application are their own. */
function linesOfOurs(stderr: string): string {
  return stderr
    .split(/^(?=\d{4}-\d\d-\d\dT|\[)/m)
    .filter((entry) => entry.includes("[Svc SDK]"))
    .join("");
}

/** Returns what a span has of an error: its status, and the events and attributes about exceptions. */
function errorTextsOf({ status, events, attributes }: Span): string[] {
  const told = [...attributes, ...events.flatMap((event) => event.attributes)].filter(({ key }) =>
    /exception|error|status/.test(key),
  );
  return [
    status?.message ?? "",
    ...told.map(({ value }) => (value?.value.case === "stringValue" ? value.value.value : "")),
  ];
}

/** Forms of a marker: as it is, and in base64 at each of three offsets. */
const FORMS = [MARKER, ...[0, 1, 2].map(inBase64)];

function inBase64(offset: number): string {
  const encoded = Buffer.from("\0".repeat(offset) + MARKER).toString("base64");
  // The first and last characters hold bits of the text around the marker.
  return encoded.slice(offset === 0 ? 0 : offset + 1, -4);
}

function markersIn(places: Readonly<Record<string, string | Uint8Array>>): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const [place, content] of Object.entries(places)) {
    const text = typeof content === "string" ? content : Buffer.from(content).toString("latin1");
    for (const form of FORMS) {
      for (let at = text.indexOf(form); at >= 0; at = text.indexOf(form, at + 1)) {
        const marker = form === MARKER ? text.slice(at, at + form.length + 4) : form;
        const around = JSON.stringify(text.slice(Math.max(0, at - 120), at + 60));
        found.set(marker, [...(found.get(marker) ?? []), `${place}: ${around}`]);
      }
    }
  }
  return found;
}
