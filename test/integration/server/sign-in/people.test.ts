// Who somebody is, with a real identity provider that says of them what a test wants it to say.
import { identityIn } from "../../../../src/server/sign-in/claimed-identity.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { freePort } from "../../../support/http/free-port.ts";
import { makeKeys } from "../../../support/server/api-keys.ts";
import { inDatabase } from "../../../support/server/database-file.ts";
import { type ServerCommand, addressIn, startCommand } from "../../../support/server/server-command.ts";
import { type TestProvider, startProvider } from "../../../support/sign-in/identity-provider.ts";
import { signInAs } from "../../../support/sign-in/person.ts";
import { folderOfAllTests } from "../../../support/temporary-folder.ts";

const directory = folderOfAllTests("people");
const API = "/project/svc-local/api/public";
let provider: TestProvider;
let command: ServerCommand;
let url: string;
let organization: string;

const start = async (more: Record<string, string> = {}): Promise<void> => {
  command = startCommand(
    ["--port", new URL(url).port, "--data", directory],
    {
      SVC_OIDC_ISSUER: provider.issuer,
      SVC_OIDC_CLIENT_ID: "svc",
      SVC_OIDC_CLIENT_SECRET: provider.clientSecret,
      SVC_PUBLIC_URL: url,
      SVC_OIDC_OWNERS: ["Boss@Example.com", "gone@example.com", ...PASSED.map(({ email }) => email)].join(", "),
      SVC_SESSION_SECRET: "a-secret-of-the-sessions-0123456789",
      ...more,
    },
    provider.folder,
  );
  expect(addressIn(await command.ready)).toBe(url);
};
const stop = async (): Promise<string> => {
  command.child.kill();
  return (await command.finished).stdout;
};

beforeAll(async () => {
  url = `http://127.0.0.1:${await freePort()}`;
  provider = await startProvider(url);
  await start();
  organization = await makeKeys(directory, ["--organization"]);
}, 120_000);
afterAll(async () => {
  if (command !== undefined) await stop();
  await provider?.stop();
});

const asOrganization = async (method: string, path: string, body?: object): Promise<Response> =>
  fetch(`${url}/api${path}`, {
    method,
    headers: { authorization: organization, ...(body && { "content-type": "application/json" }) },
    ...(body && { body: JSON.stringify(body) }),
  });

/** Makes a member; returns the id. */
async function member(userName: string, role = "MEMBER"): Promise<string> {
  const answer = await asOrganization("POST", "/public/scim/Users", { userName, name: {}, roles: [role] });
  expect(answer.status).toBe(201);
  return ((await answer.json()) as { id: string }).id;
}

interface Listed {
  userId: string;
  email: string;
  role: string;
}
async function members(): Promise<Listed[]> {
  const { memberships } = (await (await asOrganization("GET", "/public/organizations/memberships")).json()) as {
    memberships: Listed[];
  };
  return memberships;
}

const membersNamed = async (email: string): Promise<Listed[]> =>
  (await members()).filter((one) => one.email.toLowerCase() === email.toLowerCase());

/** Signs the first account in with another address. */
type SignIn = (account: string, address?: string) => Promise<number>;

/** Addresses of owners, what became of the first account that had one, and status and roles of the second. */
const PASSED: ReadonlyArray<{
  what: string;
  email: string;
  change: (id: string, signIn: SignIn) => Promise<unknown>;
  second: [status: number, roles: string[]];
}> = [
  {
    what: "while the first account has it",
    email: "kept@owners.example",
    change: async () => undefined,
    second: [403, ["OWNER"]],
  },
  {
    what: "after the first account has got another address",
    email: "renamed@owners.example",
    change: async (_id, signIn) => signIn("first", "renamed@example.com"),
    second: [403, []],
  },
  {
    what: "after the owner of another address has left",
    email: "left@owners.example",
    change: async (id, signIn) => {
      await signIn("first", "left-later@example.com");
      await asOrganization("DELETE", `/public/scim/Users/${id}`);
    },
    second: [403, []],
  },
  {
    what: "after the membership was made anew",
    email: "anew@owners.example",
    change: async (id) => {
      await asOrganization("DELETE", "/public/organizations/memberships", { userId: id });
      await asOrganization("PUT", "/public/organizations/memberships", { userId: id, role: "VIEWER" });
    },
    second: [200, ["VIEWER"]],
  },
  {
    what: "after SCIM has made the user anew",
    email: "scim@owners.example",
    change: async (id) => {
      await asOrganization("DELETE", `/public/scim/Users/${id}`);
      await member("scim@owners.example", "VIEWER");
    },
    second: [200, ["VIEWER"]],
  },
];

