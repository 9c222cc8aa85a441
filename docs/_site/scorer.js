// The order of search results: pages of the guide before texts of the reference; a function by its exact name first.
var Scorer = {
  score: ([page, , , , score, , kind]) =>
    score - (page === "changelog" || (page.startsWith("reference/") && kind !== "object") ? 4 : 0),
  objNameMatch: 11,
  objPartialMatch: 2,
  objPrio: { 0: 0, 1: 0, 2: -5 },
  objPrioDefault: 0,
  title: 15,
  partialTitle: 7,
  term: 5,
  partialTerm: 2,
};
