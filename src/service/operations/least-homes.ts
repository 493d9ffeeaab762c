/** Minimum number of homes behind a published figure. A figure about fewer homes could reveal a single owner. */
export const LEAST_HOMES = 3