describe("an e-mail address", () => {
  it.each([
    ["true", { email_verified: true }, 200],
    ['"true"', { email_verified: "true" }, 403],
    ["missing", {}, 403],
    ["null", { email_verified: null }, 403],
    ["false", { email_verified: false }, 403],
    ['"false"', { email_verified: "false" }, 403],
    ['"no"', { email_verified: "no" }, 403],
    ["0", { email_verified: 0 }, 403],
    ["1", { email_verified: 1 }, 403],
    ['""', { email_verified: "" }, 403],
  ])(
    "whose `email_verified` is %s opens what is its own only if the provider has checked it",
    async (_said, claims, status) => {
      await provider.tell({ email: "boss@example.com", ...claims });
      const person = await signInAs(url, "boss");
      expect([person.status, person.session !== ""]).toEqual([status, status === 200]);
      expect(person.text.includes("did not sign you in")).toBe(status === 403);
    },
  );

  it("is that of the owner, the member and the sign-in in whatever case and with spaces", async () => {
    await provider.tell({ email: " BOSS@example.COM ", email_verified: true });
    expect((await signInAs(url, "boss")).status).toBe(200);
    expect(await membersNamed("boss@example.com")).toMatchObject([{ role: "OWNER" }]);
    const id = await member("Carol@Example.com", "VIEWER");
    await provider.tell({ email: "cAROL@example.com", email_verified: true });
    const carol = await signInAs(url, "carol");
    expect([carol.status, await membersNamed("carol@example.com")]).toMatchObject([
      200,
      [{ userId: id, role: "VIEWER" }],
    ]);
  });
});

describe("the claims of a token and of the provider's other details", () => {
  const ISSUER = "https://id.example.com/tenant";
  const [checked, unchecked] = [{ email_verified: true }, { email_verified: false }];
  const [ann, eve] = [{ email: "ann@example.com" }, { email: "eve@example.com" }];
  it.each([
    ["both in the token", { ...ann, ...checked }, undefined, undefined, "ann@example.com"],
    ["both in the details", {}, { ...ann, ...checked }, undefined, "ann@example.com"],
    ["the same address in both", ann, { ...ann, ...checked }, undefined, "ann@example.com"],
    ["a check of another address", ann, { ...eve, ...checked }, undefined, undefined],
    ["a check in the token of an address in the details", checked, eve, undefined, undefined],
    [
      "a token that takes the check of the details back",
      { ...ann, ...unchecked },
      { ...ann, ...checked },
      undefined,
      undefined,
    ],
    ["no check", ann, undefined, undefined, undefined],
    ["no check, of a trusted issuer", ann, undefined, ISSUER, "ann@example.com"],
    ["no check, of a trusted issuer with a slash", ann, ann, `${ISSUER}/../tenant`, "ann@example.com"],
    ["a check as text", { ...ann, email_verified: "true" }, undefined, undefined, undefined],
    ["a check as text, of a trusted issuer", { ...ann, email_verified: "true" }, undefined, ISSUER, "ann@example.com"],
    ["no check, of another tenant than the trusted one", ann, undefined, "https://id.example.com/other", undefined],
    ["a denied check, of a trusted issuer", { ...ann, ...unchecked }, undefined, ISSUER, undefined],
    ["a strange check, of a trusted issuer", { ...ann, email_verified: "no" }, undefined, ISSUER, undefined],
    ["no address", checked, checked, ISSUER, undefined],
    ["an address that is none", { email: "ann", ...checked }, undefined, ISSUER, undefined],
    ["a list of addresses", { email: ["ann@example.com"], ...checked }, undefined, ISSUER, undefined],
  ])("with %s", (_what, token, details, trusted, email) => {
    const found = (): string => {
      try {
        return identityIn({ iss: ISSUER, sub: "1", ...token }, details && { sub: "1", ...details }, trusted).email;
      } catch (error) {
        return String(error);
      }
    };
    expect(found()).toMatch(email ?? /the provider (?:does not say that it has checked|names no)/);
  });
});

