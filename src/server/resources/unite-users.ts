import type { Document } from "../storage/documents.ts";
import type { Records } from "../storage/records.ts";
import { retryOnConflict } from "../storage/retry-on-conflict.ts";
import { foldUserName } from "./user-name.ts";
import { USERS_OF, type User, users, withoutMembership } from "./users.ts";

/** Users with one name, made one. */
interface Union {
  /** User who stays. */
  readonly kept: Document<User>;
  /** Records whose ids lead to that user from now on. */
  readonly others: ReadonlyArray<Document<User>>;
}

/**
 * Makes one user of all that have the same name but for case and spaces, whom earlier versions told apart. The newest stays, whose role
 * the person had after a sign-in. A membership that was ended after the newest was made stays ended. Logs a line for each person.
 */
export async function uniteUsers(records: Records, log: (line: string) => void): Promise<void> {
  const unions = await retryOnConflict(async () => {
    const [all, keys] = await Promise.all([users.all(records, USERS_OF), users.keys(records, USERS_OF)]);
    const separate = all.filter(({ content }) => content.sameAs === undefined);
    const found = [...Map.groupBy(separate, ({ content }) => foldUserName(content.userName))].flatMap(
      ([key, [newest, ...others]]) =>
        newest !== undefined && (others.length > 0 || keys.get(newest.id) !== key) ? [unionOf(newest, others)] : [],
    );
    // The others go first: two records never have one key.
    const changed = found.flatMap(({ kept, others }) => [...others, kept]);
    if (changed.length > 0) await records.write(changed.map((record) => users.replacement(USERS_OF, record)));
    return found;
  });
  for (const { kept, others } of unions.filter((union) => union.others.length > 0)) {
    const { userName, role } = kept.content;
    const names = others.map(({ content }) => JSON.stringify(content.userName)).join(" and ");
    log(
      `members: ${names} and ${JSON.stringify(userName)} are one person from now on, ` +
        (role === null ? "whose membership has ended: an owner can make them a member again" : `who is ${role}`),
    );
  }
}

function unionOf(newest: Document<User>, others: ReadonlyArray<Document<User>>): Union {
  const same = [newest, ...others];
  const hasEnded = same.some(({ content, updatedAt }) => content.role === null && updatedAt >= newest.createdAt);
  const account = same.find(({ content }) => content.account !== undefined)?.content.account;
  const externalId = same.find(({ content }) => content.externalId !== undefined)?.content.externalId;
  const content = {
    ...newest.content,
    ...(account !== undefined && { account }),
    ...(externalId !== undefined && { externalId }),
  };
  return {
    kept: { ...newest, content: hasEnded ? withoutMembership(content) : content },
    others: others.map((other) => ({
      ...other,
      content: { ...withoutMembership(other.content), sameAs: newest.id },
    })),
  };
}
