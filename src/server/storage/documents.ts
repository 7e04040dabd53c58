import { parseExactJson } from "@svc/core/internal";
import { randomUUID } from "node:crypto";
import { type ListPart, type Listed, type ListedBehind, type Records, type Statement, mustChange } from "./records.ts";
import { retryOnConflict } from "./retry-on-conflict.ts";
import { type Sql, joinSql, sql } from "./sql.ts";

/** Record whose content is stored as one JSON text. Times are milliseconds since 1970. */
export interface Document<Content> {
  id: string;
  /** Id of the parent record; empty when it has none. */
  parentId: string;
  content: Content;
  /** Number of the revision: 1 at first, one more with each change. */
  revision: number;
  createdAt: number;
  updatedAt: number;
}

/** Options of a new record. All are optional. */
export interface NewDocument {
  /** Id of the record. Default: a random UUID. */
  id?: string;
  parentId?: string;
  /** Key that is unique among the records of the kind in the project. A key in use is a `WriteConflict`. */
  uniqueKey?: string;
  /** True to accept an existing record in place of the new one. Default false: an existing record is a `WriteConflict`. */
  isShared?: boolean;
}

/** Row of `documents`. The content is JSON text. */
type DocumentRow = Omit<Document<object>, "content"> & { seq: number; content: string };

const COLUMNS = sql<DocumentRow>`seq, id, parentId, content, revision, createdAt, updatedAt`;

/** All records of one kind, project by project. */
export class Documents<Content extends object> {
  readonly #kind: string;
  readonly #keyOf: ((content: Content) => string | null) | undefined;

  /** `keyOf`: returns the unique key of a content, which changes with it; null for none. Default: the key that a record is made with stays. */
  constructor(kind: string, keyOf?: (content: Content) => string | null) {
    this.#kind = kind;
    this.#keyOf = keyOf;
  }

  /** Returns the record with this id, if it belongs to the given parent; undefined otherwise. */
  async find(
    records: Records,
    projectId: string,
    id: string,
    parentId?: string,
  ): Promise<Document<Content> | undefined> {
    const found = await this.#findWhere(records, projectId, sql`id = ${id}`);
    return found && (parentId === undefined || found.parentId === parentId) ? found : undefined;
  }

  /** Returns the record with this unique key; undefined when there is none. */
  async findByKey(records: Records, projectId: string, uniqueKey: string): Promise<Document<Content> | undefined> {
    return this.#findWhere(records, projectId, sql`uniqueKey = ${uniqueKey}`);
  }

  /** Returns the unique key of every record, by its id. */
  async keys(records: Records, projectId: string): Promise<Map<string, string | null>> {
    type Keyed = { id: string; uniqueKey: string | null };
    const rows = await records.all(sql<Keyed>`SELECT id, uniqueKey ${this.#from(projectId)}`);
    return new Map(rows.map(({ id, uniqueKey }) => [id, uniqueKey]));
  }

