/** Colours and other styles of a terminal, which take no column. */
const STYLE = /\p{Cc}\[[\d;]*m/gu;
/** Characters without a column of their own: control characters, and marks that combine with another character. */
const WITHOUT_COLUMN = /^[\p{Cc}\p{Cf}\p{M}]+$/u;
/**
 * Characters with two columns: emoji, and those of Chinese, Japanese and Korean. Of their half-width forms, only those with a
 * sound mark, which takes a column of its own.
 */
const TWO_COLUMNS =
  /\p{Emoji_Presentation}|\uFE0F|.[\uFF9E\uFF9F]|(?![\uFF61-\uFFDC])[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303E\uFF01-\uFF60\uFFE0-\uFFE6]/u;

const SEGMENTER = /* @__PURE__ */ new Intl.Segmenter();

/** Returns the number of columns that a text takes on a terminal. */
export function columnsOf(text: string): number {
  let columns = 0;
  for (const { segment } of SEGMENTER.segment(text.replaceAll(STYLE, ""))) {
    if (!WITHOUT_COLUMN.test(segment)) columns += TWO_COLUMNS.test(segment) ? 2 : 1;
  }
  return columns;
}
