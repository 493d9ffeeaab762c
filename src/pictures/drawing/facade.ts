import type { Random } from '../../base/random.ts'
import type { HomeFacts } from '../../model/home.ts'
import type { PicturedHome } from '../drawn-views.ts'
import { bushes, GROUND, landscape, mailbox, tree, walk, water } from './outdoors.ts'
import { builtColors, type Colors, type Sky } from './palette.ts'
import { circle, mold, placed, polygon, rect, stroke, texture, veil } from './svg.ts'

const STORY = 106

/** Position of the body of a house. */
interface Body {
  readonly left: number
  readonly top: number
  readonly wide: number
  readonly stories: number
}

type Roof = 'low' | 'steep' | 'flat' | 'gabled'

const ROOF_OF_STYLE: Readonly<Record<string, Roof>> = {
  Ranch: 'low',
  'Mid-Century': 'low',
  Contemporary: 'flat',
  Tudor: 'steep',
  Colonial: 'steep',
  'Cape Cod': 'steep',
}

/** A house seen from the street, with the storeys, style, materials and garage of its facts. */
export function house(random: Random, plain: Colors, sky: Sky, { facts, homeType }: PicturedHome): string {
  const colors = builtColors(plain, facts)
  const stories = Math.min(3, Math.max(1, facts.storiesTotal ?? 1))
  const several = homeType === 'MULTI_FAMILY'
  const wide = (several ? 500 : 470 - stories * 40) + random.whole(0, 40)
  const garageWide = several ? 0 : garageWidth(facts)
  const left = 480 - (wide + garageWide) / 2
  const body = { left, top: GROUND - STORY * stories - 14, wide, stories }
  const doors = several ? [left + wide * 0.3, left + wide * 0.7] : [left + wide * random.pick([0.24, 0.5])]
  const roof = facts.roof === 'Flat' ? 'flat' : (ROOF_OF_STYLE[facts.architecturalStyle ?? ''] ?? 'gabled')
  return [
    windowMold(colors, sky),
    landscape(random, sky),
    facts.waterfront ? water(sky) : '',
    tree(random, left - 90, GROUND - 12, sky),
    tree(random, left + wide + garageWide + 90, GROUND - 24, sky),
    ...doors.map((x) => walk(x, GROUND)),
    garageWide > 0 ? garage(left + wide, garageWide, colors, sky, roof) : '',
    chimney(body, facts, roof, colors),
    walls(body, facts, colors),
    roofOver(body, roof, colors),
    ...windowPlaces(body, doors).map(([x, y]) => windowAt(x, y)),
    ...doors.map((x) => door(x, GROUND, colors, sky)),
    bushes(random, left + 14, (doors[0] ?? left) - 66, GROUND + 2),
    bushes(random, (doors.at(-1) ?? left) + 70, left + wide - 12, GROUND + 2),
    mailbox(random, colors),
  ].join('')
}

function garageWidth({ garageSpaces = 0 }: HomeFacts): number {
  if (garageSpaces === 0) return 0
  return garageSpaces === 1 ? 144 : 222
}

/** Boards or bricks, if the walls are made of them. */
function walls({ left, top, wide }: Body, { constructionMaterials }: HomeFacts, colors: Colors): string {
  const material = constructionMaterials?.[0] ?? ''
  const high = GROUND - top
  const shade = veil(0.12, rect(left, top, wide, 16, '#000')) + rect(left, GROUND - 12, wide, 12, colors.wallShade)
  const surface = material === 'Brick' ? 'bricks' : /Siding|Cement/.test(material) ? 'boards' : undefined
  const pattern = surface ? texture(surface) + rect(left, top, wide, high, `url(#${surface})`) : ''
  return rect(left, top, wide, high, colors.wall) + pattern + shade
}

/** Height of a chimney above the walls: always higher than the roof. */
const CHIMNEYS: Readonly<Record<Roof, number>> = { flat: 52, low: 92, steep: 128, gabled: 128 }

function chimney({ left, top, wide }: Body, { fireplacesTotal = 0 }: HomeFacts, roof: Roof, colors: Colors): string {
  if (fireplacesTotal === 0) return ''
  const x = left + wide * 0.2
  const high = CHIMNEYS[roof]
  return rect(x, top - high, 38, high + 6, colors.wallShade) + rect(x - 5, top - high - 6, 48, 10, colors.roof)
}

