/** The morning on which every run of a bench takes place: the same samples, searches and answers on any day. */
export const NOW_MS = Date.UTC(2026, 10, 2, 9)
