import { type Sql, sql } from "../../../../storage/sql.ts";

const WORD_AT_START = /^[\p{L}\p{N}]/u;

/** Scripts with separators between words. Excludes U+0130, the one letter that grows in lower case. */
const SPACED_SCRIPTS = /^(?!.*\u0130)[\p{ASCII}\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]*$/su;

/**
 * Returns a condition on a text that contains another one, ignoring case. A wanted text that begins with a letter or a digit has
 * to stand at the beginning of a word, in scripts with separators between words. The engine takes the whole words within the
 * wanted text from its index of words.
 */
export function matchesSql(text: Sql, wanted: string): Sql {
  const part = wanted.toLowerCase();
  const within = sql`lowerUTF8(${text}) LIKE ${`%${part.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`}`;
  if (!SPACED_SCRIPTS.test(part) || !WORD_AT_START.test(part)) return within;
  const atWord = `(?s)(?:^|[^\\p{L}\\p{N}])${part.replaceAll(/[\\^$.|?*+()[\]{}]/g, String.raw`\$&`)}`;
  return sql`(${within} AND match(lowerUTF8(${text}), ${atWord}))`;
}