function roofOver({ left, top, wide, stories }: Body, kind: Roof, colors: Colors): string {
  const [from, to, eaves] = [left - 24, left + wide + 24, top + 8]
  const high = stories === 3 ? 74 : 92
  switch (kind) {
    case 'flat':
      return (
        rect(left - 14, top - 18, wide + 28, 24, colors.roof, 2) + rect(left - 14, top + 4, wide + 28, 5, colors.trim)
      )
    case 'low':
      return (
        polygon(colors.roof, from, eaves, left + 60, top - 62, left + wide - 60, top - 62, to, eaves) +
        eave(from, to, eaves, colors)
      )
    case 'steep':
      return (
        polygon(colors.roof, from, eaves, left + 16, top - high, left + wide - 16, top - high, to, eaves) +
        eave(from, to, eaves, colors)
      )
    case 'gabled':
      return [
        polygon(colors.roof, from, eaves, left + 44, top - high, left + wide - 44, top - high, to, eaves),
        eave(from, to, eaves, colors),
        polygon(colors.wall, left + wide * 0.56, eaves, left + wide * 0.73, top - 78, left + wide * 0.9, eaves),
        stroke(
          colors.trim,
          8,
          `M${left + wide * 0.54} ${eaves}L${left + wide * 0.73} ${top - 82}L${left + wide * 0.92} ${eaves}`,
        ),
        circle(left + wide * 0.73, top - 26, 13, colors.trim) + circle(left + wide * 0.73, top - 26, 9, '#bfe3f2'),
      ].join('')
  }
}

function eave(from: number, to: number, y: number, colors: Colors): string {
  return rect(from, y - 5, to - from, 7, colors.trim)
}

/** Windows keep clear of the doors on the ground floor. */
function windowPlaces({ left, top, wide, stories }: Body, doors: readonly number[]): [x: number, y: number][] {
  const columns = Math.round(wide / 112)
  const places: [number, number][] = []
  for (let story = 0; story < stories; story++) {
    for (let column = 0; column < columns; column++) {
      const x = left + (wide * (column + 0.5)) / columns
      const ground = story === stories - 1
      if (!ground || doors.every((doorX) => Math.abs(x - doorX) > 76)) places.push([x, top + 26 + story * STORY])
    }
  }
  return places
}

/** The window repeated on a facade: `placed` gives its top edge as y and its centre as x. */
function windowMold(colors: Colors, sky: Sky): string {
  return mold(
    'window',
    rect(-30, 0, 60, 66, colors.trim, 2) +
      rect(-25, 5, 50, 56, sky.glass) +
      veil(0.3, polygon('#fff', -25, 40, -25, 5, 2, 5)) +
      stroke(colors.trim, 3, 'M0 5v56M-25 33h50') +
      rect(-34, 64, 68, 6, colors.wallShade),
  )
}

function windowAt(x: number, y: number): string {
  return placed('window', x, y)
}

function door(x: number, ground: number, colors: Colors, sky: Sky): string {
  return [
    rect(x - 32, ground - 92, 64, 92, colors.trim),
    rect(x - 26, ground - 86, 52, 86, colors.door, 2),
    rect(x - 16, ground - 76, 32, 24, sky.glass, 2),
    circle(x + 17, ground - 40, 3, '#e9cf8a'),
    rect(x - 46, ground - 4, 92, 9, '#b9b2a5', 2),
    rect(x - 46, ground - 104, 92, 10, colors.roof, 2),
  ].join('')
}

function garage(left: number, wide: number, colors: Colors, sky: Sky, roof: Roof): string {
  const top = GROUND - 112
  const [doorLeft, doorWide] = [left + 16, wide - 32]
  const slats = [0, 1, 2].map((at) => rect(doorLeft, GROUND - 64 + at * 21, doorWide, 2, colors.wallShade))
  const panes = Array.from({ length: Math.floor(doorWide / 30) }, (_, at) =>
    rect(doorLeft + 5 + at * 30, GROUND - 82, 22, 12, sky.glass),
  )
  const cover =
    roof === 'flat'
      ? rect(left - 4, top - 12, wide + 14, 16, colors.roof, 2)
      : polygon(
          colors.roof,
          left - 10,
          top + 6,
          left + 16,
          top - 50,
          left + wide - 22,
          top - 50,
          left + wide + 18,
          top + 6,
        )
  return [
    polygon(
      '#c9c3b7',
      doorLeft - 4,
      GROUND,
      doorLeft + doorWide + 4,
      GROUND,
      doorLeft + doorWide + 64,
      640,
      doorLeft + 16,
      640,
    ),
    rect(left, top, wide, GROUND - top, colors.wallShade),
    cover,
    rect(doorLeft, GROUND - 88, doorWide, 88, colors.trim, 2),
    ...panes,
    ...slats,
  ].join('')
}

