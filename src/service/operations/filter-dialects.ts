/** The filters of searches, for modules that name filters in their own way, such as OData. */
export { experienceFilters } from './search/exp/filters.ts'
export { addressFilters as homeFilters } from './search/filters/index.ts'
export { offerFilters } from './search/offer-filters.ts'
