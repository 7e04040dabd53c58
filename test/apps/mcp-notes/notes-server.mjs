// Server of notes on stdio: notes are files of the folder that its argument names.
import { readdir, readFile, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";

const text = (value) => ({ content: [{ type: "text", text: value }] });

export async function serve({ McpServer, ResourceTemplate, StdioServerTransport, z }) {
  const folder = process.argv[2];
  const fileOf = (title) => join(folder, `${basename(title)}.txt`);
  const server = new McpServer({ name: "notes", version: "1.0.0" });
  server.registerTool(
    "write_note",
    { description: "Writes a note", inputSchema: { title: z.string(), body: z.string() } },
    async ({ title, body }) => {
      await writeFile(fileOf(title), body);
      return text(`Written: ${title}`);
    },
  );
  server.registerTool(
    "read_note",
    { description: "Reads a note", inputSchema: { title: z.string() } },
    async ({ title }) =>
      text(await readFile(fileOf(title), "utf8").catch(() => Promise.reject(Error(`No note ${title}`)))),
  );
  server.registerTool("list_notes", { description: "Lists the notes", inputSchema: {} }, async () => {
    const titles = (await readdir(folder)).map((file) => basename(file, ".txt")).toSorted();
    return { ...text(titles.join("\n")), structuredContent: { titles } };
  });
  server.registerPrompt(
    "summary",
    { description: "Asks for a summary of a note", argsSchema: { title: z.string() } },
    ({ title }) => ({
      messages: [{ role: "user", content: { type: "text", text: `Sum up the note ${title} in one sentence.` } }],
    }),
  );
  server.registerResource(
    "note",
    new ResourceTemplate("note:///{title}", { list: undefined }),
    {},
    async (uri, { title }) => ({
      contents: [{ uri: uri.href, mimeType: "text/plain", text: await readFile(fileOf(title), "utf8") }],
    }),
  );
  await server.connect(new StdioServerTransport());
}
