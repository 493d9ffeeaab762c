/** Facts of a home that a what-if valuation can change: arguments, and the parameters that they become. */
export const WHAT_IF_PARAMETERS = {
  bedrooms: 'bedroomsTotal',
  bathrooms: 'bathroomsTotal',
  sqft: 'livingArea',
  lot_sqft: 'lotSize',
  year_built: 'yearBuilt',
  year_renovated: 'yearRenovated',
  quality_grade: 'qualityGrade',
  condition_grade: 'conditionGrade',
} as const
