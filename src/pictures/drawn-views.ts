import type { Building } from '../model/building.ts'
import type { Home, HomeFacts, View } from '../model/home.ts'

/** The subjects that Plat can draw. */
export type DrawnScene =
  | 'front'
  | 'evening'
  | 'livingRoom'
  | 'kitchen'
  | 'diningRoom'
  | 'bedroom'
  | 'bathroom'
  | 'halfBath'
  | 'fireplace'
  | 'mediaRoom'
  | 'basement'
  | 'laundry'
  | 'office'
  | 'entry'
  | 'closet'
  | 'garage'
  | 'garden'
  | 'pool'
  | 'dock'
  | 'vista'
  | 'street'
  | 'land'
  | 'lobby'
  | 'floorPlan'
  | 'fromAbove'

/** One drawn picture: for bedrooms and baths with its `nth`, counted from 0; for a vista, with what it looks at. */
export interface DrawnView {
  readonly scene: DrawnScene
  readonly caption: string
  readonly nth: number
  readonly view?: View
}

/** The part of a home that determines its pictures. */
export type PicturedHome = Pick<Home, 'homeType' | 'facts'>

const FRONT_OF_HOUSE = view('front', 'Front of the house')
const FRONT_OF_BUILDING = view('front', 'Front of the building')
const FRONTS: Readonly<Record<Home['homeType'], DrawnView>> = {
  SINGLE_FAMILY: FRONT_OF_HOUSE,
  TOWNHOUSE: view('front', 'Front of the townhouse'),
  CONDO: FRONT_OF_BUILDING,
  MULTI_FAMILY: FRONT_OF_HOUSE,
  APARTMENT: FRONT_OF_BUILDING,
  LOT: view('front', 'The lot from the street'),
  MANUFACTURED: view('front', 'Front of the home'),
}

const LIVING_ROOM = view('livingRoom', 'Living room')
const KITCHEN = view('kitchen', 'Kitchen')
const DINING_ROOM = view('diningRoom', 'Dining room')
const SLEEPING_CORNER = view('bedroom', 'Sleeping corner')
const BEDROOMS = numbered('bedroom', 'Primary bedroom', 'Bedroom', 6)
const BATHROOMS = numbered('bathroom', 'Bathroom', 'Bathroom', 4)
const HALF_BATH = view('halfBath', 'Half bath')
const POOL = view('pool', 'Pool')
const DOCK = view('dock', 'Dock')
const VISTAS: Readonly<Record<View, DrawnView>> = {
  City: { ...view('vista', 'View of the city'), view: 'City' },
  Mountain: { ...view('vista', 'View of the mountains'), view: 'Mountain' },
  Park: { ...view('vista', 'View of the park'), view: 'Park' },
  Water: { ...view('vista', 'View of the water'), view: 'Water' },
}
const FIREPLACE = view('fireplace', 'Fireplace')
const MEDIA_ROOM = view('mediaRoom', 'Media room in the basement')
const BASEMENT = view('basement', 'Basement')
const OFFICE = view('office', 'Home office')
const LAUNDRY = view('laundry', 'Laundry room')
const GARAGE = view('garage', 'Garage')

const ENTRY = view('entry', 'Entry')
const FLOOR_PLAN = view('floorPlan', 'Floor plan')
const FROM_ABOVE = view('fromAbove', 'From above')
const CLOSET = view('closet', 'Closet')
const LOBBY = view('lobby', 'Lobby')
const AROUND_A_UNIT = [
  LOBBY,
  ENTRY,
  FLOOR_PLAN,
  view('evening', 'The building at dusk'),
  FROM_ABOVE,
  CLOSET,
  view('street', 'The street'),
]
const AROUND_A_HOUSE = [
  view('garden', 'Back yard'),
  ENTRY,
  FLOOR_PLAN,
  view('evening', 'The house at dusk'),
  FROM_ABOVE,
  CLOSET,
  view('street', 'The street'),
]

