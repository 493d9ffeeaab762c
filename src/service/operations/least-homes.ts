/** Figures of fewer homes could be those of one owner. */
export const LEAST_HOMES = 3
