import type { Building } from '../../model/building.ts'
import type { Home, HomeFacts } from '../../model/home.ts'
import type { Light, PicturedHome } from './drawing/paint.ts'
import type { Scene } from './drawing/scenes.ts'

export interface DrawnView {
  readonly scene: Scene
  readonly caption: string
  readonly light: Light
}

const BEDROOMS = ['bedroom', 'secondBedroom', 'thirdBedroom'] as const
const BATHROOMS = ['bathroom', 'secondBathroom'] as const
/** Maximum numbers of bedrooms and baths to draw. Pictures of more rooms would look alike. */
const MAX_BEDROOMS = 6
const MAX_BATHROOMS = 4

const FRONTS: Readonly<Partial<Record<Home['homeType'], string>>> = {
  TOWNHOUSE: 'Front of the townhouse',
  MANUFACTURED: 'Front of the home',
}

/** The views of a home in picture order. All are different, and none contradicts the facts. */
export function homeViews({ homeType, facts }: PicturedHome): readonly DrawnView[] {
  if (homeType === 'LOT') return lotViews(facts)
  const isUnit = homeType === 'CONDO' || homeType === 'APARTMENT'
  return [
    view('front', isUnit ? 'Front of the building' : (FRONTS[homeType] ?? 'Front of the house')),
    view('livingRoom', 'Living room'),
    view('kitchen', 'Kitchen'),
    ...chambers(facts),
    ...rarities(facts),
    isUnit ? view('lobby', 'Lobby') : view('garden', 'Back yard'),
    view('entry', 'Entry'),
    view('floorPlan', 'Floor plan'),
    view('front', isUnit ? 'The building at dusk' : 'The house at dusk', 'low'),
    view('fromAbove', 'From above'),
    view('closet', 'Closet'),
    view('street', 'The street'),
  ]
}

export function buildingViews({ amenities }: Pick<Building, 'amenities'>): readonly DrawnView[] {
  return [
    view('front', 'Front of the building'),
    view('lobby', 'Lobby'),
    view('livingRoom', 'Living room'),
    view('kitchen', 'Kitchen'),
    view('bedroom', 'Bedroom'),
    view('bathroom', 'Bathroom'),
    ...viewIf(amenities.includes('Pool'), 'pool', 'Pool'),
    view('garden', 'Courtyard'),
    view('front', 'The building at dusk', 'low'),
    view('floorPlan', 'Floor plan'),
    view('fromAbove', 'The building from above'),
  ]
}

function lotViews({ waterfront }: HomeFacts): DrawnView[] {
  return [
    view('front', 'The lot from the street'),
    view('land', 'Across the lot'),
    view('fromAbove', 'The lot from above'),
    ...viewIf(waterfront, 'dock', 'The water at the lot'),
    view('street', 'Along the street'),
  ]
}

function chambers(facts: HomeFacts): DrawnView[] {
  const { bedroomsTotal = 1, bathrooms = 1, bathroomsHalf = 0, bathroomsFull = Math.floor(bathrooms) } = facts
  const views = [
    view('bedroom', bedroomsTotal === 0 ? 'Sleeping corner' : 'Primary bedroom'),
    view('bathroom', 'Bathroom'),
    ...viewIf(bedroomsTotal > 1, 'diningRoom', 'Dining room'),
  ]
  for (let nth = 1; nth < Math.min(MAX_BEDROOMS, bedroomsTotal); nth++)
    views.push(view(BEDROOMS[nth % 3] ?? 'bedroom', `Bedroom ${nth + 1}`))
  for (let nth = 1; nth < Math.min(MAX_BATHROOMS, bathroomsFull); nth++)
    views.push(view(BATHROOMS[nth % 2] ?? 'bathroom', `Bathroom ${nth + 1}`))
  return [...views, ...viewIf(bathroomsHalf > 0, 'halfBath', 'Half bath')]
}

/** Views that only some homes have. */
function rarities(facts: HomeFacts): DrawnView[] {
  const { fireplacesTotal = 0, garageSpaces = 0, bedroomsTotal = 1, basement = 'none', waterfront } = facts
  const vistas = (facts.views ?? []).filter((seen) => seen !== 'Water' || !waterfront)
  return [
    ...viewIf(facts.privatePool, 'pool', 'Pool'),
    ...viewIf(waterfront, 'dock', 'Dock'),
    ...vistas.map((seen) =>
      view(`view${seen}`, `View of the ${seen === 'Mountain' ? 'mountains' : seen.toLowerCase()}`),
    ),
    ...viewIf(fireplacesTotal > 0, 'fireplace', 'Fireplace'),
    ...viewIf(basement === 'finished', 'mediaRoom', 'Media room in the basement'),
    ...viewIf(basement !== 'finished' && basement !== 'none', 'basement', 'Basement'),
    ...viewIf(bedroomsTotal > 2, 'office', 'Home office'),
    ...viewIf(facts.inUnitLaundry, 'laundry', 'Laundry room'),
    ...viewIf(garageSpaces > 0 && facts.attachedGarage !== undefined, 'garage', 'Garage'),
  ]
}

function view(scene: Scene, caption: string, light: Light = 'day'): DrawnView {
  return { scene, caption, light }
}

function viewIf(isThere: boolean | undefined, scene: Scene, caption: string): DrawnView[] {
  return isThere ? [view(scene, caption)] : []
}