const ACROSS_THE_LOT = view('land', 'Across the lot')
const LOT_FROM_ABOVE = view('fromAbove', 'The lot from above')
const LOT_WATER = view('dock', 'The water at the lot')
const ALONG_THE_STREET = view('street', 'Along the street')

/** The views of a home in picture order: all different, and none that contradicts the facts. */
export function homeViews({ homeType, facts }: PicturedHome): readonly DrawnView[] {
  if (homeType === 'LOT') return lotViews(facts)
  const views = [FRONTS[homeType], LIVING_ROOM, KITCHEN]
  putChambers(views, facts)
  putRarities(views, facts)
  views.push(...(homeType === 'CONDO' || homeType === 'APARTMENT' ? AROUND_A_UNIT : AROUND_A_HOUSE))
  return views
}

/** The views of a building in picture order. */
export function buildingViews({ amenities }: Pick<Building, 'amenities'>): readonly DrawnView[] {
  return amenities.includes('Pool') ? BUILDING_WITH_POOL : BUILDING
}

const BUILDING = [
  FRONT_OF_BUILDING,
  LOBBY,
  LIVING_ROOM,
  KITCHEN,
  view('bedroom', 'Bedroom'),
  view('bathroom', 'Bathroom'),
  view('garden', 'Courtyard'),
  view('evening', 'The building at dusk'),
  FLOOR_PLAN,
  view('fromAbove', 'The building from above'),
]
const BUILDING_WITH_POOL = BUILDING.toSpliced(6, 0, POOL)

function view(scene: DrawnScene, caption: string, nth = 0): DrawnView {
  return { scene, caption, nth }
}

function numbered(scene: DrawnScene, first: string, others: string, count: number): readonly DrawnView[] {
  return Array.from({ length: count }, (_, nth) => view(scene, nth === 0 ? first : `${others} ${nth + 1}`, nth))
}

function lotViews({ waterfront }: HomeFacts): readonly DrawnView[] {
  const views = [FRONTS.LOT, ACROSS_THE_LOT, LOT_FROM_ABOVE]
  if (waterfront) views.push(LOT_WATER)
  views.push(ALONG_THE_STREET)
  return views
}

function putChambers(views: DrawnView[], facts: HomeFacts): void {
  const { bedroomsTotal = 1, bathrooms = 1, bathroomsHalf = 0 } = facts
  const baths = facts.bathroomsFull ?? Math.floor(bathrooms)
  putSome(views, bedroomsTotal === 0 ? [SLEEPING_CORNER] : BEDROOMS, 0, 1)
  putSome(views, BATHROOMS, 0, 1)
  if (bedroomsTotal > 1) views.push(DINING_ROOM)
  putSome(views, BEDROOMS, 1, bedroomsTotal)
  putSome(views, BATHROOMS, 1, baths)
  if (bathroomsHalf > 0) views.push(HALF_BATH)
}

/** The views of one kind from index `from` to `to`, or to the last one that can be drawn. */
function putSome(views: DrawnView[], kind: readonly DrawnView[], from: number, to: number): void {
  for (let nth = from; nth < to; nth++) {
    const next = kind[nth]
    if (next !== undefined) views.push(next)
  }
}

/** Views that only some homes have. */
function putRarities(views: DrawnView[], facts: HomeFacts): void {
  const { fireplacesTotal = 0, garageSpaces = 0, bedroomsTotal = 1, basement } = facts
  if (facts.privatePool) views.push(POOL)
  if (facts.waterfront) views.push(DOCK)
  for (const seen of facts.views ?? []) if (seen !== 'Water' || !facts.waterfront) views.push(VISTAS[seen])
  if (fireplacesTotal > 0) views.push(FIREPLACE)
  if (basement === 'finished') views.push(MEDIA_ROOM)
  else if (basement !== undefined && basement !== 'none') views.push(BASEMENT)
  if (bedroomsTotal > 2) views.push(OFFICE)
  if (facts.inUnitLaundry) views.push(LAUNDRY)
  if (garageSpaces > 0 && facts.attachedGarage !== undefined) views.push(GARAGE)
}
