// SCIM as identity providers send it, on each engine that keeps members.
import { basicAuthorization } from "@svc/core/internal";
import { beforeAll, describe, expect, it, test } from "vitest";
import { callsOf } from "../../../support/server/api-calls.ts";
import { type ScimAnswer, organizationPair, scimCallsOf } from "../../../support/server/scim-calls.ts";
import { describeOnEngines } from "../../../support/storage/describe-on-engines.ts";
import { DOCUMENT_ENGINES } from "../../../support/storage/storage-engines.ts";

const CORE = "urn:ietf:params:scim:schemas:core:2.0:User";
const ENTERPRISE = "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User";
const PATCH = "urn:ietf:params:scim:api:messages:2.0:PatchOp";
const ERROR = "urn:ietf:params:scim:api:messages:2.0:Error";

/** Characters that move or turn text where it is shown. */
const UNPRINTABLE = ["\0", "\n", "\u001B", "\u007F", "\u009B", "\u2028", "\u202E"];

/** Person as Okta sends them when they are assigned. */
const fromOkta = (email: string): Record<string, unknown> => ({
  schemas: [CORE],
  userName: email,
  name: { givenName: "Ann", familyName: "Example" },
  emails: [{ primary: true, value: email, type: "work" }],
  displayName: "Ann Example",
  locale: "en-US",
  externalId: `okta-${email}`,
  groups: [],
  password: "unused",
  active: true,
});

/** Person as Entra ID sends them, with the enterprise schema. */
const fromEntra = (email: string): Record<string, unknown> => ({
  schemas: [CORE, ENTERPRISE],
  externalId: `entra-${email}`,
  userName: email,
  active: "True",
  displayName: "Bob Example",
  emails: [{ type: "work", value: email }],
  meta: { resourceType: "User" },
  name: { formatted: "Bob Example", familyName: "Example", givenName: "Bob" },
  roles: [],
  [ENTERPRISE]: { employeeNumber: "7", department: "Shelves" },
});

/** Requests that deactivate somebody, by what sends them. The same with the opposite value activate. */
const SWITCHES: ReadonlyArray<
  [sender: string, method: string, body: (isActive: boolean, user: ScimAnswer) => unknown]
> = [
  ["Okta, PATCH without a path", "PATCH", (value) => patch({ op: "replace", value: { active: value } })],
  ["Okta, PUT of the whole user", "PUT", (active, { id, userName }) => ({ ...fromOkta(userName), id, active })],
  ["Entra ID, text and capital letter", "PATCH", (on) => patch({ op: "Replace", path: "active", value: text(on) })],
  ["Entra ID, `Add`", "PATCH", (on) => patch({ op: "Add", path: "active", value: text(on) })],
  ["Entra ID, a boolean", "PATCH", (on) => patch({ op: "Replace", path: "active", value: on })],
  [
    "Entra ID, beside attributes that are not kept",
    "PATCH",
    (on) =>
      patch(
        { op: "Replace", path: `${ENTERPRISE}:department`, value: "Doors" },
        { op: "Add", path: 'phoneNumbers[type eq "work"].value', value: "1" },
        { op: "Replace", path: "active", value: text(on) },
        { op: "Remove", path: "title" },
      ),
  ],
  ["the whole name of the attribute", "PATCH", (on) => patch({ op: "replace", path: `${CORE}:active`, value: on })],
  ["the schema as an attribute", "PATCH", (on) => patch({ op: "replace", value: { [CORE]: { active: on } } })],
  ["another case", "PATCH", (on) => patch({ op: "REPLACE", path: "Active", value: on })],
];

const text = (value: boolean): string => (value ? "True" : "False");

function patch(...Operations: unknown[]): unknown {
  return { schemas: [PATCH], Operations };
}

