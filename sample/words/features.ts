import { entries } from './table.ts'

/** Lists of features, as MLSs write them. Homes share them, because a million copies would be large. */
const lists = (text: string): readonly (readonly string[])[] =>
  Object.freeze(entries(text).map((row) => Object.freeze(row.split(', '))))

export const APPLIANCES = lists(`
  Dishwasher, Disposal, Range, Refrigerator | Dishwasher, Dryer, Microwave, Refrigerator, Washer | Gas Range,
  Microwave, Refrigerator | Double Oven, Dishwasher, Gas Cooktop, Wine Refrigerator | Range, Refrigerator |
  Induction Cooktop, Dishwasher, Refrigerator`)
export const ELECTRIC_APPLIANCES = APPLIANCES.filter((list) => !list.some((appliance) => appliance.startsWith('Gas')))
export const FLOORING = lists('Hardwood | Carpet, Tile | Hardwood, Tile | Laminate | Vinyl Plank, Carpet | Concrete')
export const COOLING = lists('Central Air | Central Air | Central Air | Wall Unit(s) | Ductless')
export const HEAT_PUMP_COOLING: readonly string[] = Object.freeze(['Heat Pump'])
export const NO_COOLING: readonly string[] = Object.freeze(['None'])
export const INTERIOR = lists(`
  Walk-In Closet(s), Kitchen Island | Ceiling Fan(s), Pantry | Vaulted Ceiling(s), Open Floorplan | Built-in
  Features, High Speed Internet | Kitchen Island, Open Floorplan, Pantry`)
export const EXTERIOR = lists('Private Yard | Garden, Storage | Rain Gutters | Outdoor Grill, Lighting')
export const UNIT_EXTERIOR = lists('Balcony | Balcony, Storage')
export const LOT_FEATURES = lists('Corner Lot | Level, Landscaped | Cul-De-Sac | Many Trees | Sloped, Garden')
export const COMMUNITY = lists('Sidewalks, Street Lights | Playground, Park | Clubhouse, Trails | Curbs')
export const SENIOR_COMMUNITY = lists('Clubhouse, Senior Community | Gated, Senior Community, Trails')
export const PUBLIC_SEWER: readonly string[] = ['Public Sewer']
export const SEPTIC_TANK: readonly string[] = ['Septic Tank']
export const PUBLIC_WATER: readonly string[] = ['Public']
export const WELL: readonly string[] = ['Well']
export const WITH_GAS: readonly string[] = Object.freeze(['Electricity Connected', 'Natural Gas Connected'])
export const WITHOUT_GAS: readonly string[] = Object.freeze(['Electricity Connected', 'Cable Available'])
export const HOUSE_LAUNDRY = lists('In Unit | Washer Hookup, In Unit | Laundry Room, Main Level')
export const NO_LAUNDRY = lists('None')
export const IN_UNIT_LAUNDRY = lists('In Unit | Washer Hookup, In Unit')
export const SHARED_LAUNDRY = lists('Common Area | Lower Level, Shared')
export const PARKING_GARAGE = lists(`
  Attached, Garage | Garage, Driveway | Detached, Garage | Garage, Electric Vehicle Charging`)
export const PARKING_OPEN = lists('Driveway | Off Street')
export const PARKING_CARPORT = lists('Carport | Carport, Driveway')
export const UNIT_GARAGE = lists('Underground, Assigned | Garage, Assigned')
export const UNIT_PARKING = lists('Assigned | Off Street, Assigned')
export const PARKING_NONE = lists('On Street')

/** Styles of houses with one floor and with several, by period. */
export const STYLES = {
  old: { low: ['Bungalow', 'Craftsman', 'Cape Cod'], high: ['Colonial', 'Tudor', 'Craftsman'] },
  postwar: { low: ['Ranch', 'Mid-Century', 'Cape Cod'], high: ['Colonial', 'Mid-Century', 'Tudor'] },
  recent: { low: ['Ranch', 'Contemporary', 'Craftsman'], high: ['Contemporary', 'Colonial', 'Craftsman'] },
} as const
/** First years of postwar and of recent houses. */
export const POSTWAR_YEAR = 1945
export const RECENT_YEAR = 1975
export const ZONINGS = ['R-1', 'R-2', 'R-3', 'MU-1', 'SF-5000', 'RS-7.2'] as const

export const BUILDING_AMENITIES: readonly string[] = entries(`
  Air Conditioning | Bike Storage | Business Center | Clubhouse | Controlled Access | Courtyard | Elevator | Fitness
  Center | Guest Suite | In-Unit Laundry | On-Site Parking | Package Lockers | Pet Washing Station | Pool | Roof Deck
  | Shared Laundry | Storage Units`)
