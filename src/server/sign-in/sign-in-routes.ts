import { type Context, Hono } from "hono";
import { deleteCookie, setCookie } from "hono/cookie";
import type { ServiceEnvironment } from "../api/service.ts";
import { accessError } from "../http/http-errors.ts";
import type { OpenStreams } from "../http/open-streams.ts";
import { isFromOwnPage } from "../http/own-page.ts";
import { CALLBACK_PATH } from "./identity-provider.ts";
import type { GivenCookie, SignIn } from "./sign-in.ts";

/** Path that begins to sign in. The query `to` is the page to show afterwards. */
export const SIGN_IN_PATH = "/sign-in";

/** Creates the routes by which a browser signs in and out. */
export function signInRoutes(signIn: SignIn, openStreams: OpenStreams): Hono<ServiceEnvironment> {
  const app = new Hono<ServiceEnvironment>();
  const { publicUrl, cookies } = signIn;
  // A provider's page sends the browser back, so that the cookie must come with a request that another site began.
  const options = { path: "/", httpOnly: true, sameSite: "Lax", secure: publicUrl.startsWith("https:") } as const;
  const give = (context: Context, { name, value, seconds }: GivenCookie): void =>
    setCookie(context, name, value, { ...options, maxAge: seconds });

  app.get(SIGN_IN_PATH, async (context) => {
    const { address, cookie } = await signIn.begin(ownPath(context.req.query("to"), publicUrl));
    give(context, cookie);
    return redirectTo(context, address);
  });
  app.get(CALLBACK_PATH, async (context) => {
    const { to, cookie } = await signIn.finish(context.env.incoming, new URL(context.req.url).search);
    deleteCookie(context, cookies.attempt, options);
    give(context, cookie);
    return redirectTo(context, to);
  });
  app.post("/sign-out", async (context) => {
    if (!isFromOwnPage(context.env.incoming, publicUrl))
      throw accessError(403, "Only a page of this service may sign somebody out");
    // Only an ended session is worth the questions: anybody may send this request.
    if (await signIn.endSessions(context.env.incoming)) await openStreams.ask();
    deleteCookie(context, cookies.session, options);
    context.header("Cache-Control", "no-store");
    return context.json({ to: await signIn.endAddress() });
  });
  return app;
}

function redirectTo(context: Context, address: string): Response {
  context.header("Cache-Control", "no-store");
  context.header("Referrer-Policy", "no-referrer");
  return context.redirect(address);
}

/** Returns the path of a page of this service; that of the start page for any other address. */
function ownPath(given: string | undefined, publicUrl: string): string {
  if (given === undefined || !URL.canParse(given, publicUrl)) return "/";
  const { origin, pathname, search, hash } = new URL(given, publicUrl);
  return origin === publicUrl && !pathname.startsWith("//") ? pathname + search + hash : "/";
}
