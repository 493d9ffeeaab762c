import type { Random } from '../../../kit/algorithms/random.ts'
import type { Home, HomeFacts } from '../../../model/home.ts'

/** The part of a home that determines its pictures. */
export type PicturedHome = Pick<Home, 'homeType' | 'facts'>

/** The time of day in a picture. `low`: the sun is low. */
export type Light = 'day' | 'low' | 'night'

/** Everything that one picture is drawn from. */
export interface Look {
  readonly random: Random
  readonly paint: Paint
  readonly light: Light
  /** Whether the rooms of this home are mirrored. */
  readonly turned: boolean
  readonly home: PicturedHome
  /** For a unit: the number of floors of its building. */
  readonly stories: number
}

/** For each time of day, the colors of the sky (top and horizon), sun, hills, grass and windows. */
const LIGHTS = {
  day: { sky: '#7cc4ee', haze: '#dff2fb', sun: '#ffe9a3', hill: '#a5cfa0', grass: '#7fb86b', glass: '#bfe3f2' },
  low: { sky: '#5b5f97', haze: '#ffb88a', sun: '#ffd9a0', hill: '#6f7f93', grass: '#5f8a62', glass: '#ffe08a' },
  night: { sky: '#141c3a', haze: '#3c4a7a', sun: '#f2efd8', hill: '#2c3a4f', grass: '#2f4a3a', glass: '#ffd873' },
} as const satisfies Readonly<Record<Light, object>>

const CHOICES = {
  wall: ['#f3e9d8', '#d9e3ea', '#e9cfc0', '#cfdcc9', '#f5f1ea', '#b9c9d6', '#c97b63', '#e8d9a8'],
  roof: ['#6b4f4f', '#4a5568', '#7d5a4f', '#5c6b73', '#8a5a44', '#3f4a5a'],
  door: ['#b5443c', '#2f6f73', '#3d5a80', '#7a4e2d', '#e0a336', '#4f6d4a'],
  room: ['#eef1ec', '#f4ede4', '#e6edf2', '#f1e8ea', '#e9efe3', '#f5f0df'],
  floor: ['#c99f6f', '#b3885b', '#d8bf9a', '#a98467'],
  wood: ['#8a6244', '#a97c50', '#6f5141', '#c19a6b'],
  fabric: ['#6f8799', '#86819c', '#7f967f', '#b48a6c', '#62727f', '#a67c7c', '#9a9184'],
  accent: ['#cfa45b', '#c0806c', '#79a39e', '#9089ab', '#8ba678', '#c79766'],
  skin: ['#f6d3b8', '#e8b894', '#d19a72', '#a86f4a', '#7d4e34'],
  /** Colors of leaves in summer, late summer, autumn and spring. */
  leaf: ['#5a8f5c', '#5a8f5c', '#7a9a4f', '#cf8f4a', '#e3a8b4'],
} as const
type Choice = keyof typeof CHOICES

/** The colors of one picture by the names that shapes use. */
export type Paint = Readonly<Record<Choice | keyof typeof LIGHTS.day | 'trim' | 'metal' | 'dark', string>>

/** The colors of one home, shared by all its pictures. */
export function drawPaint(random: Random, light: Light = 'day'): Paint {
  const colors = Object.entries(CHOICES).map(([name, choice]) => [name, random.pick<string>(choice)])
  const drawn = Object.fromEntries(colors) as Record<Choice, string> // has a color for every `Choice`
  return { ...LIGHTS[light], trim: '#fbfaf7', metal: '#9aa3a8', dark: '#3b3f45', ...drawn }
}

/** Picks new colors for some parts: for a room, a neighboring house, or a person's clothes. */
export function repainted(random: Random, paint: Paint, ...names: readonly Choice[]): Paint {
  return { ...paint, ...Object.fromEntries(names.map((name) => [name, random.pick<string>(CHOICES[name])])) }
}

const ROOFS: Readonly<Record<string, string>> = { Metal: '#7d8791', Tile: '#a9705a', Shake: '#8a7460', Flat: '#6c6f73' }
const WALLS: Readonly<Record<string, string>> = { Brick: '#b98570', Concrete: '#d5d3cd' }

/** The colors of a home, adjusted to what is known of the materials of its walls and roof. */
export function builtPaint(paint: Paint, { constructionMaterials, roof = '' }: HomeFacts): Paint {
  const wall = WALLS[constructionMaterials?.[0] ?? ''] ?? paint.wall
  return { ...paint, wall, roof: ROOFS[roof] ?? paint.roof }
}
