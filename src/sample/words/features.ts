/**
 * Feature lists that homes share: a home points at one of these arrays, so that a million homes hold no copies. Words
 * as listing services write them.
 */
const lists = (...rows: string[]): readonly (readonly string[])[] =>
  Object.freeze(rows.map((row) => Object.freeze(row.split(', '))))

export const APPLIANCES = lists(
  'Dishwasher, Disposal, Range, Refrigerator',
  'Dishwasher, Dryer, Microwave, Refrigerator, Washer',
  'Gas Range, Microwave, Refrigerator',
  'Double Oven, Dishwasher, Gas Cooktop, Wine Refrigerator',
  'Range, Refrigerator',
  'Induction Cooktop, Dishwasher, Refrigerator',
)
export const FLOORING = lists(
  'Hardwood',
  'Carpet, Tile',
  'Hardwood, Tile',
  'Laminate',
  'Vinyl Plank, Carpet',
  'Concrete',
)
export const HEATING = lists(
  'Forced Air, Natural Gas',
  'Heat Pump',
  'Baseboard, Electric',
  'Radiant',
  'Central, Electric',
)
export const COOLING = lists('Central Air', 'Heat Pump', 'Wall Unit(s)', 'Ductless')
export const NO_COOLING = lists('None')
export const INTERIOR = lists(
  'Walk-In Closet(s), Kitchen Island',
  'Ceiling Fan(s), Pantry',
  'Vaulted Ceiling(s), Open Floorplan',
  'Built-in Features, High Speed Internet',
  'Kitchen Island, Open Floorplan, Pantry',
)
export const EXTERIOR = lists('Private Yard', 'Balcony', 'Garden, Storage', 'Rain Gutters', 'Outdoor Grill, Lighting')
export const LOT_FEATURES = lists('Corner Lot', 'Level, Landscaped', 'Cul-De-Sac', 'Many Trees', 'Sloped, Garden')
export const COMMUNITY = lists('Sidewalks, Street Lights', 'Playground, Park', 'Clubhouse, Trails', 'Curbs')
export const SENIOR_COMMUNITY = lists('Clubhouse, Senior Community', 'Gated, Senior Community, Trails')
export const CONSTRUCTION = lists('Brick', 'Wood Siding', 'Stucco', 'Fiber Cement, Stone', 'Vinyl Siding', 'Concrete')
export const FOUNDATIONS = lists('Slab', 'Concrete Perimeter', 'Block', 'Pillar/Post/Pier')
export const PUBLIC_SEWER: readonly string[] = ['Public Sewer']
export const SEPTIC_TANK: readonly string[] = ['Septic Tank']
export const PUBLIC_WATER: readonly string[] = ['Public']
export const WELL: readonly string[] = ['Well']
export const UTILITIES = lists('Electricity Connected, Natural Gas Connected', 'Electricity Connected, Cable Available')
export const IN_UNIT_LAUNDRY = lists('In Unit', 'Washer Hookup, In Unit', 'Laundry Room, Main Level')
export const SHARED_LAUNDRY = lists('Common Area', 'Lower Level, Shared')
export const PARKING_GARAGE = lists(
  'Attached, Garage',
  'Garage, Driveway',
  'Detached, Garage',
  'Garage, Electric Vehicle Charging',
)
export const PARKING_OPEN = lists('Driveway', 'Off Street', 'Carport', 'Assigned')
export const PARKING_NONE = lists('On Street')

/** Styles of houses of one floor, and of houses of several; by the time in which the house was built. */
export const STYLES = {
  old: { low: ['Bungalow', 'Craftsman', 'Cape Cod'], high: ['Colonial', 'Tudor', 'Craftsman'] },
  postwar: { low: ['Ranch', 'Mid-Century', 'Cape Cod'], high: ['Colonial', 'Mid-Century', 'Tudor'] },
  recent: { low: ['Ranch', 'Contemporary', 'Craftsman'], high: ['Contemporary', 'Colonial', 'Craftsman'] },
} as const
/** Years from which on houses count as postwar, and as recent. */
export const POSTWAR_YEAR = 1945
export const RECENT_YEAR = 1975
export const ROOFS = ['Composition', 'Metal', 'Tile', 'Shake', 'Flat'] as const
export const ZONINGS = ['R-1', 'R-2', 'R-3', 'MU-1', 'SF-5000', 'RS-7.2'] as const

export const BUILDING_AMENITIES: readonly string[] = [
  'Air Conditioning',
  'Bike Storage',
  'Business Center',
  'Clubhouse',
  'Controlled Access',
  'Courtyard',
  'Elevator',
  'Fitness Center',
  'Guest Suite',
  'In-Unit Laundry',
  'On-Site Parking',
  'Package Lockers',
  'Pet Washing Station',
  'Pool',
  'Roof Deck',
  'Shared Laundry',
  'Storage Units',
]
