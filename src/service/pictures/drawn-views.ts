import type { Building } from '../../model/building.ts'
import type { Home, HomeFacts, View } from '../../model/home.ts'

/** The subjects that Plat can draw, with their usual captions. */
const CAPTIONS = {
  front: 'Front of the house',
  evening: 'The house at dusk',
  livingRoom: 'Living room',
  kitchen: 'Kitchen',
  diningRoom: 'Dining room',
  bedroom: 'Bedroom',
  bathroom: 'Bathroom',
  halfBath: 'Half bath',
  fireplace: 'Fireplace',
  mediaRoom: 'Media room in the basement',
  basement: 'Basement',
  laundry: 'Laundry room',
  office: 'Home office',
  entry: 'Entry',
  closet: 'Closet',
  garage: 'Garage',
  garden: 'Back yard',
  pool: 'Pool',
  dock: 'Dock',
  vista: 'View',
  street: 'The street',
  land: 'Across the lot',
  lobby: 'Lobby',
  floorPlan: 'Floor plan',
  fromAbove: 'From above',
} as const

export type DrawnScene = keyof typeof CAPTIONS

/** One drawn picture: for bedrooms and baths with its `nth`, counted from 0; for a vista, with what it looks at. */
export interface DrawnView {
  readonly scene: DrawnScene
  readonly caption: string
  readonly nth: number
  readonly view?: View
}

/** The part of a home that determines its pictures. */
export type PicturedHome = Pick<Home, 'homeType' | 'facts'>

const BUILDING_FRONT = drawn('front', 'Front of the building')
const BUILDING_AT_DUSK = drawn('evening', 'The building at dusk')
const FRONTS: Readonly<Partial<Record<Home['homeType'], DrawnView>>> = {
  TOWNHOUSE: drawn('front', 'Front of the townhouse'),
  CONDO: BUILDING_FRONT,
  APARTMENT: BUILDING_FRONT,
  MANUFACTURED: drawn('front', 'Front of the home'),
}

const VISTAS: Readonly<Record<View, DrawnView>> = {
  City: { ...drawn('vista', 'View of the city'), view: 'City' },
  Mountain: { ...drawn('vista', 'View of the mountains'), view: 'Mountain' },
  Park: { ...drawn('vista', 'View of the park'), view: 'Park' },
  Water: { ...drawn('vista', 'View of the water'), view: 'Water' },
}

/** Beyond these numbers bedrooms and baths would look alike. */
const MAX_BEDROOMS = 6
const MAX_BATHROOMS = 4

/** The views of a home in picture order: all different, and none that contradicts the facts. */
export function homeViews({ homeType, facts }: PicturedHome): readonly DrawnView[] {
  if (homeType === 'LOT') return lotViews(facts)
  const isUnit = homeType === 'CONDO' || homeType === 'APARTMENT'
  return [
    FRONTS[homeType] ?? drawn('front'),
    drawn('livingRoom'),
    drawn('kitchen'),
    ...chambers(facts),
    ...rarities(facts),
    isUnit ? drawn('lobby') : drawn('garden'),
    drawn('entry'),
    drawn('floorPlan'),
    isUnit ? BUILDING_AT_DUSK : drawn('evening'),
    drawn('fromAbove'),
    drawn('closet'),
    drawn('street'),
  ]
}

/** The views of a building in picture order. */
export function buildingViews({ amenities }: Pick<Building, 'amenities'>): readonly DrawnView[] {
  return [
    BUILDING_FRONT,
    drawn('lobby'),
    drawn('livingRoom'),
    drawn('kitchen'),
    drawn('bedroom'),
    drawn('bathroom'),
    ...(amenities.includes('Pool') ? [drawn('pool')] : []),
    drawn('garden', 'Courtyard'),
    BUILDING_AT_DUSK,
    drawn('floorPlan'),
    drawn('fromAbove', 'The building from above'),
  ]
}

function drawn(scene: DrawnScene, caption: string = CAPTIONS[scene], nth = 0): DrawnView {
  return { scene, caption, nth }
}

function lotViews({ waterfront }: HomeFacts): DrawnView[] {
  return [
    drawn('front', 'The lot from the street'),
    drawn('land'),
    drawn('fromAbove', 'The lot from above'),
    ...(waterfront ? [drawn('dock', 'The water at the lot')] : []),
    drawn('street', 'Along the street'),
  ]
}

function chambers(facts: HomeFacts): DrawnView[] {
  const { bedroomsTotal = 1, bathrooms = 1, bathroomsHalf = 0, bathroomsFull = Math.floor(bathrooms) } = facts
  const views = [
    drawn('bedroom', bedroomsTotal === 0 ? 'Sleeping corner' : 'Primary bedroom'),
    drawn('bathroom'),
    ...(bedroomsTotal > 1 ? [drawn('diningRoom')] : []),
  ]
  for (let nth = 1; nth < Math.min(MAX_BEDROOMS, bedroomsTotal); nth++)
    views.push(drawn('bedroom', `Bedroom ${nth + 1}`, nth))
  for (let nth = 1; nth < Math.min(MAX_BATHROOMS, bathroomsFull); nth++)
    views.push(drawn('bathroom', `Bathroom ${nth + 1}`, nth))
  if (bathroomsHalf > 0) views.push(drawn('halfBath'))
  return views
}

/** Views that only some homes have. */
function rarities(facts: HomeFacts): DrawnView[] {
  const { fireplacesTotal = 0, garageSpaces = 0, bedroomsTotal = 1, basement = 'none', waterfront } = facts
  const vistas = (facts.views ?? []).filter((view) => view !== 'Water' || !waterfront)
  const scenes: Readonly<Partial<Record<DrawnScene, boolean | undefined>>> = {
    fireplace: fireplacesTotal > 0,
    mediaRoom: basement === 'finished',
    basement: basement !== 'finished' && basement !== 'none',
    office: bedroomsTotal > 2,
    laundry: facts.inUnitLaundry,
    garage: garageSpaces > 0 && facts.attachedGarage !== undefined,
  }
  const shown = (Object.keys(scenes) as DrawnScene[]).filter((scene) => scenes[scene]) // its keys are scenes
  return [
    ...(facts.privatePool ? [drawn('pool')] : []),
    ...(waterfront ? [drawn('dock')] : []),
    ...vistas.map((view) => VISTAS[view]),
    ...shown.map((scene) => drawn(scene)),
  ]
}
