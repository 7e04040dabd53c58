// Takes the pictures of a trace at the top of README.md, light and dark. The trace is one that the example application records under
// the preload. Run after `npm run build`:
//
//   node scripts/readme-picture.ts
import { join } from "node:path";
import { startServer } from "@svc/server";
import { runChat } from "../test/support/application/example.ts";
import { settled } from "../test/support/page/visit.ts";
import { startChromium } from "../test/support/runtimes/chromium-browser.ts";

const FOLDER = join(import.meta.dirname, "../docs");

const VIEWPORT = { width: 1180, height: 745 };

const CUSTOMER = { sessionId: "chat-1", userId: "alice", questions: ["Where is my order 1042?"] };

const server = await startServer({ port: 0, memory: true });
await runChat(server.url, CUSTOMER);
const browser = await startChromium();
for (const colorScheme of ["light", "dark"] as const) {
  const context = await browser.newContext({ viewport: VIEWPORT, colorScheme });
  const page = await context.newPage();
  await page.goto(`${server.url}/project/${server.projectId}/traces`);
  await settled(page);
  await page.getByRole("link", { name: "answer a customer" }).click();
  await page.getByRole("tree").focus();
  await page.keyboard.press("End");
  await page.getByText(/should be with you on Thursday/).waitFor();
  await settled(page);
  // Without the mark of the focus.
  await page.getByRole("tree").blur();
  await page.screenshot({ path: join(FOLDER, `trace-${colorScheme}.png`) });
  await context.close();
}
await browser.close();
await server.close();
