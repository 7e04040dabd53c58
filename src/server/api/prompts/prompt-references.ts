import type { PromptMessage, PromptReference, PromptVersion } from "../../stores/prompts.ts";

/** Graph of the prompts that were inserted into each other, by the ids of their versions. */
export type ResolutionGraph = {
  root: VersionName;
  dependencies: Record<string, VersionName[]>;
};

interface VersionName {
  id: string;
  name: string;
  version: number;
}

/** Error for a prompt whose references cannot be followed. The message says which reference and why. */
export class UnresolvedReference extends Error {}

/** Most levels of prompts within prompts. */
const MAX_DEPTH = 5;

/** Most characters that references insert into one prompt, at all levels. */
const MAX_LENGTH = 10_000_000;

const TAG_START = "@@@svcPrompt:";
const TAG_END = "@@@";

/** Returns the references in a prompt, each once. Throws {@link UnresolvedReference} for a reference that cannot be read. */
export function referencesOf(prompt: PromptVersion["prompt"]): PromptReference[] {
  const found = new Set<string>();
  for (const text of textsOf(prompt)) {
    replaceTags(text, (inner) => {
      found.add(inner);
      return "";
    });
  }
  return [...found].map(readReference);
}

/**
 * Returns the prompt with the texts of the referenced prompts inserted, at every level. `find` returns one version of another
 * prompt. The graph is null for a prompt without references. Throws {@link UnresolvedReference}.
 */
export function resolvePrompt(
  root: VersionName & Pick<PromptVersion, "prompt">,
  find: (reference: PromptReference) => PromptVersion | undefined,
): { prompt: PromptVersion["prompt"]; graph: ResolutionGraph | null } {
  const resolver = new Resolver(root, find);
  const { prompt } = root;
  const put = (text: string): string => resolver.resolve(text, root, []).text;
  const whole = typeof prompt === "string" ? put(prompt) : prompt.map((message) => inMessage(message, put));
  const { dependencies } = resolver;
  const isAlone = Object.keys(dependencies).length === 0;
  return { prompt: whole, graph: isAlone ? null : { root: versionNameOf(root), dependencies } };
}

interface Resolved {
  text: string;
  /** Levels of prompts below this one. */
  height: number;
}

/** Resolver that inserts the texts of prompts into each other. Reads and resolves each version once. */
class Resolver {
  readonly dependencies: Record<string, VersionName[]> = {};
  readonly #root: VersionName;
  readonly #find: (reference: PromptReference) => PromptVersion | undefined;
  readonly #found = new Map<string, PromptVersion & { prompt: string }>();
  readonly #resolved = new Map<string, Resolved>();
  #room = MAX_LENGTH;

  constructor(root: VersionName, find: (reference: PromptReference) => PromptVersion | undefined) {
    this.#root = root;
    this.#find = find;
  }

  /** Returns the text with all references resolved. `path` holds the ids of the prompts around the text. */
  resolve(text: string, owner: VersionName, path: readonly string[]): Resolved {
    let height = 0;
    const whole = replaceTags(text, (inner) => {
      const child = this.#child(inner, owner);
      if (child.name === this.#root.name || path.includes(child.id)) {
        throw new UnresolvedReference(`${owner.name} refers to ${child.name}, which refers back to it`);
      }
      const put = this.#resolved.get(child.id) ?? this.#resolveChild(child, path);
      height = Math.max(height, put.height + 1);
      if (path.length + height > MAX_DEPTH) {
        throw new UnresolvedReference(`More than ${MAX_DEPTH} prompts stand in each other in ${this.#root.name}`);
      }
      this.#room -= put.text.length;
      if (this.#room < 0) {
        throw new UnresolvedReference(
          `${this.#root.name} with what it refers to has more than ${MAX_LENGTH} characters`,
        );
      }
      return put.text;
    });
    return { text: whole, height };
  }

  #resolveChild(child: PromptVersion & { prompt: string }, path: readonly string[]): Resolved {
    if (path.length >= MAX_DEPTH) {
      throw new UnresolvedReference(`More than ${MAX_DEPTH} prompts stand in each other in ${this.#root.name}`);
    }
    const resolved = this.resolve(child.prompt, child, [...path, child.id]);
    this.#resolved.set(child.id, resolved);
    return resolved;
  }

  #child(inner: string, owner: VersionName): PromptVersion & { prompt: string } {
    const child = this.#found.get(inner) ?? this.#read(inner, owner);
    const siblings = (this.dependencies[owner.id] ??= []);
    if (!siblings.some(({ id }) => id === child.id)) siblings.push(versionNameOf(child));
    return child;
  }

  #read(inner: string, owner: VersionName): PromptVersion & { prompt: string } {
    const reference = readReference(inner);
    const { name, version, label } = reference;
    const wanted = `${name} (${version === undefined ? `label ${label}` : `version ${version}`})`;
    const found = this.#find(reference);
    if (found === undefined) throw new UnresolvedReference(`${owner.name} refers to ${wanted}, which does not exist`);
    const { prompt } = found;
    if (typeof prompt !== "string") {
      throw new UnresolvedReference(`${owner.name} refers to ${wanted}, a chat prompt: only a text can be put in`);
    }
    const child = { ...found, prompt };
    this.#found.set(inner, child);
    return child;
  }
}

function inMessage(message: PromptMessage, put: (text: string) => string): PromptMessage {
  return "content" in message ? { ...message, content: put(message.content) } : message;
}

function textsOf(prompt: PromptVersion["prompt"]): string[] {
  if (typeof prompt === "string") return [prompt];
  return prompt.flatMap((message) => ("content" in message ? [message.content] : []));
}

/** Replaces every complete tag. Reads each character once, even with many tags that begin and never end. */
function replaceTags(text: string, replace: (inner: string) => string): string {
  const [head = "", ...parts] = text.split(TAG_START);
  const replaced = parts.map((part) => {
    const end = part.indexOf(TAG_END);
    return end < 0 ? TAG_START + part : replace(part.slice(0, end)) + part.slice(end + TAG_END.length);
  });
  return head + replaced.join("");
}

function readReference(inner: string): PromptReference {
  const match = /^name=([^|]+)\|(?:version=([1-9]\d{0,14})|label=([^|]+))$/.exec(inner);
  const [, name, version, label] = match ?? [];
  if (name === undefined) {
    throw new UnresolvedReference(
      `${TAG_START}${inner.slice(0, 100)}${TAG_END} is no reference: it must be ${TAG_START}name=…|version=…${TAG_END} or …|label=…`,
    );
  }
  return { name, ...(version === undefined ? { label } : { version: Number(version) }) };
}

function versionNameOf({ id, name, version }: VersionName): VersionName {
  return { id, name, version };
}
