/** Picture of bars in panels, one below the other. */
export interface BarPlot {
  readonly title: string;
  readonly panels: readonly Panel[];
  /** Conditions of the measurement. */
  readonly footer: string;
}

/** Bars of one figure. */
export interface Panel {
  readonly title: string;
  readonly bars: readonly Bar[];
  /** Bound that ours is to reach. */
  readonly goal?: Mark;
}

/** Value with the text that shows it. */
interface Mark {
  readonly value: number;
  readonly text: string;
}

/** Bar of one contender. */
export interface Bar extends Mark {
  readonly name: string;
  readonly kind: "ours" | "peer" | "base";
}

const WIDTH = 830;
const BARS_FROM = 400;
const BARS_TO = 710;
const ROW = 22;
const BAR = 14;
const PANEL_HEAD = 54;
const MARGIN = 20;

/** Longest bar, as a multiple of the goal and of our own bars: a longer one is cut, and its end says so. */
const MOST = 4;

/** Colours of both appearances; the reader's settings choose. */
const STYLE = `
    text { font: 12px system-ui, "Segoe UI", Helvetica, Arial, sans-serif; fill: #24292f; }
    .head { font-weight: 600; }
    .title { font-size: 15px; font-weight: 600; }
    .quiet { fill: #57606a; }
    .ours { fill: #0969da; }
    .peer { fill: #8c959f; }
    .base { fill: #d0d7de; }
    .goal { stroke: #bc4c00; stroke-width: 1.5; stroke-dasharray: 4 3; }
    .goal-text { fill: #bc4c00; }
    .cut { stroke: #ffffff; stroke-width: 2; }
    .back { fill: #ffffff; }
    @media (prefers-color-scheme: dark) {
      text { fill: #e6edf3; }
      .quiet { fill: #9198a1; }
      .ours { fill: #4493f8; }
      .peer { fill: #6e7681; }
      .base { fill: #3d444d; }
      .goal { stroke: #f0883e; }
      .goal-text { fill: #f0883e; }
      .cut { stroke: #0d1117; }
      .back { fill: #0d1117; }
    }
  `;

/** Draws the plot as SVG, readable on a light page and on a dark one. */
export function drawBars({ title, panels, footer }: BarPlot): string {
  const parts: string[] = [];
  let y = MARGIN + 16;
  parts.push(text(MARGIN, y, title, "title"));
  y += 10;
  for (const panel of panels) {
    parts.push(drawPanel(panel, y));
    y += heightOf(panel);
  }
  y += 24;
  parts.push(text(MARGIN, y, footer, "quiet"));
  const height = y + MARGIN - 4;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img">`,
    `  <title>${escaped(title)}</title>`,
    `  <style>${STYLE}</style>`,
    `  <rect class="back" width="${WIDTH}" height="${height}" rx="6"/>`,
    ...parts,
    "</svg>",
    "",
  ].join("\n");
}

function heightOf({ bars }: Panel): number {
  return PANEL_HEAD + Math.max(1, bars.length) * ROW;
}

function drawPanel(panel: Panel, top: number): string {
  const { title, bars, goal } = panel;
  const parts = [text(MARGIN, top + 26, title, "head")];
  if (bars.length === 0) return [...parts, text(MARGIN, top + PANEL_HEAD + 11, "not measured", "quiet")].join("\n");
  const scale = (BARS_TO - BARS_FROM) / longest(panel);
  for (const [index, { name, value, text: shown, kind }] of bars.entries()) {
    const y = top + PANEL_HEAD + index * ROW;
    const whole = Math.max(0, value) * scale;
    const width = Math.min(whole, BARS_TO - BARS_FROM);
    parts.push(
      `  <text x="${BARS_FROM - 8}" y="${y + 11}" text-anchor="end">${escaped(name)}</text>`,
      `  <rect class="${kind}" x="${BARS_FROM}" y="${y}" width="${rounded(width)}" height="${BAR}" rx="2"/>`,
      ...(whole > width + 0.5 ? [cutMark(y)] : []),
      text(rounded(BARS_FROM + width + 6), y + 11, shown),
    );
  }
  if (goal) {
    const x = rounded(BARS_FROM + goal.value * scale);
    const bottom = top + heightOf(panel) - 2;
    parts.push(
      `  <line class="goal" x1="${x}" x2="${x}" y1="${top + PANEL_HEAD - 5}" y2="${bottom}"/>`,
      `  <text class="goal-text" x="${x}" y="${top + PANEL_HEAD - 9}" text-anchor="middle">goal ${escaped(goal.text)}</text>`,
    );
  }
  return parts.join("\n");
}

/** Returns the value of the longest bar that is drawn whole. */
function longest({ bars, goal }: Panel): number {
  const highest = Math.max(...bars.map(({ value }) => value), goal?.value ?? 0);
  const own = Math.max(...bars.filter(({ kind }) => kind === "ours").map(({ value }) => value), goal?.value ?? 0);
  return Math.max(Number.MIN_VALUE, Math.min(highest, MOST * own));
}

/** Returns two strokes across a bar that is cut. */
function cutMark(y: number): string {
  return [BARS_TO - 16, BARS_TO - 10]
    .map((x) => `  <line class="cut" x1="${x}" x2="${x + 5}" y1="${y + BAR + 2}" y2="${y - 2}"/>`)
    .join("\n");
}

function text(x: number, y: number, content: string, style?: string): string {
  return `  <text${style ? ` class="${style}"` : ""} x="${x}" y="${y}">${escaped(content)}</text>`;
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}

function escaped(content: string): string {
  return content.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
