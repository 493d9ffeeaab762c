import type { Random } from '../../base/random.ts'
import type { DrawnScene, DrawnView, PicturedHome } from '../drawn-views.ts'
import { building } from './buildings.ts'
import { basement, garageInside, laundry } from './cellar.ts'
import { bathroom, bedroom, closet, halfBath } from './chambers.ts'
import { house, manufactured, townhouse } from './facade.ts'
import { lot, meadow } from './land.ts'
import { garden, poolside } from './outdoors.ts'
import { type Colors, DUSK, roomColors, type Sky } from './palette.ts'
import { floorPlan, fromAbove } from './plans.ts'
import { diningRoom, entry, fireplace, kitchen, livingRoom, lobby, mediaRoom, office } from './rooms.ts'
import { mirrored } from './svg.ts'
import { dock, street, vista } from './vistas.ts'

/** All inputs of one picture. */
export interface Setting {
  readonly random: Random
  readonly colors: Colors
  readonly sky: Sky
  /** Whether this home's rooms are mirrored. */
  readonly turned: boolean
  readonly home: PicturedHome
  /** For a unit: the floors of its building. */
  readonly stories: number
}

type Draw = (setting: Setting, view: DrawnView) => string

const SCENES: Readonly<Record<DrawnScene, Draw>> = {
  front: facade,
  evening: (setting) => facade({ ...setting, sky: DUSK }),
  livingRoom: inside(livingRoom),
  kitchen: inside(kitchen),
  diningRoom: inside(diningRoom),
  bedroom: inside((random, colors, sky, { nth }) => bedroom(random, colors, sky, nth)),
  bathroom: inside((random, colors, sky, { nth }) => bathroom(random, colors, sky, nth)),
  halfBath: inside(halfBath),
  fireplace: inside(fireplace),
  mediaRoom: inside(mediaRoom),
  basement: inside(basement),
  laundry: inside(laundry),
  office: inside(office),
  entry: inside(entry),
  closet: inside(closet),
  garage: (setting, view) => inside((_random, colors) => garageInside(colors, setting.home.facts))(setting, view),
  lobby: inside(lobby),
  garden: ({ random, colors, sky }) => garden(random, colors, sky),
  pool: ({ random, colors, sky }) => poolside(random, colors, sky),
  dock: ({ random, colors, sky }) => dock(random, colors, sky),
  vista: ({ random, colors, sky }, { view = 'Park' }) => vista(random, colors, sky, view),
  street: ({ random, colors, sky }) => street(random, colors, sky),
  land: ({ random, colors, sky, home }) => meadow(random, colors, sky, home),
  floorPlan: ({ random, colors, sky, home }) => floorPlan(random, colors, sky, home),
  fromAbove: ({ random, colors, sky, home }) => fromAbove(random, colors, sky, home),
}

/** Draws a view. */
export function drawView(setting: Setting, view: DrawnView): string {
  return SCENES[view.scene](setting, view)
}

/** Scenes of a whole building, identical in the pictures of all its units. */
export const SHARED_SCENES: ReadonlySet<DrawnScene> = new Set(['front', 'evening', 'lobby'])

function facade({ random, colors, sky, home, stories }: Setting): string {
  switch (home.homeType) {
    case 'LOT':
      return lot(random, colors, sky, home)
    case 'TOWNHOUSE':
      return townhouse(random, colors, sky, home)
    case 'MANUFACTURED':
      return manufactured(random, colors, sky, home)
    case 'CONDO':
    case 'APARTMENT':
      return building(random, colors, sky, stories)
    default:
      return house(random, colors, sky, home)
  }
}

/** A room with its own walls and fabrics, mirrored like all rooms of the home. */
function inside(room: (random: Random, colors: Colors, sky: Sky, view: DrawnView) => string): Draw {
  return ({ random, colors, sky, turned }, view) => {
    const drawn = room(random, roomColors(random, colors), sky, view)
    return turned ? mirrored(drawn) : drawn
  }
}
