import { startChromium } from "../support/runtimes/chromium-browser.ts";

/** Opens a page in Chromium, and returns a picture of it as PNG once it shows a text. */
export async function takePicture(url: string, text: string): Promise<Buffer> {
  const browser = await startChromium();
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, colorScheme: "light" });
    await page.goto(url);
    await page.getByText(text).first().waitFor();
    // Fonts, icons and what slides in.
    await page.waitForLoadState("networkidle");
    return await page.screenshot();
  } finally {
    await browser.close();
  }
}
