import type { PromptMessage, PromptReference, PromptVersion } from "../../resources/prompts.ts";

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
    for (const piece of piecesOf(text)) if ("tag" in piece) found.add(piece.tag);
  }
  return [...found].map(readReference);
}

/**
 * Returns the prompt with the texts of the referenced prompts inserted, at every level. `find` returns one version of another
 * prompt. The graph is null for a prompt without references. Rejects with {@link UnresolvedReference}.
 */
export async function resolvePrompt(
  root: VersionName & Pick<PromptVersion, "prompt">,
  find: (reference: PromptReference) => Promise<PromptVersion | undefined>,
): Promise<{ prompt: PromptVersion["prompt"]; graph: ResolutionGraph | null }> {
  const resolver = new Resolver(root, find);
  const whole = await resolver.resolvePrompt();
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
  readonly #root: VersionName & Pick<PromptVersion, "prompt">;
  readonly #find: (reference: PromptReference) => Promise<PromptVersion | undefined>;
  readonly #found = new Map<string, PromptVersion & { prompt: string }>();
  readonly #resolved = new Map<string, Resolved>();
  #room = MAX_LENGTH;

  constructor(
    root: VersionName & Pick<PromptVersion, "prompt">,
    find: (reference: PromptReference) => Promise<PromptVersion | undefined>,
  ) {
    this.#root = root;
    this.#find = find;
  }

  async resolvePrompt(): Promise<PromptVersion["prompt"]> {
    const { prompt } = this.#root;
    if (typeof prompt === "string") return (await this.#resolve(prompt, this.#root, [])).text;
    const messages: PromptMessage[] = [];
    for (const message of prompt) {
      if (!("content" in message)) messages.push(message);
      else messages.push({ ...message, content: (await this.#resolve(message.content, this.#root, [])).text });
    }
    return messages;
  }

  /** Returns the text with all references resolved, one after the other. `path` holds the ids of the prompts around the text. */
  async #resolve(text: string, owner: VersionName, path: readonly string[]): Promise<Resolved> {
    let [whole, height] = ["", 0];
    for (const piece of piecesOf(text)) {
      if ("text" in piece) {
        whole += piece.text;
        continue;
      }
      const child = await this.#child(piece.tag, owner);
      if (child.name === this.#root.name || path.includes(child.id)) {
        throw new UnresolvedReference(`${owner.name} refers to ${child.name}, which refers back to it`);
      }
      const put = this.#resolved.get(child.id) ?? (await this.#resolveChild(child, path));
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
      whole += put.text;
    }
    return { text: whole, height };
  }

  async #resolveChild(child: PromptVersion & { prompt: string }, path: readonly string[]): Promise<Resolved> {
    if (path.length >= MAX_DEPTH) {
      throw new UnresolvedReference(`More than ${MAX_DEPTH} prompts stand in each other in ${this.#root.name}`);
    }
    const resolved = await this.#resolve(child.prompt, child, [...path, child.id]);
    this.#resolved.set(child.id, resolved);
    return resolved;
  }

  async #child(inner: string, owner: VersionName): Promise<PromptVersion & { prompt: string }> {
    const child = this.#found.get(inner) ?? (await this.#read(inner, owner));
    const siblings = (this.dependencies[owner.id] ??= []);
    if (!siblings.some(({ id }) => id === child.id)) siblings.push(versionNameOf(child));
    return child;
  }

  async #read(inner: string, owner: VersionName): Promise<PromptVersion & { prompt: string }> {
    const reference = readReference(inner);
    const { name, version, label } = reference;
    const wanted = `${name} (${version === undefined ? `label ${label}` : `version ${version}`})`;
    const found = await this.#find(reference);
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

function textsOf(prompt: PromptVersion["prompt"]): string[] {
  if (typeof prompt === "string") return [prompt];
  return prompt.flatMap((message) => ("content" in message ? [message.content] : []));
}

/** Part of a text: the inside of a complete tag, or text between tags. */
type Piece = { tag: string } | { text: string };

/** Splits a text at its complete tags. Reads each character once, even with many tags that begin and never end. */
function piecesOf(text: string): Piece[] {
  const [head = "", ...parts] = text.split(TAG_START);
  const pieces: Piece[] = [{ text: head }];
  for (const part of parts) {
    const end = part.indexOf(TAG_END);
    if (end < 0) pieces.push({ text: TAG_START + part });
    else pieces.push({ tag: part.slice(0, end) }, { text: part.slice(end + TAG_END.length) });
  }
  return pieces;
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