  /** Returns every record with this parent, newest first. */
  async all(records: Records, projectId: string, parentId: string = ""): Promise<Array<Document<Content>>> {
    const from = this.#from(projectId, sql`parentId = ${parentId}`);
    const rows = await records.all(sql<DocumentRow>`SELECT ${COLUMNS} ${from} ORDER BY seq DESC`);
    return rows.map((row) => this.#read(row));
  }

  /** Returns a part of the list, newest first. `field` keeps only records whose content has this value in this field. */
  async page(
    records: Records,
    projectId: string,
    part: ListPart,
    { parentId = "", field }: { parentId?: string; field?: [name: keyof Content & string, value: string] } = {},
  ): Promise<Listed<Document<Content>>> {
    const conditions = [
      sql`parentId = ${parentId}`,
      ...(field ? [sql`json_extract(content, ${`$.${field[0]}`}) = ${field[1]}`] : []),
    ];
    const from = this.#from(projectId, ...conditions);
    const { items, total } = await records.page({ columns: COLUMNS, from, order: sql`seq DESC` }, part);
    return { items: items.map((row) => this.#read(row)), total };
  }

  /** Returns at most `limit` records, and no more than one page has room for, newest first: all created before the one with the number `before`, if it is given. */
  async pageBefore(
    records: Records,
    projectId: string,
    { limit, before = Number.MAX_SAFE_INTEGER }: { limit: number; before: number | undefined },
    parentId: string = "",
  ): Promise<ListedBehind<Document<Content>>> {
    const from = this.#from(projectId, sql`parentId = ${parentId}`, sql`seq < ${before}`);
    const { rows, isWhole } = await records.fitting(
      sql<DocumentRow>`SELECT ${COLUMNS} ${from} ORDER BY seq DESC LIMIT ${limit + 1}`,
    );
    const shown = rows.slice(0, limit);
    return {
      items: shown.map((row) => this.#read(row)),
      last: !isWhole || rows.length > limit ? shown.at(-1)?.seq : undefined,
    };
  }

  /** Creates a new record, with the statement that stores it. */
  insertion(
    projectId: string,
    content: Content,
    { id = randomUUID(), parentId = "", uniqueKey, isShared = false }: NewDocument = {},
  ): { document: Document<Content>; statement: Statement } {
    const now = Date.now();
    return {
      document: { id, parentId, content, revision: 1, createdAt: now, updatedAt: now },
      statement: sql`INSERT INTO documents
          (projectId, kind, uniqueKey, id, parentId, content, revision, createdAt, updatedAt)
        VALUES (${projectId}, ${this.#kind}, ${uniqueKey ?? this.#keyOf?.(content) ?? null}, ${id}, ${parentId}, ${JSON.stringify(content)}, 1,
          ${now}, ${now}) ${isShared ? sql`ON CONFLICT DO NOTHING` : sql``}`,
    };
  }

  async insert(
    records: Records,
    projectId: string,
    content: Content,
    options?: NewDocument,
  ): Promise<Document<Content>> {
    const { document, statement } = this.insertion(projectId, content, options);
    await records.write([statement]);
    return document;
  }

  /**
   * Builds the statement that replaces the content of a record. The write is undone when the record has changed since it was
   * read, or when another has the key of the new content.
   */
  replacement(projectId: string, { id, content, revision }: Document<Content>): Statement {
    const key = this.#keyOf === undefined ? sql`` : sql`uniqueKey = ${this.#keyOf(content)}, `;
    return mustChange(sql`UPDATE documents
      SET ${key}content = ${JSON.stringify(content)}, revision = revision + 1, updatedAt = ${Date.now()}
      WHERE ${this.#where(projectId, sql`id = ${id}`, sql`revision = ${revision}`)}`);
  }

  /**
   * Changes a record. `change` receives the stored record and returns its new content; it is called again when another change
   * came between. Resolves to the changed record, or undefined when there is no such record.
   */
  async change(
    records: Records,
    projectId: string,
    id: string,
    change: (current: Document<Content>) => Content,
    parentId?: string,
  ): Promise<Document<Content> | undefined> {
    return retryOnConflict(async () => {
      const current = await this.find(records, projectId, id, parentId);
      if (current === undefined) return undefined;
      await records.write([this.replacement(projectId, { ...current, content: change(current) })]);
      return this.find(records, projectId, id, parentId);
    });
  }

  /** Removes a record. Resolves to false when there is no such record. */
  async remove(records: Records, projectId: string, id: string): Promise<boolean> {
    const [result] = await records.write([this.removal(projectId, id)]);
    return result !== undefined && result.changes > 0;
  }

  /** Builds a statement that undoes its write when there is no such record. */
  presence(projectId: string, id: string): Statement {
    return mustChange(sql`UPDATE documents SET revision = revision WHERE ${this.#where(projectId, sql`id = ${id}`)}`);
  }

  /** Builds the statement that removes a record. */
  removal(projectId: string, id: string): Statement {
    return sql`DELETE ${this.#from(projectId, sql`id = ${id}`)}`;
  }

  /** Builds the statement that removes every record with this parent. */
  removalOfChildren(projectId: string, parentId: string): Statement {
    return sql`DELETE ${this.#from(projectId, sql`parentId = ${parentId}`)}`;
  }

  async #findWhere(records: Records, projectId: string, condition: Sql): Promise<Document<Content> | undefined> {
    const row = await records.get(sql<DocumentRow>`SELECT ${COLUMNS} ${this.#from(projectId, condition)}`);
    return row && this.#read(row);
  }

  #from(projectId: string, ...conditions: Sql[]): Sql {
    return sql`FROM documents WHERE ${this.#where(projectId, ...conditions)}`;
  }

  #where(projectId: string, ...conditions: Sql[]): Sql {
    return joinSql([sql`projectId = ${projectId} AND kind = ${this.#kind}`, ...conditions], " AND ");
  }

  #read({ id, parentId, content, revision, createdAt, updatedAt }: DocumentRow): Document<Content> {
    return { id, parentId, content: parseExactJson(content) as Content, revision, createdAt, updatedAt };
  }
}
