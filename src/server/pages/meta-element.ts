/** Returns the document with an element in its head by which the service tells the page something. */
export function withMeta(document: string, name: string, content: string): string {
  const escaped = content.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
  return document.replace("</head>", () => `<meta name="${name}" content="${escaped}" /></head>`);
}
