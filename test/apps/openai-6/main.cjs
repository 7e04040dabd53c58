// A CommonJS application: loads its own `openai` and hands it to a function of a test.
const openai = require("openai");

const [file, name, major] = process.argv.slice(2);
void import(file)
  .then((test) => test[name](openai, Number(major)))
  .then((result) => process.stdout.write(JSON.stringify(result)));
