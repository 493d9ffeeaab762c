import type { Random } from '../../../kit/algorithms/random.ts'
import type { HomeFacts } from '../../../model/home.ts'

/** The colours of the daylight. */
interface Light {
  readonly upper: string
  readonly lower: string
  readonly sun: string
  /** Height of the sun in the picture. */
  readonly sunY: number
  readonly hill: string
  readonly grass: string
  /** Colour of the windows in this light. */
  readonly glass: string
}

const DAY: Light = {
  upper: '#7cc4ee',
  lower: '#dff2fb',
  sun: '#ffe9a3',
  sunY: 110,
  hill: '#a5cfa0',
  grass: '#7fb86b',
  glass: '#bfe3f2',
}
const MORNING: Light = { ...DAY, upper: '#a8d8ea', lower: '#fdeedd', sun: '#ffd489', hill: '#b4d3ae', grass: '#8cc07a' }
/** The hour after sunset, with lamps lit behind the windows. */
export const DUSK: Light = {
  upper: '#5b5f97',
  lower: '#ffb88a',
  sun: '#ffd9a0',
  sunY: 330,
  hill: '#6f7f93',
  grass: '#5f8a62',
  glass: '#ffe08a',
}
/** Under the moon. */
export const NIGHT: Light = {
  upper: '#141c3a',
  lower: '#3c4a7a',
  sun: '#f2efd8',
  sunY: 96,
  hill: '#2c3a4f',
  grass: '#2f4a3a',
  glass: '#ffd873',
}

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
  /** Summer, late summer, autumn and spring. */
  leaf: ['#5a8f5c', '#5a8f5c', '#7a9a4f', '#cf8f4a', '#e3a8b4'],
} as const
type Choice = keyof typeof CHOICES

/** The colours of one picture by the names that shapes use. */
export type Paint = Light & Readonly<Record<Choice | 'trim' | 'metal' | 'dark', string>>

/** The colours of one home, shared by all its pictures. */
export function drawPaint(random: Random): Paint {
  const light = random.pick([DAY, DAY, DAY, MORNING, MORNING])
  const colors = Object.entries(CHOICES).map(([name, choice]) => [name, random.pick<string>(choice)])
  return { ...light, trim: '#fbfaf7', metal: '#9aa3a8', dark: '#3b3f45', ...Object.fromEntries(colors) } // has every choice
}

/** A paint in which some colours are drawn anew: those of a room, of a neighbour, of somebody's clothes. */
export function repainted(random: Random, paint: Paint, ...names: readonly Choice[]): Paint {
  return { ...paint, ...Object.fromEntries(names.map((name) => [name, random.pick<string>(CHOICES[name])])) }
}

const ROOF_COLORS: Readonly<Record<string, string>> = {
  Metal: '#7d8791',
  Tile: '#a9705a',
  Shake: '#8a7460',
  Flat: '#6c6f73',
}
const WALL_COLORS: Readonly<Record<string, string>> = { Brick: '#b98570', Concrete: '#d5d3cd' }

/** The colours of a home, adjusted to the known materials of its walls and roof. */
export function builtPaint(paint: Paint, { constructionMaterials, roof = '' }: HomeFacts): Paint {
  const wall = WALL_COLORS[constructionMaterials?.[0] ?? ''] ?? paint.wall
  return { ...paint, wall, roof: ROOF_COLORS[roof] ?? paint.roof }
}
