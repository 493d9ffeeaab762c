/** The start time of every bench run, so that samples, searches and answers are the same on any day. */
export const NOW_MS = Date.UTC(2026, 10, 2, 9)
