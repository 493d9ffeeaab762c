/** The time at which every bench starts, so that samples, searches and answers do not depend on the day of the run. */
export const NOW_MS = Date.UTC(2026, 10, 2, 9)