/** A row of attached houses; the home is the second from the left, in its own colours. */
export function townhouse(random: Random, plain: Colors, sky: Sky, { facts }: PicturedHome): string {
  const own = builtColors(plain, facts)
  const stories = Math.min(3, Math.max(2, facts.storiesTotal ?? 2))
  const neighbors = ['#cfc7ba', '#c3ccd1', '#d3c3b5']
  const units = [0, 1, 2, 3].map((at) => {
    const wall = neighbors[(at + stories) % 3] ?? own.wall
    const colors = at === 1 ? own : { ...own, wall, door: '#6f7780', roof: '#74736f' }
    return rowUnit(92 + at * 194, 194, stories, colors, sky, at === 1 && (facts.garageSpaces ?? 0) > 0)
  })
  return [
    windowMold(own, sky),
    landscape(random, sky),
    facts.waterfront ? water(sky) : '',
    tree(random, 46, GROUND - 10, sky),
    tree(random, 914, GROUND - 10, sky),
    ...units,
    rect(0, GROUND + 44, 960, 26, '#cbc6bc'),
    rect(0, GROUND + 70, 960, 70, '#8d8e90'),
  ].join('')
}

function rowUnit(left: number, wide: number, stories: number, colors: Colors, sky: Sky, garaged: boolean): string {
  const top = GROUND - stories * STORY - 6
  const middle = left + wide / 2
  const upper = Array.from({ length: stories - 1 }, (_, story) =>
    [0.28, 0.72].map((share) => windowAt(left + wide * share, top + 24 + story * STORY)).join(''),
  )
  return [
    polygon(colors.roof, left - 4, top + 4, middle, top - 70, left + wide + 4, top + 4),
    rect(left, top, wide, GROUND - top, colors.wall),
    veil(0.1, rect(left, top, wide, 10, '#000') + rect(left + wide - 4, top, 4, GROUND - top, '#000')),
    ...upper,
    rect(left + wide * 0.28 - 30, GROUND, 60, 44, '#d5d0c6'),
    door(left + wide * 0.28, GROUND, colors, sky),
    garaged ? garageDoor(left + wide * 0.54, colors) : windowAt(left + wide * 0.74, GROUND - 88),
  ].join('')
}

function garageDoor(left: number, colors: Colors): string {
  return (
    rect(left, GROUND - 84, 82, 84, colors.trim, 2) +
    [0, 1, 2].map((at) => rect(left, GROUND - 62 + at * 21, 82, 2, colors.wallShade)).join('')
  )
}

/** A manufactured home: long and low on its skirting, with steps to the door, and a carport if it has one. */
export function manufactured(random: Random, plain: Colors, sky: Sky, { facts }: PicturedHome): string {
  const colors = builtColors(plain, facts)
  const carport = (facts.carportSpaces ?? 0) > 0
  const wide = carport ? 560 : 640
  const left = 480 - (wide + (carport ? 170 : 0)) / 2
  const floor = GROUND - 30
  const top = floor - 104
  const doorX = left + wide * 0.42
  const places = [0.1, 0.26, 0.6, 0.76, 0.91]
  return [
    windowMold(colors, sky),
    landscape(random, sky),
    facts.waterfront ? water(sky) : '',
    tree(random, left - 70, GROUND - 16, sky),
    carport ? carportAt(left + wide, top, colors) : tree(random, left + wide + 80, GROUND - 20, sky),
    walk(doorX, GROUND),
    rect(left + 6, floor, wide - 12, 30, '#a9a498'),
    stroke(
      '#0002',
      2,
      Array.from({ length: Math.floor(wide / 26) }, (_, at) => `M${left + 16 + at * 26} ${floor}v30`).join(''),
    ),
    texture('boards'),
    rect(left, top, wide, 104, colors.wall),
    rect(left, top, wide, 104, 'url(#boards)'),
    polygon(
      colors.roof,
      left - 16,
      top + 6,
      left + 30,
      top - 34,
      left + wide - 30,
      top - 34,
      left + wide + 16,
      top + 6,
    ),
    rect(left - 16, top + 2, wide + 32, 6, colors.trim),
    ...places.map((share) => windowAt(left + wide * share, top + 22)),
    door(doorX, floor, colors, sky),
    [0, 1, 2]
      .map((step) =>
        rect(doorX - 44 - step * 7, floor + step * 10, 88 + step * 14, 11, step % 2 ? '#b4ada0' : '#c3bcae'),
      )
      .join(''),
    stroke(
      '#8b8478',
      4,
      `M${doorX - 46} ${floor}v-34M${doorX + 46} ${floor}v-34M${doorX - 46} ${floor - 34}l-18 34M${doorX + 46} ${floor - 34}l18 34`,
    ),
    bushes(random, left + 16, doorX - 90, GROUND + 4),
  ].join('')
}

function carportAt(left: number, top: number, colors: Colors): string {
  return (
    polygon('#c9c3b7', left + 10, GROUND, left + 160, GROUND, left + 220, 640, left + 30, 640) +
    stroke('#8b8478', 7, `M${left + 22} ${top + 26}V${GROUND}M${left + 160} ${top + 26}V${GROUND}`) +
    rect(left, top + 14, 176, 14, colors.roof, 2)
  )
}
