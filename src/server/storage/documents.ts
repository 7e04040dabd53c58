import { randomUUID } from "node:crypto";
import type { SQLInputValue } from "node:sqlite";
import { readCursorFields, writeCursor } from "../http/cursor.ts";
import { isoTime } from "../http/iso-time.ts";
import { type PageMeta, type PageRequest, pageMeta } from "../http/paging.ts";
import type { ReadParameters } from "../http/request-validation.ts";
import type { Records, Row, Statement } from "./records.ts";
import { retryOnConflict } from "./retry-on-conflict.ts";

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

const COLUMNS = "id, parentId, content, revision, createdAt, updatedAt";

/** All records of one kind, project by project. */
export class Documents<Content extends object> {
  readonly #kind: string;

  constructor(kind: string) {
    this.#kind = kind;
  }

  /** Returns the record with this id, if it belongs to the given parent; undefined otherwise. */
  find(records: Records, projectId: string, id: string, parentId?: string): Document<Content> | undefined {
    const row = records.get(
      `SELECT ${COLUMNS} FROM documents WHERE projectId = ? AND kind = ? AND id = ?`,
      projectId,
      this.#kind,
      id,
    );
    const found = row && this.#read(row);
    return found && (parentId === undefined || found.parentId === parentId) ? found : undefined;
  }

  /** Returns the record with this unique key; undefined when there is none. */
  findByKey(records: Records, projectId: string, uniqueKey: string): Document<Content> | undefined {
    const row = records.get(
      `SELECT ${COLUMNS} FROM documents WHERE projectId = ? AND kind = ? AND uniqueKey = ?`,
      projectId,
      this.#kind,
      uniqueKey,
    );
    return row && this.#read(row);
  }

  /** Returns every record with this parent, newest first. */
  all(records: Records, projectId: string, parentId: string = ""): Array<Document<Content>> {
    return records
      .all(
        `SELECT ${COLUMNS} FROM documents WHERE projectId = ? AND kind = ? AND parentId = ? ORDER BY seq DESC`,
        projectId,
        this.#kind,
        parentId,
      )
      .map((row) => this.#read(row));
  }

  /** Returns one page, newest first. `field` keeps only records whose content has this value in this field. */
  page(
    records: Records,
    projectId: string,
    page: PageRequest,
    { parentId = "", field }: { parentId?: string; field?: [name: keyof Content & string, value: string] } = {},
  ): { data: Array<Document<Content>>; meta: PageMeta } {
    const from = `FROM documents WHERE projectId = ? AND kind = ? AND parentId = ?${field ? " AND content ->> ? = ?" : ""}`;
    const values: SQLInputValue[] = [projectId, this.#kind, parentId, ...(field ?? [])];
    const total = records.get(`SELECT count(*) AS total ${from}`, ...values);
    const rows = records.all(
      `SELECT ${COLUMNS} ${from} ORDER BY seq DESC LIMIT ? OFFSET ?`,
      ...values,
      page.limit,
      page.offset,
    );
    return { data: rows.map((row) => this.#read(row)), meta: pageMeta(page, Number(total?.["total"])) };
  }

  /**
   * Returns the records that `limit` and `cursor` select, newest first. Throws a 400 for a cursor that this service did not
   * write.
   */
  behindCursor(
    records: Records,
    projectId: string,
    query: ReadParameters,
    parentId: string = "",
  ): { data: Array<Document<Content>>; meta: { cursor?: string } } {
    const limit = Number(query["limit"]);
    const { last } = readCursorFields(String(query["cursor"] ?? ""), ["last"]) ?? {};
    const rows = records.all(
      `SELECT seq, ${COLUMNS} FROM documents WHERE projectId = ? AND kind = ? AND parentId = ? AND seq < ?
        ORDER BY seq DESC LIMIT ?`,
      projectId,
      this.#kind,
      parentId,
      last === undefined ? Number.MAX_SAFE_INTEGER : Number(last) || 0,
      limit + 1,
    );
    const shown = rows.slice(0, limit);
    const end = shown.at(-1);
    return {
      data: shown.map((row) => this.#read(row)),
      meta: end && rows.length > limit ? { cursor: writeCursor({ v: 1, last: String(end["seq"]) }) } : {},
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
      statement: {
        sql: `INSERT INTO documents (projectId, kind, uniqueKey, ${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, 1, ?, ?)
          ${isShared ? "ON CONFLICT DO NOTHING" : ""}`,
        values: [projectId, this.#kind, uniqueKey ?? null, id, parentId, JSON.stringify(content), now, now],
      },
    };
  }

  /** Stores a new record. */
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
   * read.
   */
  replacement(projectId: string, { id, content, revision }: Document<Content>): Statement {
    return {
      sql: `UPDATE documents SET content = ?, revision = revision + 1, updatedAt = ?
        WHERE projectId = ? AND kind = ? AND id = ? AND revision = ?`,
      values: [JSON.stringify(content), Date.now(), projectId, this.#kind, id, revision],
      mustChange: true,
    };
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
      const current = this.find(records, projectId, id, parentId);
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
    return {
      sql: "UPDATE documents SET revision = revision WHERE projectId = ? AND kind = ? AND id = ?",
      values: [projectId, this.#kind, id],
      mustChange: true,
    };
  }

  /** Builds the statement that removes a record. */
  removal(projectId: string, id: string): Statement {
    return {
      sql: "DELETE FROM documents WHERE projectId = ? AND kind = ? AND id = ?",
      values: [projectId, this.#kind, id],
    };
  }

  /** Builds the statement that removes every record with this parent. */
  removalOfChildren(projectId: string, parentId: string): Statement {
    return {
      sql: "DELETE FROM documents WHERE projectId = ? AND kind = ? AND parentId = ?",
      values: [projectId, this.#kind, parentId],
    };
  }

  #read(row: Row): Document<Content> {
    return { ...(row as unknown as Document<Content>), content: JSON.parse(String(row["content"])) as Content };
  }
}

/** Formats the times of a record as the API returns them. */
export function recordTimes({ createdAt, updatedAt }: { createdAt: number; updatedAt: number }): {
  createdAt: string;
  updatedAt: string;
} {
  return { createdAt: isoTime(createdAt), updatedAt: isoTime(updatedAt) };
}
