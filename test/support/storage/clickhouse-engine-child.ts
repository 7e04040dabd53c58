// ClickHouse's engine behind its HTTP interface, in a process of its own: as much of the interface as the official client uses.
// Parameters: the folder in which `chdb` is installed, the folder of the data, the port (0 for any), and the password of `svc`.
// Prints its address when it listens. Ends with its standard input, so that it never outlives a test.
import { createRequire } from "node:module";
import { type IncomingMessage, type ServerResponse, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { gunzipSync, gzipSync } from "node:zlib";

/** Parts of the package `chdb` that this file uses. */
interface Session {
  queryAsync(
    sql: string,
    options: { format: string; timeout: number },
  ): Promise<{ bytes(): Uint8Array; rowsRead: number }>;
  close(): void;
}

/** Longest time of one query, in milliseconds. */
const QUERY_TIMEOUT_MS = 60_000;

/** Connections to the engine for requests with the same settings. */
const MOST_SESSIONS = 3;

/** Parameters of a request that are no settings of the engine, and settings that the HTTP interface itself would read. */
const NOT_SETTINGS = new Set([
  "query",
  "query_id",
  "database",
  "default_format",
  "session_id",
  "role",
  "wait_end_of_query",
]);
const HTTP_SETTING = /^(?:enable_http_compression|send_progress_in_http_headers|http_)/;

/** Status of an exception by its code; 500 for any other, as the server answers. */
const STATUS: Readonly<Record<string, number>> = { 47: 404, 60: 404, 62: 400, 81: 404, 193: 403, 516: 403, 159: 504 };

/** Error of the engine, or of this interface in the same words. */
class Exception extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** Request as the engine runs it. */
interface Statement {
  text: string;
  database: string;
  settings: string;
  parameters: string;
}

const [installation = "", data = "", port = "0", password = ""] = process.argv.slice(2);
const { Session } = createRequire(join(installation, "package.json"))("chdb") as {
  Session: new (path: string) => Session;
};

/** Sessions by their database and settings, which a session keeps; free ones, and a line of requests that wait for one. */
interface Pool {
  free: Session[];
  made: number;
  waiting: Array<(session: Session) => void>;
}

const pools = new Map<string, Pool>();
const sessions: Session[] = [];

async function lend(key: string, prepare: string): Promise<Session> {
  const pool = pools.get(key) ?? { free: [], made: 0, waiting: [] };
  pools.set(key, pool);
  const free = pool.free.pop();
  if (free !== undefined) return free;
  if (pool.made >= MOST_SESSIONS) return new Promise((resolve) => pool.waiting.push(resolve));
  pool.made += 1;
  const session = new Session(data);
  try {
    if (prepare !== "") await run(session, prepare);
  } catch (error) {
    pool.made -= 1;
    session.close();
    throw error;
  }
  sessions.push(session);
  return session;
}

function giveBack(key: string, session: Session): void {
  const pool = pools.get(key);
  const next = pool?.waiting.shift();
  if (next === undefined) pool?.free.push(session);
  else next(session);
}

async function run(session: Session, text: string): Promise<{ bytes(): Uint8Array; rowsRead: number }> {
  try {
    return await session.queryAsync(text, { format: "TabSeparated", timeout: QUERY_TIMEOUT_MS });
  } catch (error) {
    const { clickhouseCode, message } = error as { clickhouseCode?: number; message: string };
    const code = /Code: (\d+)/.exec(message)?.[1] ?? String(clickhouseCode ?? 1_000);
    throw new Exception(code, message);
  }
}

/** Runs a statement on a session that has its settings. */
async function execute({
  text,
  database,
  settings,
  parameters,
}: Statement): Promise<{ bytes(): Uint8Array; rowsRead: number }> {
  const prepare = [settings, database === "" ? "" : `USE ${database}`].filter(Boolean).join("; ");
  const session = await lend(prepare, prepare);
  try {
    return await run(session, parameters === "" ? text : `${parameters}; ${text}`);
  } finally {
    giveBack(prepare, session);
  }
}

function literal(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", String.raw`\'`)}'`;
}

function multipart(body: string, type: string): Map<string, string> {
  const boundary = /boundary=(.+)$/.exec(type)?.[1] ?? "";
  const parts = body.split(`--${boundary}\r\n`).slice(1);
  return new Map(
    parts.map((part) => {
      const end = part.indexOf("\r\n\r\n");
      const name = /name="([^"]*)"/.exec(part.slice(0, end))?.[1] ?? "";
      const content = part.slice(end + 4);
      const last = content.lastIndexOf(`--${boundary}--`);
      return [name, content.slice(0, last === -1 ? content.length : last).replace(/\r\n$/, "")];
    }),
  );
}

async function statementOf(request: IncomingMessage): Promise<Statement> {
  const { searchParams } = new URL(request.url ?? "/", "http://engine");
  const raw = await buffer(request);
  const body = (request.headers["content-encoding"] === "gzip" ? gunzipSync(raw) : raw).toString("utf8");
  const type = request.headers["content-type"] ?? "";
  const isMultipart = type.startsWith("multipart/form-data");
  const fields = new Map([...searchParams, ...(isMultipart ? multipart(body, type) : [])]);
  const query = fields.get("query");
  const text = query === undefined ? body : isMultipart || body === "" ? query : `${query}\n${body}`;
  const given = [...fields].filter(([name]) => !NOT_SETTINGS.has(name) && !HTTP_SETTING.test(name));
  const setting = ([name, value]: [string, string]): string => {
    if (!/^\w+$/.test(name))
      throw new Exception("115", `Code: 115. DB::Exception: Unknown setting ${name}. (UNKNOWN_SETTING)`);
    return `SET ${name} = ${literal(value)}`;
  };
  return {
    text,
    database: fields.get("database") ?? "",
    settings: given
      .filter(([name]) => !name.startsWith("param_"))
      .map(setting)
      .join("; "),
    parameters: given
      .filter(([name]) => name.startsWith("param_"))
      .map(setting)
      .join("; "),
  };
}

function checkUser({ headers }: IncomingMessage): void {
  if (headers.authorization === `Basic ${Buffer.from(`svc:${password}`).toString("base64")}`) return;
  const message = "svc: Authentication failed: password is incorrect, or there is no user with such name.";
  throw new Exception("516", `Code: 516. DB::Exception: ${message} (AUTHENTICATION_FAILED)`);
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.url === "/ping") {
    response.end("Ok.\n");
    return;
  }
  try {
    const statement = await statementOf(request);
    checkUser(request);
    const result = await execute(statement);
    const found = Buffer.from(result.bytes());
    const isZipped =
      request.url?.includes("enable_http_compression=1") && request.headers["accept-encoding"]?.includes("gzip");
    response.setHeader("X-ClickHouse-Summary", JSON.stringify({ read_rows: String(result.rowsRead) }));
    if (isZipped) response.setHeader("Content-Encoding", "gzip");
    response.end(isZipped ? gzipSync(found, { level: 1 }) : found);
  } catch (error) {
    const { code = "1000", message } = error as Partial<Exception>;
    response.statusCode = STATUS[code] ?? 500;
    response.setHeader("X-ClickHouse-Exception-Code", code);
    response.end(`${message}\n`);
  }
}

const server = createServer({ maxHeaderSize: 1024 * 1024 }, (request, response) => void answer(request, response));
server.listen(Number(port), "127.0.0.1", () => {
  console.log(`listening on http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
process.stdin.resume().once("end", () => process.exit());
