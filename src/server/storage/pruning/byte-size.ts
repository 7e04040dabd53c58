const UNITS = ["", "KB", "MB", "GB"];

/** Formats a size in the largest unit that gives a whole number. */
export function formatSize(bytes: number): string {
  let [count, unit] = [bytes, 0];
  while (count > 0 && count % 1024 === 0 && unit < UNITS.length - 1) [count, unit] = [count / 1024, unit + 1];
  return `${count}${UNITS[unit]}`;
}

/** Parses a size such as `500MB` or `2GB`, in bytes; undefined for any other text. Each unit is 1024 times the one before. */
export function parseSize(text: string): number | undefined {
  const match = /^(\d{1,9})\s*(|KB|MB|GB)$/i.exec(text.trim());
  return match ? Number(match[1]) * 1024 ** UNITS.indexOf((match[2] ?? "").toUpperCase()) : undefined;
}