describeOnEngines(
  DOCUMENT_ENGINES.filter(({ name }) => name !== "SQLite, in memory"),
  "SCIM",
  (service) => {
    let keys: { publicKey: string; secretKey: string };
    beforeAll(async () => {
      keys = await organizationPair(service());
    });
    const scim = scimCallsOf(
      () => service().server.url,
      () => keys.secretKey,
    );
    const call = callsOf(() => service().server);

    let count = 0;
    const newAddress = (): string => `person-${(count += 1)}@example.com`;
    const make = async (body: Record<string, unknown>): Promise<ScimAnswer> => {
      const { status, body: made } = await scim("POST", "/Users", body);
      expect([status, made.detail]).toEqual([201, undefined]);
      return made;
    };
    const list = async (filter: string, more = ""): Promise<ScimAnswer> =>
      (await scim("GET", `/Users?filter=${encodeURIComponent(filter)}${more}`)).body;
    const memberships = async (path = "organizations"): Promise<unknown> =>
      (await call("GET", `/${path}/memberships`, undefined, basicAuthorization(keys.publicKey, keys.secretKey))).body[
        "memberships"
      ];

    describe.each([
      ["Okta", fromOkta],
      ["Entra ID", fromEntra],
    ])("a user of %s", (_sender, bodyOf) => {
      it("is made, found by name in any case and by external id, and read", async () => {
        const email = `New.${newAddress()}`;
        const body = bodyOf(email);
        expect(await list(`userName eq "${email}"`)).toMatchObject({ totalResults: 0, Resources: [] });
        const made = await make(body);
        const shown = {
          schemas: [CORE],
          userName: email,
          externalId: body["externalId"],
          displayName: body["displayName"],
          active: true,
          emails: [{ value: email, primary: true, type: "work" }],
          roles: [{ value: "MEMBER", primary: true }],
          meta: { resourceType: "User", location: `/api/public/scim/Users/${made.id}` },
        };
        expect(made).toMatchObject(shown);
        for (const filter of [
          `userName eq "${email}"`,
          `USERNAME Eq "  ${email.toUpperCase()} "`,
          `${CORE}:userName eq "${email.toLowerCase()}"`,
          `externalId eq "${String(body["externalId"])}"`,
          `emails[type eq "work"].value eq "${email}"`,
          `emails[primary eq true].value eq "${email}"`,
          `id eq "${made.id}"`,
        ]) {
          expect({ filter, ...(await list(filter)) }).toMatchObject({
            filter,
            totalResults: 1,
            Resources: [{ id: made.id }],
          });
        }
        // An external id has a case, unlike a name.
        expect(await list(`externalId eq "${String(body["externalId"]).toUpperCase()}"`)).toMatchObject({
          totalResults: 0,
        });
        const { status, type, body: read } = await scim("GET", `/Users/${made.id}`);
        expect([status, type]).toEqual([200, "application/scim+json"]);
        expect(read).toMatchObject(shown);
      });
    });

    describe("a second user with the same name", () => {
      it.each([
        ["in other case", (email: string) => email.toUpperCase()],
        ["with spaces around it", (email: string) => `  ${email} `],
        ["letter by letter", (email: string) => email],
      ])("%s is a 409 with `uniqueness`", async (_what, spell) => {
        const email = `Second.${newAddress()}`;
        await make(fromOkta(email));
        const { status, type, body } = await scim("POST", "/Users", fromOkta(spell(email)));
        expect([status, type]).toEqual([409, "application/scim+json"]);
        expect(body).toEqual({
          schemas: [ERROR],
          status: "409",
          scimType: "uniqueness",
          detail: expect.stringContaining("is a user of the organization already"),
        });
        const other = await make(fromEntra(newAddress()));
        const renamed = [
          await scim("PUT", `/Users/${other.id}`, fromEntra(spell(email))),
          await scim("PATCH", `/Users/${other.id}`, patch({ op: "replace", path: "userName", value: spell(email) })),
        ];
        for (const answer of renamed) expect([answer.status, answer.body.scimType]).toEqual([409, "uniqueness"]);
        expect(await list(`userName eq "${email}"`)).toMatchObject({ totalResults: 1 });
      });

      it("is one of ten made at once", async () => {
        const email = newAddress();
        const made = await Promise.all(
          Array.from({ length: 10 }, async (_, n) =>
            scim("POST", "/Users", fromOkta(n % 2 === 0 ? email : email.toUpperCase())),
          ),
        );
        expect(Map.groupBy(made, ({ status }) => status).get(201)).toHaveLength(1);
        expect(Map.groupBy(made, ({ status }) => status).get(409)).toHaveLength(9);
      });

      it("keeps a letter apart whose lower case only looks the same", async () => {
        const [kim, other] = [await make(fromOkta("kim@example.com")), await make(fromOkta("\u212Aim@example.com"))];
        expect(await list('userName eq "KIM@example.com"')).toMatchObject({
          totalResults: 1,
          Resources: [{ id: kim.id }],
        });
        expect(other.id).not.toBe(kim.id);
      });
    });

    describe("a member whom the provider deactivates", () => {
      it.each(SWITCHES)(
        "by %s has no right anywhere, stays readable, and comes back with the role",
        async (_by, method, bodyOf) => {
          const user = await make({ ...fromOkta(newAddress()), roles: ["VIEWER"] });
          const project = "projects/svc-local";
          const authorization = basicAuthorization(keys.publicKey, keys.secretKey);
          await call("PUT", `/${project}/memberships`, { userId: user.id, role: "ADMIN" }, authorization);
          expect(await memberships(project)).toContainEqual(expect.objectContaining({ userId: user.id }));

          const off = await scim(method, `/Users/${user.id}`, bodyOf(false, user));
          expect([off.status, off.type, off.body.active]).toEqual([200, "application/scim+json", false]);
          expect(await memberships()).not.toContainEqual(expect.objectContaining({ userId: user.id }));
          expect(await memberships(project)).not.toContainEqual(expect.objectContaining({ userId: user.id }));
          expect((await scim("GET", `/Users/${user.id}`)).body.active).toBe(false);
          expect(await list(`userName eq "${user.userName}"`)).toMatchObject({ Resources: [{ active: false }] });
          expect((await scim("POST", "/Users", fromOkta(user.userName))).status).toBe(409);
          // Another change of somebody who left brings nobody back.
          const other = { ...fromOkta(user.userName), active: undefined };
          expect((await scim("PUT", `/Users/${user.id}`, other)).body.active).toBe(false);

          const on = await scim(method, `/Users/${user.id}`, bodyOf(true, user));
          expect([on.status, on.body.active]).toEqual([200, true]);
          expect(await memberships()).toContainEqual(expect.objectContaining({ userId: user.id, role: "VIEWER" }));
          expect(await memberships(project)).not.toContainEqual(expect.objectContaining({ userId: user.id }));
        },
      );

      it("can be made like that", async () => {
        const made = await make({ ...fromEntra(newAddress()), active: "False", roles: [{ value: "ADMIN" }] });
        expect(made).toMatchObject({ active: false, roles: [{ value: "ADMIN" }] });
        expect(await memberships()).not.toContainEqual(expect.objectContaining({ userId: made.id }));
      });

      it("and then deletes is found no more, and made again under the same id", async () => {
        const user = await make(fromOkta(newAddress()));
        await scim("PATCH", `/Users/${user.id}`, patch({ op: "replace", value: { active: false } }));
        expect((await scim("DELETE", `/Users/${user.id}`)).status).toBe(204);
        for (const [method, body] of [
          ["GET", undefined],
          ["DELETE", undefined],
          ["PUT", fromOkta(user.userName)],
          ["PATCH", patch({ op: "replace", value: { active: true } })],
        ] as const) {
          const { status, body: answer } = await scim(method, `/Users/${user.id}`, body);
          expect([method, status, answer]).toMatchObject([method, 404, { schemas: [ERROR], status: "404" }]);
        }
        expect(await list(`userName eq "${user.userName}"`)).toMatchObject({ totalResults: 0 });
        expect((await make(fromOkta(user.userName.toUpperCase()))).id).toBe(user.id);
      });
    });

    it("changes name, external id and role one by one, and keeps what a request does not name", async () => {
      const user = await make(fromEntra(newAddress()));
      const renamed = `Renamed.${user.userName}`;
      const { body } = await scim(
        "PATCH",
        `/Users/${user.id}`,
        patch(
          { op: "Replace", path: "userName", value: renamed },
          { op: "Replace", path: "name.givenName", value: "Robert" },
          { op: "Replace", path: "displayName", value: "Robert Example" },
          { op: "Replace", path: "externalId", value: "other" },
          { op: "Add", path: 'roles[primary eq "True"].value', value: "ADMIN" },
        ),
      );
      const shown = {
        userName: renamed,
        displayName: "Robert Example",
        externalId: "other",
        roles: [{ value: "ADMIN" }],
      };
      expect(body).toMatchObject({ ...shown, name: { formatted: "Robert Example" } });
      expect((await scim("PUT", `/Users/${user.id}`, { userName: renamed })).body).toMatchObject(shown);
      expect(
        (await scim("PATCH", `/Users/${user.id}`, patch({ op: "remove", path: "externalId" }))).body,
      ).not.toHaveProperty("externalId");
      // The name from before is free again.
      expect((await make(fromOkta(user.userName))).id).not.toBe(user.id);
    });

    it("pages the list, and takes numbers out of range as the RFC says", async () => {
      await make(fromOkta(newAddress()));
      await make(fromOkta(newAddress()));
      const page = async (query: string): Promise<ScimAnswer> => (await scim("GET", `/Users?${query}`)).body;
      const { totalResults, Resources } = await page("");
      expect(Resources[1]?.id).toBe((await page("startIndex=2&count=1")).Resources[0]?.id);
      expect(await page(`startIndex=${totalResults}&count=5`)).toMatchObject({
        itemsPerPage: 1,
        startIndex: totalResults,
      });
      for (const query of ["count=0", "count=-1"])
        expect(await page(query)).toMatchObject({ totalResults, itemsPerPage: 0, Resources: [] });
      for (const query of ["startIndex=0&count=1", "startIndex=-3&count=1"])
        expect(await page(query)).toMatchObject({ startIndex: 1, Resources: [{ id: Resources[0]?.id }] });
    });

    describe("a request that cannot be used", () => {
      it.each([
        ["no name", {}, "invalidValue", "userName"],
        ["a name that is no address", { userName: "jdoe" }, "invalidValue", "is no e-mail address"],
        [
          "a name that is too long",
          { userName: `${"j".repeat(320)}@example.com` },
          "invalidValue",
          "is no e-mail address",
        ],
        ["a name that is no text", { userName: 7 }, "invalidValue", "userName"],
        [
          "an unknown role",
          { userName: "x@example.com", roles: ["KING"] },
          "invalidValue",
          "OWNER, ADMIN, MEMBER, VIEWER",
        ],
        ["an unknown state", { userName: "x@example.com", active: "maybe" }, "invalidValue", "neither true nor false"],
        ["a state that is a number", { userName: "x@example.com", active: 0 }, "invalidValue", "active"],
        ...UNPRINTABLE.flatMap((character): Array<[string, object, string, string]> => {
          const userName = "x@example.com";
          const what = JSON.stringify(character);
          return [
            [`${what} in the name`, { userName: `x${character}@example.com` }, "invalidValue", "userName"],
            [
              `${what} in displayName`,
              { userName, displayName: `A${character}` },
              "invalidValue",
              "control characters",
            ],
            [
              `${what} in name.formatted`,
              { userName, name: { formatted: character } },
              "invalidValue",
              "formattedName",
            ],
            [`${what} in name.givenName`, { userName, name: { givenName: character } }, "invalidValue", "givenName"],
            [`${what} in externalId`, { userName, externalId: `1${character}` }, "invalidValue", "externalId"],
          ];
        }),
      ])("POST with %s says so in `detail`, and makes nobody", async (_what, body, scimType, detail) => {
        const answer = await scim("POST", "/Users", body);
        expect([answer.status, answer.type]).toEqual([400, "application/scim+json"]);
        expect(answer.body).toEqual({
          schemas: [ERROR],
          status: "400",
          scimType,
          detail: expect.stringContaining(detail),
        });
        expect(await list('userName eq "x@example.com"')).toMatchObject({ totalResults: 0 });
      });

      it.each([
        ["an unknown operation", { op: "swap", path: "active", value: false }, "invalidSyntax", "op"],
        ["a path that names nothing", { op: "replace", path: "active eq", value: false }, "invalidPath", "path"],
        ["no value", { op: "replace", path: "active" }, "invalidValue", "active"],
        ["a value that is no object", { op: "replace", value: false }, "invalidValue", "value"],
        ...[
          "active[x]",
          `${CORE}:active[type eq "work"]`,
          'active[value eq "True"].value',
          "displayName[x]",
          "name[x].formatted",
          "name.formatted[x]",
          `${CORE}[x].active`,
          "externalId[]",
          'roles[value eq "VIEWER"].value',
          'roles[primary eq "False"].value',
          'roles[primary eq "True" and value eq "OWNER"].value',
          'roles.value[primary eq "True"]',
        ].map((path): [string, object, string, string] => [
          `the condition of ${path}`,
          { op: "replace", path, value: /active/i.test(path) ? "False" : "OWNER" },
          "invalidPath",
          "a condition that this service does not evaluate",
        ]),
        ["a removal of nothing", { op: "remove" }, "noTarget", "path"],
        ["a removal of the name", { op: "remove", path: "userName" }, "mutability", "username"],
        ["a removal of the state", { op: "remove", path: "active" }, "mutability", "active"],
        ["a name that is no address", { op: "replace", path: "userName", value: "jdoe" }, "invalidValue", "userName"],
        [
          "a control character",
          { op: "add", path: "name.familyName", value: "\u001B[2J" },
          "invalidValue",
          "familyName",
        ],
      ])("PATCH with %s does none of its operations", async (_what, operation, scimType, detail) => {
        const user = await make(fromOkta(newAddress()));
        const first = { op: "replace", path: "displayName", value: "Changed" };
        const answer = await scim("PATCH", `/Users/${user.id}`, patch(first, operation));
        expect(answer).toMatchObject({ status: 400, body: { scimType, detail: expect.stringContaining(detail) } });
        expect((await scim("GET", `/Users/${user.id}`)).body).toMatchObject({
          active: true,
          displayName: "Ann Example",
        });
      });

      it.each([
        "active eq true",
        'userName co "a"',
        'userName eq "a" and active eq true',
        "userName",
        'userName eq "a',
        'userName[x] eq "a"',
        'id[type eq "work"] eq "a"',
        'emails[type eq "home"].value eq "a"',
        'emails[].value eq "a"',
      ])("filter %s is an `invalidFilter`", async (filter) => {
        const { status, body } = await scim("GET", `/Users?filter=${encodeURIComponent(filter)}`);
        expect([status, body]).toMatchObject([
          400,
          { scimType: "invalidFilter", detail: expect.stringContaining("filter") },
        ]);
      });

      it("without an organization's key is refused in the form of SCIM", async () => {
        for (const [authorization, status] of [
          [undefined, 401],
          ["Bearer sk-svc-other", 401],
          [`Bearer ${keys.publicKey}`, 401],
          ["Bearer pk-svc-local", 403],
          [basicAuthorization("pk-svc-local", "sk-svc-local"), 403],
        ] as const) {
          const answer = await fetch(`${service().server.url}/api/public/scim/Users`, {
            ...(authorization !== undefined && { headers: { authorization } }),
          });
          expect([authorization, answer.status, answer.headers.get("content-type")]).toEqual([
            authorization,
            status,
            "application/scim+json",
          ]);
          expect(await answer.json()).toMatchObject({
            schemas: [ERROR],
            status: String(status),
            detail: expect.any(String),
          });
        }
      });
    });

    test("the descriptions are what the service does", async () => {
      const { body: config } = await scim("GET", "/ServiceProviderConfig");
      expect(config).toMatchObject({
        patch: { supported: true },
        bulk: { supported: false },
        filter: { supported: true, maxResults: 100 },
        sort: { supported: false },
        etag: { supported: false },
        authenticationSchemes: [{ type: "oauthbearertoken" }, { type: "httpbasic" }],
      });
      for (const path of ["/ResourceTypes", "/Schemas"]) {
        const { body } = await scim("GET", path);
        expect(body).toMatchObject({ totalResults: 1 });
        const [only] = body.Resources;
        const meta = only?.["meta"] as { location: string } | undefined;
        const single = await fetch(service().server.url + String(meta?.location), {
          headers: { authorization: `Bearer ${keys.secretKey}` },
        });
        expect([single.status, await single.json()]).toEqual([200, only]);
      }
      const { body } = await scim("GET", "/Schemas");
      const attributes = body.Resources[0]?.["attributes"] as Array<{
        name: string;
        caseExact: boolean;
        uniqueness: string;
      }>;
      expect(attributes.map(({ name }) => name)).toEqual([
        "userName",
        "externalId",
        "name",
        "displayName",
        "active",
        "emails",
        "roles",
      ]);
      expect(attributes[0]).toMatchObject({ caseExact: false, uniqueness: "server" });
    });
  },
);
