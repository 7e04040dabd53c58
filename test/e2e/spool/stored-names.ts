import { basicAuthorization, LOCAL_KEYS } from "@svc/core/internal";

/** Returns the name of every observation that the service has. */
export async function storedNames(url: string): Promise<string[]> {
  const names: string[] = [];
  const query = new URLSearchParams({ fields: "core,basic", limit: "1000" });
  for (;;) {
    const response = await fetch(`${url}/api/public/v2/observations?${query.toString()}`, {
      headers: { authorization: basicAuthorization(LOCAL_KEYS.publicKey, LOCAL_KEYS.secretKey) },
    });
    if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
    const { data, meta } = (await response.json()) as { data: Array<{ name: string }>; meta: { cursor?: string } };
    names.push(...data.map(({ name }) => name));
    if (meta.cursor === undefined) return names;
    query.set("cursor", meta.cursor);
  }
}
