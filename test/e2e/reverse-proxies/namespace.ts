import { spawnSync } from "node:child_process";

/** Network of a pod: what runs in it shares a loopback address, and the test reaches it from outside. */
export interface Namespace {
  /** Address of the pod, seen from the test. */
  readonly address: string;
  /** Beginning of a command in the pod. */
  readonly prefix: readonly string[];
  remove(): void;
}

/** Makes the network of a pod. Returns the reason where this machine does not allow it. */
export function makeNamespace(): Namespace | { readonly problem: string } {
  const id = process.pid % 65_536;
  const [name, outside, inside] = [`svc-pod-${id}`, `svco${id}`, `svci${id}`];
  // Of the addresses for documents and tests of networks (198.18.0.0/15), four for each process.
  const base = `198.18.${id >> 8}`;
  const [gateway, address] = [`${base}.${(id & 63) * 4 + 1}`, `${base}.${(id & 63) * 4 + 2}`];
  const remove = (): void => {
    spawnSync("ip", ["netns", "del", name]);
    spawnSync("ip", ["link", "del", outside]);
  };
  for (const command of [
    `netns add ${name}`,
    `link add ${outside} type veth peer name ${inside} netns ${name}`,
    `addr add ${gateway}/30 dev ${outside}`,
    `link set ${outside} up`,
    `-n ${name} addr add ${address}/30 dev ${inside}`,
    `-n ${name} link set ${inside} up`,
    `-n ${name} link set lo up`,
  ]) {
    const { status, stderr, error } = spawnSync("ip", command.split(" "), { encoding: "utf8" });
    if (status === 0) continue;
    remove();
    return { problem: `ip ${command}: ${error?.message ?? stderr.trim()}` };
  }
  return { address, prefix: ["ip", "netns", "exec", name], remove };
}
