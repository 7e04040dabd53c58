const voyageai = require("voyageai");
void import("../voyageai.mjs").then(({ converse }) => converse(voyageai));
