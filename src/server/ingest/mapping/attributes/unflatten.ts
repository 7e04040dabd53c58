import type { Attributes, AttributeValue } from "../../otlp/otlp-span.ts";

const FORBIDDEN = new Set(["__proto__", "constructor", "prototype"]);

type Branch = Map<string, Branch | AttributeValue>;

/** Other names of segments; null for a segment that is left out, such as an object that wraps a single one. */
export type SegmentNames = Readonly<Record<string, string | null>>;

/**
 * Rebuilds objects and lists from attributes with dotted names: `0.role` and `0.content` become a list of one object. Segments
 * that are numbers give the order of a list; numbers that are missing leave no hole. Returns undefined when there are no
 * attributes.
 */
export function unflatten(flat: Attributes, names: SegmentNames = {}): unknown {
  const root: Branch = new Map();
  for (const [path, value] of flat) insert(root, segmentsOf(path, names), value);
  return root.size === 0 ? undefined : build(root);
}

function segmentsOf(path: string, names: SegmentNames): string[] {
  return path.split(".").flatMap((segment) => {
    const name = Object.hasOwn(names, segment) ? names[segment] : segment;
    return name == null ? [] : [name];
  });
}

function insert(root: Branch, segments: string[], value: AttributeValue): void {
  if (segments.some((segment) => FORBIDDEN.has(segment))) return;
  const last = segments.pop() ?? "";
  let branch = root;
  for (const segment of segments) {
    const next = branch.get(segment);
    if (next instanceof Map) {
      branch = next;
    } else {
      const created: Branch = new Map();
      branch.set(segment, created);
      branch = created;
    }
  }
  if (!(branch.get(last) instanceof Map)) branch.set(last, value);
}

function build(branch: Branch): unknown {
  const entries = [...branch].map(([key, node]) => [key, node instanceof Map ? build(node) : node] as const);
  if (!entries.every(([key]) => /^\d+$/.test(key))) return Object.fromEntries(entries);
  return entries.toSorted(([one], [other]) => Number(one) - Number(other)).map(([, node]) => node);
}
