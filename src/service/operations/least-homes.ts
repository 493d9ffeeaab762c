/** Figures are shown from this number of homes on: figures of fewer homes could reveal one owner. */
export const LEAST_HOMES = 3
