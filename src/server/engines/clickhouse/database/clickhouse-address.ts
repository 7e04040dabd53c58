/** Environment variable with the address of the storage of observations and scores. */
export const STORE_URL_VARIABLE = "SVC_STORE_URL";

/** Returns the address of the storage in the environment; undefined to keep observations and scores in SQLite. */
export function storeUrlIn(environment: NodeJS.ProcessEnv): string | undefined {
  return environment[STORE_URL_VARIABLE]?.trim() || undefined;
}

/** Place and credentials of a ClickHouse database. */
export interface ClickHouseAddress {
  /** Address of the HTTP interface, without credentials. */
  url: string;
  username: string;
  password: string;
  database: string;
}

const EXPECTED =
  "an address such as clickhouse://user:password@host:8123/database is expected, or clickhouses://… for HTTPS";

/** Protocols, each with that of the HTTP interface and its usual port. */
const PROTOCOLS: Readonly<Record<string, { http: string; port: string }>> = {
  "clickhouse:": { http: "http:", port: "8123" },
  "clickhouses:": { http: "https:", port: "8443" },
};

const DATABASE = /^[A-Za-z_]\w*$/;

/** Reads the address of a database. Throws for any other text; the message contains no password. */
export function parseClickHouseAddress(text: string): ClickHouseAddress {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined) throw new Error(`${STORE_URL_VARIABLE}: ${EXPECTED}.`);
  const kind = PROTOCOLS[url.protocol];
  if (kind === undefined) {
    throw new Error(
      `${STORE_URL_VARIABLE}: ${url.protocol}// is no storage that this service knows: ${EXPECTED}. Remove the variable to use SQLite.`,
    );
  }
  if (url.hostname === "" || url.search + url.hash !== "") {
    throw new Error(`${STORE_URL_VARIABLE}: ${EXPECTED}, with a host, and without query and fragment.`);
  }
  const database = url.pathname.replace(/^\//, "");
  if (!DATABASE.test(database)) {
    throw new Error(`${STORE_URL_VARIABLE}: "${database}" cannot be the name of a database: ${EXPECTED}.`);
  }
  return {
    url: `${kind.http}//${url.hostname}:${url.port || kind.port}`,
    username: decoded(url.username) || "default",
    password: decoded(url.password),
    database,
  };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new Error(`${STORE_URL_VARIABLE}: user and password have to be percent-encoded: ${EXPECTED}.`);
  }
}
