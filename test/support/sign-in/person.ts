/** Person who signs in without a browser, by the same requests as one sends. */
export interface Person {
  /** Status of the last answer of the sign-in: 200 for the page that was asked for, 403 for somebody who is not let in. */
  readonly status: number;
  /** Text of the last answer. */
  readonly text: string;
  /** Session that the person was given; empty for none. */
  readonly session: string;
  /** Sends a request of the person, as a page of the service does. */
  send(method: string, path: string, body?: object, at?: string): Promise<Response>;
}

/** Cookies of a browser, by the address of their service. */
type Cookies = Map<string, Map<string, string>>;

/** Form of the provider: where it goes, and what it sends beside what a person writes. */
const FORM = /<form[^>]*\baction="([^"]+)"/;

/** Signs somebody in at the service with an account of the test provider. The account's name is the login. */
export async function signInAs(url: string, login: string): Promise<Person> {
  const cookies: Cookies = new Map();
  let answer = await follow(`${url}/sign-in`, cookies);
  for (
    let form = FORM.exec(answer.text);
    form?.[1] !== undefined && answer.at.origin !== url;
    form = FORM.exec(answer.text)
  ) {
    const prompt = /name="prompt"\s+value="(\w+)"/.exec(answer.text)?.[1] ?? "consent";
    const body = new URLSearchParams({ prompt, ...(prompt === "login" && { login, password: "any" }) });
    answer = await follow(new URL(form[1].replaceAll("&amp;", "&"), answer.at).href, cookies, body);
  }
  const session = cookies.get(url)?.get("svc_session") ?? "";
  return {
    status: answer.status,
    text: answer.text,
    session,
    send: async (method, path, body, at = url) =>
      fetch(at + path, {
        method,
        redirect: "manual",
        headers: {
          cookie: `svc_session=${session}`,
          origin: at,
          ...(body !== undefined && { "content-type": "application/json" }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
  };
}

/** Sends a request and follows where it leads, with the cookies of each service. */
async function follow(
  first: string,
  cookies: Cookies,
  form?: URLSearchParams,
): Promise<{ at: URL; status: number; text: string }> {
  let at = new URL(first);
  let body: URLSearchParams | undefined = form;
  for (;;) {
    const own = cookies.get(at.origin) ?? new Map<string, string>();
    cookies.set(at.origin, own);
    const response = await fetch(at, {
      method: body === undefined ? "GET" : "POST",
      redirect: "manual",
      headers: { accept: "text/html", cookie: [...own].map(([name, value]) => `${name}=${value}`).join("; ") },
      ...(body !== undefined && { body }),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value === "") own.delete(name);
      else own.set(name, value);
    }
    const location = response.headers.get("location");
    if (location === null) return { at, status: response.status, text: await response.text() };
    await response.body?.cancel();
    at = new URL(location, at);
    body = undefined;
  }
}
