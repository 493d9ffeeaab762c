import type { Random } from '../../../kit/algorithms/random.ts'
import type { HomeFacts } from '../../../model/home.ts'
import type { PicturedHome } from '../drawn-views.ts'
import { builtPaint, type Paint, repainted } from './paint.ts'
import { circle, HIGH, path, put, rect, WIDE } from './svg.ts'

/** Height at which everything out of doors stands. */
export const GROUND = 540

/** Sky, sun, hills and ground. */
export function landscape(random: Random, paint: Paint): string {
  const x = random.whole(120, 840)
  return [
    `<linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop stop-color="${paint.upper}"/><stop offset="1" stop-color="${paint.lower}"/></linearGradient>`,
    rect(0, 0, WIDE, GROUND, 'url(#sky)'),
    circle(x, paint.sunY, 54, paint.sun),
    cloud((x + 240) % 800, random.whole(90, 150)) + cloud((x + 560) % 800, random.whole(140, 210)),
    path(paint.hill, `M0 ${GROUND}V430q${random.whole(180, 300)}-110 480-20t480-20v150z`),
    rect(0, 486, WIDE, HIGH - 486, paint.grass),
  ].join('')
}

function cloud(left: number, y: number): string {
  return path('#fff9', `M${left} ${y}q10-40 54-30q30-40 66 0q44-4 44 30z`)
}

/** A road with its kerb along the lower edge. */
export function road(): string {
  return rect(0, 574, WIDE, 10, '#d2cdc2') + rect(0, 584, WIDE, 56, '#8d8e90') + path('#efe9d6', dashes(), 4)
}

function dashes(): string {
  return Array.from({ length: 7 }, (_, at) => `M${30 + at * 140} 612h60`).join('')
}

export type Roof = 'flat' | 'low' | 'gabled' | 'steep'

const ROOF_OF_STYLE: Readonly<Record<string, Roof>> = {
  Ranch: 'low',
  'Mid-Century': 'low',
  Contemporary: 'flat',
  Tudor: 'steep',
  Colonial: 'steep',
  'Cape Cod': 'steep',
}
const ROOF_HIGH: Readonly<Record<Roof, number>> = { flat: 0, low: 62, gabled: 104, steep: 150 }

/** Everything that stands is made of these: walls with rows of windows, doors and a roof. */
interface Body {
  readonly middle: number
  readonly wide: number
  readonly stories: number
  readonly storyHigh: number
  readonly roof: Roof
  /** Windows on each floor. */
  readonly columns: number
  /** Where its doors stand, as shares of its width. */
  readonly doors: readonly number[]
}

export function bodyOf(body: Body, paint: Paint): string {
  const { middle, wide, stories, storyHigh, roof, doors } = body
  const left = middle - wide / 2
  const top = GROUND - stories * storyHigh
  const peak = top - ROOF_HIGH[roof]
  const ridge = roof === 'low' ? wide / 2 - 60 : 0
  const doorHigh = Math.min(88, storyHigh - 14)
  return [
    rect(left, top, wide, GROUND - top, paint.wall),
    path('#0001', `M${left} ${top}h${wide}v14h-${wide}z`),
    path(paint.glass, windowsOf(body, left, top), storyHigh / 18, paint.trim),
    ...doors.map((share) => doorAt(left + wide * share, doorHigh, paint)),
    roof === 'flat'
      ? rect(left - 10, top - 14, wide + 20, 18, paint.roof, 3)
      : path(
          paint.roof,
          `M${left - 26} ${top}L${middle - ridge} ${peak}H${middle + ridge}L${left + wide + 26} ${top}z`,
        ),
    roof === 'steep' ? circle(middle, top - 48, 22, paint.trim) + circle(middle, top - 48, 16, paint.glass) : '',
  ].join('')
}

function doorAt(x: number, high: number, paint: Paint): string {
  return [
    rect(x - 30, GROUND - high - 8, 60, high + 8, paint.trim, 3),
    rect(x - 23, GROUND - high, 46, high, paint.door, 2),
    circle(x + 14, GROUND - high / 2, 4, paint.trim),
    rect(x - 40, GROUND - 6, 80, 10, '#d8d3c8', 3),
  ].join('')
}

/** All panes as one path. */
function windowsOf({ wide, stories, storyHigh, columns, doors }: Body, left: number, top: number): string {
  const apart = wide / columns
  const paneWide = Math.round(Math.min(64, apart * 0.56))
  const paneHigh = Math.round(storyHigh * 0.5)
  let panes = ''
  for (let floor = 0; floor < stories; floor++) {
    for (let column = 0; column < columns; column++) {
      const share = (column + 0.5) / columns
      const isDoor = floor === stories - 1 && doors.some((door) => Math.abs(door - share) * wide < apart / 2 + 16)
      const x = Math.round(left + wide * share - paneWide / 2)
      const y = Math.round(top + storyHigh * (floor + 0.26))
      if (!isDoor) panes += `M${x} ${y}h${paneWide}v${paneHigh}h-${paneWide}z`
    }
  }
  return panes
}

