import type { Random } from '../../base/random.ts'
import type { HomeFacts } from '../../model/home.ts'

export interface Sky {
  readonly upper: string
  readonly lower: string
  readonly sun: string
  /** Height of the sun in the picture. */
  readonly sunY: number
  readonly cloud: string
  readonly hill: string
  readonly grass: string
  /** Colour of the windows in this light. */
  readonly glass: string
}

const DAY: Sky = {
  upper: '#7cc4ee',
  lower: '#dff2fb',
  sun: '#ffe9a3',
  sunY: 110,
  cloud: '#ffffff',
  hill: '#a5cfa0',
  grass: '#7fb86b',
  glass: '#bfe3f2',
}
const MORNING: Sky = { ...DAY, upper: '#a8d8ea', lower: '#fdeedd', sun: '#ffd489', hill: '#b4d3ae', grass: '#8cc07a' }
/** The hour after sunset, with lamps lit behind the windows. */
export const DUSK: Sky = {
  upper: '#5b5f97',
  lower: '#ffb88a',
  sun: '#ffd9a0',
  sunY: 372,
  cloud: '#f4c6b6',
  hill: '#6f7f93',
  grass: '#5f8a62',
  glass: '#ffe08a',
}

/** Under the moon. */
export const NIGHT: Sky = {
  upper: '#141c3a',
  lower: '#3c4a7a',
  sun: '#f2efd8',
  sunY: 96,
  cloud: '#55618a',
  hill: '#2c3a4f',
  grass: '#2f4a3a',
  glass: '#ffd873',
}

const SKIES = [DAY, DAY, DAY, MORNING, MORNING] as const

export function drawSky(random: Random): Sky {
  return random.pick(SKIES)
}

/** The colours of one home, shared by all its pictures. */
export interface Colors {
  readonly wall: string
  readonly wallShade: string
  readonly roof: string
  readonly door: string
  readonly trim: string
  readonly room: string
  readonly floor: string
  readonly board: string
  readonly wood: string
  readonly fabric: string
  readonly accent: string
}

const WALLS = [
  ['#f3e9d8', '#e3d4bb'],
  ['#d9e3ea', '#c1cfd9'],
  ['#e9cfc0', '#d7b5a2'],
  ['#cfdcc9', '#b5c7ad'],
  ['#f5f1ea', '#e0d9cd'],
  ['#b9c9d6', '#9fb2c2'],
  ['#c97b63', '#b2664f'],
  ['#e8d9a8', '#d5c389'],
] as const
const ROOFS = ['#6b4f4f', '#4a5568', '#7d5a4f', '#5c6b73', '#8a5a44', '#3f4a5a'] as const
const DOORS = ['#b5443c', '#2f6f73', '#3d5a80', '#7a4e2d', '#e0a336', '#4f6d4a'] as const
const ROOMS = ['#eef1ec', '#f4ede4', '#e6edf2', '#f1e8ea', '#e9efe3', '#f5f0df'] as const
const FLOORS = [
  ['#c99f6f', '#b98d5d'],
  ['#b3885b', '#a2784c'],
  ['#d8bf9a', '#c9ae86'],
  ['#a98467', '#967257'],
] as const
const WOODS = ['#8a6244', '#a97c50', '#6f5141', '#c19a6b'] as const
const FABRICS = ['#6f8799', '#86819c', '#7f967f', '#b48a6c', '#62727f', '#a67c7c', '#9a9184'] as const
const ACCENTS = ['#cfa45b', '#c0806c', '#79a39e', '#9089ab', '#8ba678', '#c79766'] as const

export function drawColors(random: Random): Colors {
  const [wall, wallShade] = random.pick(WALLS)
  const [floor, board] = random.pick(FLOORS)
  return {
    wall,
    wallShade,
    roof: random.pick(ROOFS),
    door: random.pick(DOORS),
    trim: '#fbfaf7',
    room: random.pick(ROOMS),
    floor,
    board,
    wood: random.pick(WOODS),
    fabric: random.pick(FABRICS),
    accent: random.pick(ACCENTS),
  }
}

/** The colours of one room: floor, doors and trim of the home, but its own walls and fabrics. */
export function roomColors(random: Random, home: Colors): Colors {
  return { ...home, room: random.pick(ROOMS), fabric: random.pick(FABRICS), accent: random.pick(ACCENTS) }
}

const ROOF_COLORS: Readonly<Record<string, string>> = {
  Metal: '#7d8791',
  Tile: '#a9705a',
  Shake: '#8a7460',
  Flat: '#6c6f73',
}
const BRICK = { wall: '#b98570', wallShade: '#a3715d' } as const
const CONCRETE = { wall: '#d5d3cd', wallShade: '#bebbb3' } as const

/** The colours of a home, adjusted to the known materials of its walls and roof. */
export function builtColors(home: Colors, { constructionMaterials, roof = '' }: HomeFacts): Colors {
  const material = constructionMaterials?.[0]
  const walls = material === 'Brick' ? BRICK : material === 'Concrete' ? CONCRETE : {}
  return { ...home, ...walls, roof: ROOF_COLORS[roof] ?? home.roof }
}
