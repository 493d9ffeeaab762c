/** Facts of a home that can be imagined otherwise: for each argument the parameter that carries it. */
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
