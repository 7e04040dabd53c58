import type { ProjectAccess } from "../../http/access.ts";
import type { HttpError } from "../../http/http-errors.ts";
import { type ScoreConfig, scoreConfigs } from "../../resources/score-configs.ts";
import type { Document } from "../../storage/documents.ts";
import { readAuthor } from "../annotations/author.ts";
import type { Service } from "../service.ts";

/** Records that scores name. Each is read once for all scores that are read together. */
export class ScoreLookups {
  readonly #service: Service;
  readonly #access: ProjectAccess;
  readonly #configs = new Map<string, Promise<Document<ScoreConfig> | undefined>>();
  readonly #authors = new Map<string, ReturnType<typeof readAuthor>>();

  constructor(service: Service, access: ProjectAccess) {
    this.#service = service;
    this.#access = access;
  }

  /** Returns the score config with this id; undefined if the project has none. */
  async config(id: string): Promise<Document<ScoreConfig> | undefined> {
    return readOnce(this.#configs, id, async () =>
      scoreConfigs.find(this.#service.records, this.#access.projectId, id),
    );
  }

  /** Returns the author of a score, or the error, as {@link readAuthor} does. */
  async author(given: string | null | undefined): Promise<string | null | HttpError> {
    return readOnce(this.#authors, given ?? "", async () => readAuthor(this.#service, this.#access, given));
  }
}

async function readOnce<T>(known: Map<string, Promise<T>>, id: string, read: () => Promise<T>): Promise<T> {
  const found = known.get(id) ?? read();
  known.set(id, found);
  return found;
}
