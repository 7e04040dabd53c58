#!/bin/sh
# @langchain/core 1.4.0 (also 1.2.13), Node 24: ChatPromptTemplate.fromMessages reads the content of a plain message as a
# template. The parts of such a content that are neither a bare text nor an image are copied by DictPromptTemplate, which
# keeps only texts and objects of a list:
#
#   { citations: [{ at: [0, 5] }] }      becomes { citations: [{ at: [] }] }: numbers and booleans are gone, without a word
#   { list: [["a", "b"]] }               becomes { list: [{ 0: "a", 1: "b" }] }: a list in a list is an object
#   { marks: [null] }                    throws "Cannot convert undefined or null to object"
#
# All three are valid JSON that providers send and take, such as citations and bounding boxes. A message of LangChain's own
# classes (new HumanMessage({ content })) passes unchanged.
#
# Exits with 0 while it is so, and with 1 when the behaviour has changed.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts @langchain/core@1.4.0
cat >probe.mjs <<'PROGRAM'
import { HumanMessage } from "@langchain/core/messages";
import { ChatPromptTemplate } from "@langchain/core/prompts";

const part = async (message) => {
  try {
    const [made] = await ChatPromptTemplate.fromMessages([message]).formatMessages({});
    return JSON.stringify(made.content[0]);
  } catch (error) {
    return error.message;
  }
};
const text = { type: "text", text: "hi" };
const given = (more) => part({ role: "user", content: [{ ...text, ...more }] });

const seen = [
  await given({ citations: [{ at: [0, 5], isExact: [true] }] }),
  await given({ list: [["a", "b"]] }),
  await given({ marks: [null] }),
  await part(new HumanMessage({ content: [{ ...text, citations: [{ at: [0, 5] }], marks: [null] }] })),
];
const expected = [
  '{"type":"text","text":"hi","citations":[{"at":[],"isExact":[]}]}',
  '{"type":"text","text":"hi","list":[{"0":"a","1":"b"}]}',
  "Cannot convert undefined or null to object",
  '{"type":"text","text":"hi","citations":[{"at":[0,5]}],"marks":[null]}',
];
console.log(seen.join("\n"));
process.exit(JSON.stringify(seen) === JSON.stringify(expected) ? 0 : 1);
PROGRAM
node probe.mjs
