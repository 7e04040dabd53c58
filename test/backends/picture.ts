import { startChromium } from "../support/runtimes/chromium-browser.ts";

/** Opens a page in Chromium, chooses the last element with a text, and returns a picture of the page as PNG once it shows another text. */
export async function takePicture(url: string, chosen: string, shown: string): Promise<Buffer> {
  const browser = await startChromium();
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, colorScheme: "light" });
    page.setDefaultTimeout(120_000);
    await page.goto(url);
    await page.getByText(chosen).last().click();
    await page.getByText(shown).last().waitFor();
    return await page.screenshot({ animations: "disabled" });
  } finally {
    await browser.close();
  }
}
