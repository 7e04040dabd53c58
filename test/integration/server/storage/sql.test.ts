import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { RecordReader } from "../../../../src/server/engines/sqlite/database/record-reader.ts";
import { type Sql, columnsSql, integerSql, joinSql, nameSql, sql } from "../../../../src/server/storage/sql.ts";
import { StatementCache } from "../../../../src/server/engines/sqlite/database/statement-cache.ts";

let database: DatabaseSync;

function plain({ sql: text, values }: Sql): { sql: string; values: unknown } {
  return { sql: text, values };
}

beforeEach(() => {
  database = new DatabaseSync(":memory:");
});
afterEach(() => database.close());

describe("SQL of a template", () => {
  test("has a placeholder for each value, in the order of the text", () => {
    const inner = sql`b = ${2} OR note = 'really?'`;
    const made = sql`SELECT 1 WHERE a = ${"one"} AND (${inner}) AND c = ${null}`;
    expect(plain(made)).toEqual({
      sql: "SELECT 1 WHERE a = ? AND (b = ? OR note = 'really?') AND c = ?",
      values: ["one", 2, null],
    });
  });

  test("includes the same part several times, with its values", () => {
    const part = sql`substr(name, ${3})`;
    expect(plain(sql`${part} = ${"x"} OR ${part} IS NULL`)).toEqual({
      sql: "substr(name, ?) = ? OR substr(name, ?) IS NULL",
      values: [3, "x", 3],
    });
  });

  test("takes a text with SQL in it as a value", () => {
    database.exec("CREATE TABLE t (a TEXT)");
    const records = new RecordReader(database);
    const text = "x'); DROP TABLE t; --";
    expect(records.get(sql<{ a: string }>`SELECT ${text} AS a`)).toEqual({ a: text });
    expect(records.all(sql`SELECT * FROM t`)).toEqual([]);
  });

  test("joins conditions and columns", () => {
    const where = joinSql([sql`a = ${1}`, sql`b = ${2}`], " AND ");
    expect(plain(sql`SELECT ${columnsSql(["a", "b"], "o")} FROM t o WHERE ${where}`)).toEqual({
      sql: 'SELECT "o"."a", "o"."b" FROM t o WHERE a = ? AND b = ?',
      values: [1, 2],
    });
  });

  test("divides by an integer in its text as integers", () => {
    const quotient = new RecordReader(database).get(sql`SELECT 7 / ${integerSql(2)} AS text, 7 / ${2} AS value`);
    expect(quotient).toEqual({ text: 3, value: 3.5 });
    expect(() => integerSql(0.5)).toThrow("0.5 is no integer");
  });

  test.each(['a"', "a b", "1a", "", "a;--", "a.b"])("refuses %j as a name", (name) => {
    expect(() => nameSql(name)).toThrow("cannot be a name in SQL");
  });
});

describe("Cache of statements", () => {
  test("prepares a text once while it is in use", () => {
    const cache = new StatementCache(database, 2);
    const first = cache.prepare("SELECT 1");
    expect(cache.prepare("SELECT 1")).toBe(first);
  });

  test("keeps the statements used last", () => {
    const cache = new StatementCache(database, 2);
    const [one, two] = [cache.prepare("SELECT 1"), cache.prepare("SELECT 2")];
    cache.prepare("SELECT 1");
    cache.prepare("SELECT 3");
    expect(cache.size).toBe(2);
    expect(cache.prepare("SELECT 1")).toBe(one);
    expect(cache.prepare("SELECT 2")).not.toBe(two);
  });

  test("keeps no statement that cannot be prepared", () => {
    const cache = new StatementCache(database, 2);
    expect(() => cache.prepare("SELECT FROM")).toThrow("syntax error");
    expect(cache.size).toBe(0);
  });
});