describe("an account", () => {
  beforeEach(async () => provider.tell({ email_verified: true }));

  it("is bound to the member by the first sign-in; another account with the same address is refused, and the audit log says so", async () => {
    const id = await member("ann@example.com");
    await provider.tell({ email: "ann@example.com", email_verified: true });
    expect((await signInAs(url, "ann-1")).status).toBe(200);
    await provider.tell({ email: "Ann@Example.com", email_verified: true });
    const other = await signInAs(url, "ann-2");
    expect([other.status, other.session]).toEqual([403, ""]);
    expect(other.text).toContain("has signed in with another account of the identity provider before");
    const log = await asOrganization("GET", "/local/organization/audit-log");
    const { data } = (await log.json()) as { data: unknown[] };
    expect(data[0]).toEqual({
      id: expect.any(String),
      actor: "Ann@Example.com",
      method: "GET",
      path: "/sign-in/callback",
      refused: expect.stringContaining("another account"),
      time: expect.any(String),
    });
    // An owner ends the membership and makes it anew: the next account is the member.
    await asOrganization("DELETE", "/public/organizations/memberships", { userId: id });
    expect((await signInAs(url, "ann-1")).status).toBe(403);
    await asOrganization("PUT", "/public/organizations/memberships", { userId: id, role: "MEMBER" });
    expect([(await signInAs(url, "ann-2")).status, (await signInAs(url, "ann-1")).status]).toEqual([200, 403]);
  });

  it("with another address is the same person, whose name follows; the old address is free for somebody else", async () => {
    const id = await member("maiden@example.com", "ADMIN");
    await provider.tell({ email: "maiden@example.com", email_verified: true });
    await signInAs(url, "eve");
    await provider.tell({ email: "married@example.com", email_verified: true });
    expect((await signInAs(url, "eve")).status).toBe(200);
    expect(await membersNamed("married@example.com")).toEqual([
      { userId: id, email: "married@example.com", role: "ADMIN", name: expect.any(String) },
    ]);
    await provider.tell({ email: "maiden@example.com", email_verified: true });
    expect((await signInAs(url, "other-eve")).text).toContain("is no member of this service");
  });

  it("with the address of another member keeps its own name and role", async () => {
    const [id] = [await member("dora@example.com", "VIEWER"), await member("admin-of-all@example.com", "ADMIN")];
    await provider.tell({ email: "dora@example.com", email_verified: true });
    await signInAs(url, "dora");
    await provider.tell({ email: "Admin-of-all@example.com", email_verified: true });
    const dora = await signInAs(url, "dora");
    expect((await dora.send("POST", `${API}/v2/prompts`, { name: "p", type: "text", prompt: "x" })).status).toBe(403);
    expect(await membersNamed("dora@example.com")).toMatchObject([{ userId: id, role: "VIEWER" }]);
    expect(await membersNamed("admin-of-all@example.com")).toMatchObject([{ role: "ADMIN" }]);
  });

  it("that is bound stays what it is with the address of an owner", async () => {
    const id = await member("climber@example.com", "VIEWER");
    await provider.tell({ email: "climber@example.com", email_verified: true });
    await signInAs(url, "climber");
    await provider.tell({ email: "boss@example.com", email_verified: true });
    expect((await signInAs(url, "climber")).status).toBe(200);
    expect((await members()).find(({ userId }) => userId === id)?.role).toBe("VIEWER");
  });

  it("of an ended membership does not come back by the list of owners, nor with another address", async () => {
    await provider.tell({ email: "gone@example.com", email_verified: true });
    await signInAs(url, "gone");
    const [gone] = await membersNamed("gone@example.com");
    expect(gone?.role).toBe("OWNER");
    await asOrganization("PUT", "/public/organizations/memberships", { userId: gone?.userId, role: "VIEWER" });
    expect((await signInAs(url, "gone")).status).toBe(200);
    expect(await membersNamed("gone@example.com")).toMatchObject([{ role: "VIEWER" }]);
    await asOrganization("DELETE", `/public/scim/Users/${gone?.userId}`);
    expect((await signInAs(url, "gone")).text).toContain("is no member of this service");
    await provider.tell({ email: "new-name@example.com", email_verified: true });
    expect((await signInAs(url, "gone")).status).toBe(403);
  });

  it.each(PASSED)("of an owner's address makes nobody else an owner: $what", async ({ email, change, second }) => {
    const signIn = async (account: string, address = email): Promise<number> => {
      await provider.tell({ email: address, email_verified: true });
      return (await signInAs(url, `${account} of ${email}`)).status;
    };
    const otherOwners = async (): Promise<string[]> =>
      (await members()).flatMap((one) => (one.role === "OWNER" && one.email !== email ? [one.email] : []));
    expect(await signIn("first")).toBe(200);
    const [owner] = await membersNamed(email);
    expect(owner?.role).toBe("OWNER");
    await change(owner?.userId ?? "", signIn);
    const before = await otherOwners();
    const status = await signIn("second");
    expect([status, (await membersNamed(email)).map(({ role }) => role)]).toEqual(second);
    expect(await otherOwners()).toEqual(before);
  });

  it("is bound anew after the service has moved to another provider", async () => {
    await member("mover@example.com");
    await provider.tell({ email: "mover@example.com", email_verified: true });
    await signInAs(url, "mover");
    // The member as another provider's first sign-in left it.
    inDatabase(directory, (database) => {
      const other =
        "json_set(content, '$.account.provider', 'https://old.example.com/', '$.account.issuer', 'https://old.example.com')";
      database.exec(`UPDATE documents SET content = ${other} WHERE kind = 'user' AND uniqueKey = 'mover@example.com'`);
    });
    expect((await signInAs(url, "mover-2")).status).toBe(200);
    expect((await signInAs(url, "mover-3")).status).toBe(403);
  });
});

