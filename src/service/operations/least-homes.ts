/** Minimum number of homes for which figures are shown. Figures of fewer homes could reveal one owner. */
export const LEAST_HOMES = 3
