// An ES module application: loads its own `openai` and hands it to a function of a test.
import Default, * as openai from "openai";

const [file, name, major] = process.argv.slice(2);
if (openai.OpenAI !== Default) throw new Error("The default and the named export differ");
const test = await import(file);
process.stdout.write(JSON.stringify(await test[name](openai, Number(major))));
