/** Names of the elements in the head by which the document of a refused request tells its page why. */
export const REFUSAL = {
  /** Reason of the refusal. */
  reason: "svc-refusal",
  /** Id of the project that the browser may open instead. */
  openProject: "svc-open-project",
} as const;

/** Returns the document for a request without access to its project. */
export function refusedDocument(document: string, reason: string, openProject: string | undefined): string {
  const head = meta(REFUSAL.reason, reason) + (openProject === undefined ? "" : meta(REFUSAL.openProject, openProject));
  return document.replace("</head>", () => `${head}</head>`);
}

function meta(name: string, content: string): string {
  const escaped = content.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
  return `<meta name="${name}" content="${escaped}" />`;
}
