import { invalidParameter } from "../../http/http-errors.ts";
import { splitList } from "../../http/split-list.ts";
import { USERS_OF, users } from "../../resources/users.ts";
import { type Route, ownRoute } from "../routing/route.ts";

/** Most authors of one request. */
const MOST_AUTHORS = 100;

/** Names of the authors of scores and comments, also of those who are no members any more. */
export const authorRoutes: readonly Route[] = [
  ownRoute({ method: "GET", path: "/api/local/authors", access: "project" }, async ({ service, query }) => {
    const ids = [...new Set(splitList(query["id"]?.[0] ?? ""))];
    if (ids.length > MOST_AUTHORS) throw invalidParameter("id", `at most ${MOST_AUTHORS} ids are taken`);
    const found = await Promise.all(ids.map(async (id) => users.find(service.records, USERS_OF, id)));
    return {
      data: found.flatMap((user) =>
        user === undefined ? [] : [{ id: user.id, name: user.content.name || user.content.userName }],
      ),
    };
  }),
];
