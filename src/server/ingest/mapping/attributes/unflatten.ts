import type { Attributes, AttributeValue } from "../../otlp/otlp-span.ts";

/**
 * Maximum number of list slots that one set of attributes may create: an index of a billion must not create a list that long.
 */
const MAX_SLOTS = 10_001;

const FORBIDDEN = new Set(["__proto__", "constructor", "prototype"]);

type Branch = Map<string, Branch | AttributeValue>;

/**
 * Rebuilds objects and lists from attributes with dotted names: `0.role` and `0.content` become a list of one object. Segments
 * that are numbers are indexes of a list. Returns undefined when there are no attributes.
 */
export function unflatten(flat: Attributes): unknown {
  const root: Branch = new Map();
  for (const [path, value] of flat) insert(root, path.split("."), value);
  return root.size === 0 ? undefined : build(root, { slots: MAX_SLOTS });
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

function build(branch: Branch, budget: { slots: number }): unknown {
  const entries = [...branch];
  const grown = (node: Branch | AttributeValue): unknown => (node instanceof Map ? build(node, budget) : node);
  if (!entries.every(([key]) => /^\d+$/.test(key))) {
    return Object.fromEntries(entries.map(([key, node]) => [key, grown(node)]));
  }
  const list: unknown[] = [];
  for (const [key, node] of entries) {
    const index = Number(key);
    const opened = Math.max(0, index + 1 - list.length);
    if (opened > budget.slots) continue;
    budget.slots -= opened;
    while (list.length < index) list.push(null);
    list[index] = grown(node);
  }
  return list;
}
