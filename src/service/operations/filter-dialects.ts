/** The filters of searches, for doors that name filters in their own way. */
export { experienceFilters } from './search/exp/filters.ts'
export { addressFilters as homeFilters } from './search/filters/index.ts'
export { offerFilters } from './search/offer-filters.ts'
