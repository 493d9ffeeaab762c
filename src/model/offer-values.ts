/** Allowed values of offers, except property types. */
export const SEARCH_TYPES = ['For_Sale', 'For_Rent'] as const
export const MARKETS = ['Primary', 'Secondary'] as const
export const OWNER_TYPES = ['Private', 'Agency', 'Developer'] as const

export const BUILDING_TYPES = [
  'Block',
  'Tenement',
  'House',
  'Infill',
  'Ribbon',
  'Apartment_Building',
  'Loft',
  'Detached',
  'Semi_Detached',
  'Terraced',
  'Residence',
  'Farm',
] as const

export const FLOORS = [
  'Cellar',
  'Ground',
  '1',
  '2',
  '3',
  '4',
  '5',
  '6',
  '7',
  '8',
  '9',
  '10',
  'Above_10',
  'Attic',
] as const

export const BUILDING_MATERIALS = [
  'Brick',
  'Wood',
  'Breezeblock',
  'Hydroton',
  'Concrete_Plate',
  'Concrete',
  'Silikat',
  'Cellular_Concrete',
  'Reinforced_Concrete',
  'Other',
] as const

export const HEATINGS = ['Urban', 'Gas', 'Electrical', 'Boiler_Room', 'Tiled_Stove', 'Other'] as const

export const EXTRAS = [
  'Balcony',
  'Terrace',
  'Garden',
  'Garage',
  'Basement',
  'Lift',
  'Separate_Kitchen',
  'Air_Conditioning',
  'Two_Storey',
  'Usable_Room',
  'Non_Smokers_Only',
] as const

export const MEDIA = ['Internet', 'Cable_TV', 'Phone'] as const