/** The home from the street, with the storeys, style, materials and garage of its facts. */
export function front(random: Random, plain: Paint, home: PicturedHome, buildingStories: number): string {
  const paint = builtPaint(plain, home.facts)
  const { homeType, facts } = home
  const water = facts.waterfront ? rect(0, 452, WIDE, 36, '#6fb1cf') : ''
  const scenery = landscape(random, paint) + water
  switch (homeType) {
    case 'LOT':
      return scenery + lot(random, paint)
    case 'CONDO':
    case 'APARTMENT':
      return scenery + road() + building(paint, buildingStories)
    case 'TOWNHOUSE':
      return scenery + road() + townhouses(random, paint, facts)
    case 'MANUFACTURED':
      return scenery + manufactured(paint)
    default:
      return scenery + house(random, paint, home)
  }
}

function lot(random: Random, paint: Paint): string {
  const trees = [90, 240, 720, 880].map((x) => put(random.pick(['tree', 'pine', 'bush']), x, GROUND, paint))
  return [...trees, put('fence', 330, 590, paint), put('fence', 630, 590, paint), put('sign', 480, 600, paint)].join('')
}

/** The units of a building all see the same. */
function building(paint: Paint, stories: number): string {
  const shown = Math.min(14, Math.max(2, stories))
  const storyHigh = Math.min(74, 430 / shown)
  const wide = shown > 7 ? 330 : shown > 3 ? 440 : 560
  const behind = [130, 800].map((x) => rect(x - 70, 330, 140, 210, '#ccd5da'))
  return [
    ...behind,
    bodyOf(
      { middle: 480, wide, stories: shown, storyHigh, roof: 'flat', columns: Math.floor(wide / 55), doors: [0.5] },
      paint,
    ),
    put('tree', 480 - wide / 2 - 80, GROUND + 16, paint, 0.8),
    put('tree', 480 + wide / 2 + 80, GROUND + 16, paint, 0.8),
  ].join('')
}

/** The home itself stands between two neighbours of other colours. */
function townhouses(random: Random, paint: Paint, { storiesTotal = 2 }: HomeFacts): string {
  const stories = Math.min(4, Math.max(2, storiesTotal))
  const row = [-1, 1, 0].map((at) => {
    const colors = at === 0 ? paint : repainted(random, paint, 'wall')
    const roof = at === 0 ? 'gabled' : 'low'
    return bodyOf(
      { middle: 480 + at * 232, wide: 228, stories, storyHigh: 98, roof, columns: 2, doors: [0.25] },
      colors,
    )
  })
  return row.join('') + put('bush', 540, GROUND + 6, paint) + put('tree', 70, GROUND + 16, paint)
}

function manufactured(paint: Paint): string {
  return [
    put('pine', 90, GROUND - 10, paint, 1.3) + put('tree', 880, GROUND, paint),
    bodyOf({ middle: 480, wide: 580, stories: 1, storyHigh: 124, roof: 'low', columns: 5, doors: [0.3] }, paint),
    rect(190, GROUND - 16, 580, 16, paint.roof),
    put('bush', 640, GROUND + 8, paint),
  ].join('')
}

function house(random: Random, paint: Paint, { homeType, facts }: PicturedHome): string {
  const stories = Math.min(3, Math.max(1, facts.storiesTotal ?? 1))
  const several = homeType === 'MULTI_FAMILY'
  const wide = several ? 520 : 460 - stories * 30
  const garages = several ? 0 : Math.min(2, facts.garageSpaces ?? 0)
  const middle = 480 - garages * 50
  const roof = facts.roof === 'Flat' ? 'flat' : (ROOF_OF_STYLE[facts.architecturalStyle ?? ''] ?? 'gabled')
  const columns = several ? 5 : 4
  const doors = several ? [0.3, 0.7] : [random.pick([0.375, 0.625])]
  const right = middle + wide / 2
  const chimney = rect(middle + wide * 0.2, GROUND - stories * 106 - ROOF_HIGH[roof] - 10, 36, 130, '#a3715d', 2)
  return [
    put('tree', middle - wide / 2 - 84, GROUND, paint, 1.1),
    garages > 0 ? garage(right, garages * 108, roof, paint) : put('tree', right + 90, GROUND, paint),
    (facts.fireplacesTotal ?? 0) > 0 ? chimney : '',
    bodyOf({ middle, wide, stories, storyHigh: 106, roof, columns, doors }, paint),
    ...doors.map((share) => path('#e5dac3', walkFrom(middle + wide * (share - 0.5)))),
    put('bush', middle - wide / 2 + 50, GROUND + 8, paint) + put('bush', right - 40, GROUND + 8, paint),
  ].join('')
}

function walkFrom(x: number): string {
  return `M${x - 26} ${GROUND + 6}h52l26 100h-104z`
}

function garage(left: number, wide: number, roof: Roof, paint: Paint): string {
  const [middle, top] = [left + wide / 2, GROUND - 108]
  return [
    rect(left, top, wide + 20, 108, paint.wall),
    rect(left + 12, top + 30, wide - 4, 78, paint.trim, 3),
    path('#0002', [46, 62, 78, 94].map((y) => `M${left + 16} ${top + y}h${wide - 12}v3h-${wide - 12}z`).join('')),
    roof === 'flat'
      ? rect(left, top - 10, wide + 30, 14, paint.roof, 3)
      : path(paint.roof, `M${left} ${top}l0-50H${middle + 10}L${left + wide + 40} ${top}z`),
    path('#d2cdc2', `M${left + 20} ${GROUND}h${wide - 20}l40 100h-${wide + 60}z`),
  ].join('')
}
