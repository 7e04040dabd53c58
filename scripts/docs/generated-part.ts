/** Returns the page with the part replaced between the marks that name its source. */
export function withGeneratedPart(page: string, source: string, part: string): string {
  const start = `<!-- Generated from ${source} by \`npm run docs\`. Do not edit. -->`;
  const end = `<!-- End of what is generated from ${source}. -->`;
  const from = page.indexOf(start);
  const to = page.indexOf(end, from);
  if (from === -1 || to === -1)
    throw new Error(`The page has no part between ${start} and ${end}: put both lines back.`);
  return `${page.slice(0, from + start.length)}\n\n${part}\n\n${page.slice(to)}`;
}
