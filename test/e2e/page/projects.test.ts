import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { type IncomingMessage, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type RunningServer, startServer } from "@svc/server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { pageVisits } from "../../support/page/page-visits.ts";
import { projectKeys } from "../../support/server/api-keys.ts";

const open = pageVisits();
let server: RunningServer;
let data: string;
let credentials: { username: string; password: string };
let authorization: string;
let otherId: string;

beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), "svc-projects-"));
  server = await startServer({ port: 0, dataDirectory: data, openToThisMachine: true });
  authorization = await projectKeys(data, "other project");
  const [username = "", password = ""] = Buffer.from(authorization.split(" ")[1] ?? "", "base64")
    .toString()
    .split(":");
  credentials = { username, password };
  const response = await fetch(`${server.url}/api/public/projects`, { headers: { authorization } });
  otherId = ((await response.json()) as { data: Array<{ id: string }> }).data[0]?.id ?? "";
});
afterAll(async () => {
  await server.close();
  await rm(data, { recursive: true });
});

const tracesOf = (id: string): string => `${server.url}/project/${id}/traces`;

/** Returns the status of a page for the keys of the other project, at a host name that is not one of this machine. */
async function statusElsewhere(path: string): Promise<number | undefined> {
  const { username, password } = credentials;
  const sent = request(server.url + path, { auth: `${username}:${password}`, headers: { host: "svc.example" } });
  sent.end();
  const [{ statusCode }] = (await once(sent, "response")) as [IncomingMessage];
  sent.destroy();
  return statusCode;
}

describe("the projects", () => {
  it("are those that the browser may open: the local one without keys, and no other", async () => {
    const { page, axeFindings, problems } = await open(tracesOf("svc-local"));
    await page.getByRole("button", { name: "Project Local project: switch" }).click();
    const dialog = page.getByRole("dialog", { name: "Projects" });
    expect(await dialog.getByRole("link").allInnerTexts()).toEqual([
      expect.stringMatching(/^Local project\s*svc-local$/),
    ]);
    expect(await axeFindings()).toEqual([]);
    expect(problems).toEqual([]);
    const response = await fetch(tracesOf(otherId));
    expect(response.status).toBe(401);
  });

  it("with the keys of one are that one, and those that were open before", async () => {
    const { page, axeFindings } = await open(tracesOf("svc-local"));
    await page.getByRole("button", { name: "Project Local project: switch" }).waitFor();
    // The browser asks for the keys in a dialog of its own, which only a person can fill in.
    await page.setExtraHTTPHeaders({ authorization });
    await page.goto(tracesOf(otherId));
    await page.getByRole("button", { name: "Project other project: switch" }).click();
    const dialog = page.getByRole("dialog", { name: "Projects" });
    const shown = await dialog.getByRole("link").allInnerTexts();
    expect(shown.map((text) => text.split("\n")[0]?.trim())).toEqual(["Local project", "other project"]);
    expect(await axeFindings()).toEqual([]);
    await page.setExtraHTTPHeaders({});
    await dialog.getByRole("link", { name: "Local project" }).click();
    await page.waitForURL(tracesOf("svc-local"));
    await page.getByRole("button", { name: "Project Local project: switch" }).click();
    await dialog.getByLabel("Id of another project").fill(otherId);
    await page.setExtraHTTPHeaders({ authorization });
    await dialog.getByRole("button", { name: "Open" }).click();
    await page.waitForURL(tracesOf(otherId));
    await page.getByRole("button", { name: "Project other project: switch" }).waitFor();
  });

  it("are not open to a browser elsewhere without their keys", async () => {
    expect(await statusElsewhere("/project/svc-local/traces")).toBe(401);
    expect(await statusElsewhere(`/project/${otherId}/traces`)).toBe(200);
    const options = { proxy: { server: server.url }, httpCredentials: credentials };
    const { page } = await open(`http://svc.example/project/${otherId}/traces`, options);
    await page.getByRole("button", { name: "Project other project: switch" }).click();
    expect(await page.getByRole("dialog").getByRole("link").count()).toBe(1);
  });
});

describe("an address without access", () => {
  // The browser asks for keys first. Playwright gives these, and closes the dialog when they are refused.
  const httpCredentials = { username: "pk-wrong", password: "sk-wrong" };

  it.each(["light", "dark"] as const)("says so, and leads to the projects that are open, %s", async (colorScheme) => {
    for (const path of [`/project/${otherId}/traces`, "/project/no-such-project/nothing", "/project/%3Cb%3E%22x"]) {
      const { page, axeFindings, problems } = await open(server.url + path, { colorScheme, httpCredentials });
      await page.getByRole("heading", { name: "This project is not open to you" }).waitFor();
      expect(await axeFindings()).toEqual([]);
      // Chromium reports the status of the document itself.
      expect(problems.filter((text) => !text.includes("status of 401"))).toEqual([]);
      await page.getByRole("link", { name: "svc-local" }).click();
      await page.waitForURL(tracesOf("svc-local"));
    }
  });

  it("offers those that the browser had open before, and any other by its id", async () => {
    const { page } = await open(tracesOf("svc-local"), { httpCredentials });
    await page.getByRole("button", { name: "Project Local project: switch" }).waitFor();
    await page.goto(tracesOf("no-such-project"));
    await page.getByRole("heading", { name: "Another project" }).waitFor();
    expect(await page.getByRole("link").allInnerTexts()).toEqual([
      expect.stringMatching(/^Local project\s*svc-local$/),
    ]);
    await page.getByLabel("Id of another project").fill(otherId);
    await page.setExtraHTTPHeaders({ authorization });
    await page.getByRole("button", { name: "Open" }).click();
    await page.getByRole("button", { name: "Project other project: switch" }).waitFor();
  });

  it("takes the keys of the project", async () => {
    const { page } = await open(tracesOf(otherId), { httpCredentials });
    await page.setExtraHTTPHeaders({ authorization });
    await page.getByRole("button", { name: "Enter the keys of this project" }).click();
    await page.getByRole("button", { name: "Project other project: switch" }).waitFor();
    expect(page.url()).toBe(tracesOf(otherId));
  });

  it("says why from elsewhere, where no project is open", async () => {
    const { page } = await open("http://svc.example/", { proxy: { server: server.url }, httpCredentials });
    await page.getByText("Invalid credentials").waitFor();
    expect(await page.getByRole("link").count()).toBe(0);
  });

  it("is an error in JSON for a program", async () => {
    const response = await fetch(tracesOf("no-such-project"));
    expect(response.headers.get("content-type")).toBe("application/json");
    expect(response.status).toBe(401);
  });
});

describe("on a phone", () => {
  it.each(["light", "dark"] as const)("a menu leads to every view, %s", async (colorScheme) => {
    const viewport = { width: 390, height: 844 };
    const { page, axeFindings, problems } = await open(tracesOf("svc-local"), { colorScheme, viewport });
    await page.getByRole("button", { name: "Menu" }).click();
    const menu = page.getByRole("dialog", { name: "Go to" });
    expect((await menu.getByRole("link").allInnerTexts()).slice(0, 3)).toEqual(["Traces", "Sessions", "Users"]);
    expect(await axeFindings()).toEqual([]);
    await menu.getByRole("link", { name: "Users" }).click();
    await page.getByRole("heading", { name: "Users" }).waitFor();
    expect(await menu.isVisible()).toBe(false);
    expect(await page.locator("html").evaluate(({ scrollWidth }) => scrollWidth)).toBe(390);
    expect(problems).toEqual([]);
  });
});
