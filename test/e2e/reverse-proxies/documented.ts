import { execFileSync } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { codeBlocks } from "../../support/pages/pages.ts";
import type { ProxyProgram } from "./proxies.ts";

/** Name of the service on the page. */
export const PUBLIC_NAME = "traces.example.com";

/** Changes of a text: the parts that a reader changes, too, each with what stands in its place. */
type Changes = ReadonlyArray<readonly [part: string, other: string]>;

/** Returns the configuration that the page of the local service has for a program, with the ports and files of the test. */
export function documentedConfig(program: ProxyProgram, port: number, service: number): string {
  const mark = program === "nginx" ? "proxy_pass" : "reverse_proxy";
  const block = codeBlocks("docs/local-service.md").find(({ code }) => code.includes(mark));
  if (block === undefined) throw new Error(`docs/local-service.md has no configuration for ${program}`);
  const upstream = ["127.0.0.1:3000", `127.0.0.1:${service}`] as const;
  if (program === "caddy") return changed(block.code, [upstream, [`${PUBLIC_NAME} {`, `${PUBLIC_NAME}:${port} {`]]);
  const { certificate, key } = makeCertificate();
  return changed(block.code, [
    upstream,
    ["listen 443 ssl", `listen 127.0.0.1:${port} ssl`],
    [`/etc/ssl/${PUBLIC_NAME}.pem`, certificate],
    [`/etc/ssl/${PUBLIC_NAME}.key`, key],
  ]);
}

function changed(text: string, changes: Changes): string {
  return changes.reduce((whole, [part, other]) => {
    if (!whole.includes(part)) throw new Error(`The configuration of docs/local-service.md has no ${part}`);
    return whole.replace(part, other);
  }, text);
}

function makeCertificate(): { certificate: string; key: string } {
  const folder = mkdtempSync(join(tmpdir(), "svc-certificate-"));
  const [certificate, key] = [join(folder, "certificate.pem"), join(folder, "key.pem")];
  const curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"];
  const files = ["-keyout", key, "-out", certificate];
  execFileSync("openssl", ["req", "-x509", ...curve, "-nodes", "-days", "2", "-subj", `/CN=${PUBLIC_NAME}`, ...files], {
    stdio: "ignore",
  });
  return { certificate, key };
}
