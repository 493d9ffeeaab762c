/** Facts that a what-if valuation can change: the tool's argument, and the operation's parameter for it. */
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
