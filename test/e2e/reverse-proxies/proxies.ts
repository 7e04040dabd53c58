import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { vi } from "vitest";

/** Programs of Debian's packages. */
export type ProxyProgram = "nginx" | "caddy";

export interface Proxy {
  close(): Promise<void>;
}

/** Place of a proxy on the network: its port, its address, and what its command begins with, such as that of a namespace. */
export interface ProxyPlace {
  readonly port: number;
  readonly address?: string;
  readonly prefix?: readonly string[];
}

/** Returns what is missing to run the proxies; undefined when nothing is. */
export function missingPrograms(programs: readonly string[]): string | undefined {
  const missing = programs.filter((program) => spawnSync("which", [program]).status !== 0);
  return missing.length === 0 ? undefined : `apt-get install ${missing.join(" ")}`;
}

/** Starts nginx with servers, or Caddy with sites. Resolves when it takes connections. */
export async function startProxy(
  program: ProxyProgram,
  config: string,
  { port, address = "127.0.0.1", prefix = [] }: ProxyPlace,
): Promise<Proxy> {
  const folder = mkdtempSync(join(tmpdir(), `svc-${program}-`));
  const file = join(folder, "config");
  writeFileSync(file, program === "nginx" ? aroundServers(config, folder) : `${CADDY_OPTIONS}\n${config}`);
  const command =
    program === "nginx"
      ? ["nginx", "-p", folder, "-c", file, "-e", "stderr"]
      : ["caddy", "run", "--adapter", "caddyfile", "--config", file];
  const [first = "", ...rest] = [...prefix, ...command];
  const env = { ...process.env, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder, HOME: folder };
  const child = spawn(first, rest, { env, stdio: ["ignore", "ignore", "pipe"] });
  let log = "";
  child.stderr.on("data", (chunk) => (log += String(chunk)));
  try {
    await vi.waitFor(async () => opens(port, address, child), { timeout: 20_000, interval: 50 });
  } catch (error) {
    throw new Error(`${program} takes no connections:\n${log}`, { cause: error });
  }
  return {
    async close() {
      if (child.exitCode === null) {
        // It has nothing to keep, and would wait for connections.
        child.kill("SIGKILL");
        await once(child, "exit");
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Part of Debian's nginx.conf around its servers, for one process in the foreground. */
function aroundServers(servers: string, folder: string): string {
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (name) => `${name}_temp_path ${join(folder, name)};`,
  );
  return [
    "daemon off;",
    "master_process off;",
    `pid ${join(folder, "pid")};`,
    "events { worker_connections 768; }",
    `http { access_log off; ${temporary.join(" ")}`,
    servers,
    "}",
  ].join("\n");
}

/** No certificate of an authority elsewhere, and nothing outside of the folder. */
const CADDY_OPTIONS = "{\n\tadmin off\n\tlocal_certs\n\tskip_install_trust\n\tauto_https disable_redirects\n}";

async function opens(port: number, address: string, child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) throw new Error(`exit code ${child.exitCode}`);
  await new Promise<void>((resolve, reject) => {
    const socket = connect(port, address, () => {
      socket.destroy();
      resolve();
    });
    socket.on("error", reject);
  });
}