/** Users as an earlier version stored them, each under its name as it was written, and who the person is from then on. */
const APART = [
  {
    what: "the newest, who was found at a sign-in",
    rows: [
      ["a1", "Two@Example.com", "OWNER", 1, 1],
      ["a2", "two@example.com ", "VIEWER", 2, 2],
    ],
    is: [{ userId: "a2", email: "two@example.com ", role: "VIEWER" }],
  },
  {
    what: "nobody, after one of them was removed",
    rows: [
      ["b1", "Left@Example.com", null, 1, 3],
      ["b2", "left@example.com", "MEMBER", 2, 2],
    ],
    is: [],
  },
  {
    what: "the one who was made after the other was removed",
    rows: [
      ["c1", "Back@Example.com", null, 1, 2],
      ["c2", "back@example.com", "ADMIN", 3, 3],
    ],
    is: [{ userId: "c2", email: "back@example.com", role: "ADMIN" }],
  },
  {
    what: "the only one, under a name with capitals",
    rows: [["d1", "Alone@Example.com", "MEMBER", 1, 1]],
    is: [{ userId: "d1", email: "Alone@Example.com", role: "MEMBER" }],
  },
] as const;

describe("after an update, and with a provider that is trusted", () => {
  const EARLIER = Date.parse("2026-01-01T00:00:00Z");
  beforeAll(async () => {
    await stop();
    inDatabase(directory, (database) => {
      const insert = database.prepare(`INSERT INTO documents
        (projectId, kind, uniqueKey, id, parentId, content, revision, createdAt, updatedAt)
        SELECT projectId, kind, ?, ?, '', ?, 1, ?, ? FROM documents WHERE kind = 'user' LIMIT 1`);
      for (const [id, userName, role, createdAt, updatedAt] of APART.flatMap(({ rows }) => [...rows])) {
        const content = JSON.stringify({ userName, name: userName, role, projectRoles: {} });
        insert.run(userName, id, content, EARLIER + createdAt, EARLIER + updatedAt);
      }
    });
    await start({ SVC_OIDC_TRUSTED_ISSUER: `${provider.issuer}/`, SVC_OIDC_DEFAULT_ROLE: "VIEWER" });
  });

  it("an address without `email_verified` is enough, and the role of unknown people brings back nobody who left", async () => {
    await provider.tell({ email: "unknown@example.com" });
    expect([(await signInAs(url, "unknown")).status, (await signInAs(url, "gone")).status]).toEqual([200, 403]);
  });

  it.each(APART)(
    "members with one name in several cases are $what, and every id of theirs leads there",
    async ({ rows, is }) => {
      const email = rows[0][1];
      const found = (await members()).filter((one) => one.email.trim().toLowerCase() === email.toLowerCase());
      expect(found).toMatchObject(is);
      const named = encodeURIComponent(`userName eq "${email.toUpperCase()}"`);
      const listed = await asOrganization("GET", `/public/scim/Users?filter=${named}`);
      expect(await listed.json()).toMatchObject({ totalResults: is.length });
      await provider.tell({ email: email.toUpperCase(), email_verified: true });
      expect((await signInAs(url, email)).status).toBe(is.length === 0 ? 403 : 200);
      for (const [id] of rows) {
        const { status } = await asOrganization("DELETE", `/public/scim/Users/${id}`);
        expect([id, status]).toEqual([id, is.length > 0 && id === rows[0][0] ? 204 : 404]);
      }
      expect((await signInAs(url, email)).status).toBe(403);
    },
  );

  it("the log names the members that became one, once", async () => {
    const lines = (await stop()).split("\n").filter((line) => line.includes("one person from now on"));
    expect(lines).toEqual([
      expect.stringContaining('"Back@Example.com" and "back@example.com" are one person from now on, who is ADMIN'),
      expect.stringContaining(
        '"Left@Example.com" and "left@example.com" are one person from now on, whose membership has ended',
      ),
      expect.stringContaining('"Two@Example.com" and "two@example.com " are one person from now on, who is VIEWER'),
    ]);
    await start();
    expect(await stop()).not.toContain("one person");
    await start();
  });
});
