import type { HomeFacts } from '../../../model/home.ts'
import { builtPaint, type Look, type Paint, repainted } from './paint.ts'
import { circle, HIGH, path, rect, shapes, WIDE } from './svg.ts'

/** Height of the ground on which all outdoor objects stand. */
const GROUND = 540

const cloud = (left: number, y: number) => path('#fff9', `M${left} ${y}q10-40 54-30q30-40 66 0q44-4 44 30z`)

/** Sky, sun, hills and ground. */
export function landscape({ random, paint, light }: Look): string {
  const x = random.whole(120, 840)
  return [
    `<linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop stop-color="${paint.sky}"/><stop offset="1" stop-color="${paint.haze}"/></linearGradient>`,
    rect(0, 0, WIDE, GROUND, 'url(#sky)'),
    circle(x, light === 'low' ? 330 : 104, 54, paint.sun),
    cloud((x + 240) % 800, random.whole(90, 150)) + cloud((x + 560) % 800, random.whole(140, 210)),
    path(paint.hill, `M0 ${GROUND}V430q${random.whole(180, 300)}-110 480-20t480-20v150z`),
    rect(0, 486, WIDE, HIGH - 486, paint.grass),
  ].join('')
}

/** A road along the lower edge, with its curb and the line in its middle. */
export function road(): string {
  const line = `<path d="M30 612h930" stroke="#efe9d6" stroke-width="6" stroke-dasharray="60 80"/>`
  return rect(0, 574, WIDE, 10, '#d2cdc2') + rect(0, 584, WIDE, 56, '#8d8e90') + line
}

type Range = readonly [least: number, most: number]

/** Heights of roofs: flat, and from a hip roof to a steep gable. */
const FLAT = 0
const LOW = 62
const GABLED = 104
const STEEP = 150

/** A building: walls with rows of windows, doors and a roof. */
interface Body {
  readonly middle: number
  readonly wide: number
  readonly stories: number
  readonly storyHigh: number
  readonly roof: number
  readonly columns: number
  /** Position of each door, as a share of the width. */
  readonly doors: readonly number[]
}

function bodyOf(body: Body, paint: Paint): string {
  const { middle, wide, stories, storyHigh, roof, doors } = body
  const left = middle - wide / 2
  const top = GROUND - stories * storyHigh
  const [places, high] = [doors.map((share) => left + wide * share), Math.min(88, storyHigh - 14)]
  const ridge = roof === LOW ? wide / 2 - 60 : 0
  const slopes = `M${left - 26} ${top}L${middle - ridge} ${top - roof}h${ridge * 2}L${left + wide + 26} ${top}z`
  return [
    rect(left, top, wide, GROUND - top, paint.wall),
    path('#0001', `M${left} ${top}h${wide}v14h-${wide}z`),
    path(paint.glass, windowsOf(body, left, top), storyHigh / 18, paint.trim),
    ...places.map((x) => rect(x - 30, GROUND - high - 8, 60, high + 8, paint.trim, 3)),
    ...places.map((x) => rect(x - 23, GROUND - high, 46, high, paint.door, 2)),
    ...places.map((x) => circle(x + 14, GROUND - high / 2, 4, paint.trim)),
    roof === FLAT ? rect(left - 10, top - 14, wide + 20, 18, paint.roof, 3) : path(paint.roof, slopes),
  ].join('')
}

/** All window panes as one path. On the ground floor, doors replace windows. */
function windowsOf({ wide, stories, storyHigh, columns, doors }: Body, left: number, top: number): string {
  const apart = wide / columns
  const [paneWide, paneHigh] = [Math.round(Math.min(64, apart * 0.56)), Math.round(storyHigh * 0.5)]
  const panes = Array.from({ length: stories * columns }, (_, at) => {
    const [floor, share] = [Math.floor(at / columns), ((at % columns) + 0.5) / columns]
    if (floor === stories - 1 && doors.some((door) => Math.abs(door - share) * wide < apart / 2 + 16)) return ''
    const [x, y] = [left + wide * share - paneWide / 2, top + storyHigh * (floor + 0.26)].map(Math.round)
    return `M${x} ${y}h${paneWide}v${paneHigh}h-${paneWide}z`
  })
  return panes.join('')
}

/** A row of buildings of different heights and colors. The home itself may be one of them. */
export function row({ random, paint }: Look, count: number, stories: Range, storyHigh: number, ownAt = -1): string {
  const wide = WIDE / count
  const bodies = Array.from({ length: count }, (_, at) => {
    const size = { middle: wide * (at + 0.5), wide: ownAt < 0 ? wide * 0.8 : wide - 4, storyHigh, doors: [0.5] }
    const roof = random.pick([FLAT, LOW, GABLED])
    const colors = at === ownAt ? paint : repainted(random, paint, 'wall', 'roof', 'door')
    return bodyOf({ ...size, stories: random.whole(...stories), roof, columns: Math.round(wide / 80) + 1 }, colors)
  })
  return bodies.join('')
}

const LOT = 'tree 90 540; pine 240 540; bush 720 540; tree 880 540; fence 330 590; fence 630 590'

/** The home from the street, with the stories, style, materials and garage that are known of it. */
export function front(look: Look): string {
  const { homeType, facts } = look.home
  const built = { ...look, paint: builtPaint(look.paint, facts) }
  const scenery = landscape(built) + (facts.waterfront ? rect(0, 452, WIDE, 36, '#6fb1cf') : '')
  if (homeType === 'LOT') return scenery + shapes(LOT, built)
  if (homeType === 'CONDO' || homeType === 'APARTMENT') return scenery + road() + building(built)
  if (homeType !== 'TOWNHOUSE') return scenery + house(built)
  const stories = Math.min(4, Math.max(2, facts.storiesTotal ?? 2))
  return scenery + road() + row(built, 4, [stories, stories], 98, 1)
}

/** The home's building from the street, identical for all units. */
function building(look: Look): string {
  const stories = Math.min(14, Math.max(2, look.stories))
  const wide = stories > 7 ? 330 : stories > 3 ? 440 : 560
  const size = { middle: 480, wide, stories, storyHigh: Math.min(74, 430 / stories), columns: Math.floor(wide / 55) }
  return [
    rect(60, 330, 140, 210, '#ccd5da') + rect(730, 330, 140, 210, '#ccd5da'),
    bodyOf({ ...size, roof: FLAT, doors: [0.5] }, look.paint),
    shapes(`tree ${400 - wide / 2} 556 .8; tree ${560 + wide / 2} 556 .8`, look),
  ].join('')
}

/**
 * A home that is not in a building. A manufactured home is long and low. A multi-family house has two doors and no
 * garage.
 */
function house(look: Look): string {
  const { random, paint, home } = look
  const { storiesTotal = 1, garageSpaces = 0, fireplacesTotal = 0 } = home.facts
  const isLong = home.homeType === 'MANUFACTURED'
  const isShared = home.homeType === 'MULTI_FAMILY'
  const stories = isLong ? 1 : Math.min(3, Math.max(1, storiesTotal))
  const wide = isLong ? 580 : isShared ? 520 : 460 - stories * 30
  const garages = isLong || isShared ? 0 : Math.min(2, garageSpaces)
  const middle = 480 - garages * 50
  const [left, right] = [middle - wide / 2, middle + wide / 2]
  const roof = isLong ? LOW : roofOf(home.facts)
  const doors = isShared ? [0.3, 0.7] : [isLong ? 0.3 : random.pick([0.375, 0.625])]
  const walks = doors.map((share) => path('#e5dac3', `M${left + wide * share - 26} 546h52l26 100h-104z`))
  return [
    shapes(`tree ${left - 84} 540 1.1`, look),
    garages > 0 ? garage(right, garages * 108, roof, paint) : shapes(`tree ${right + 90} 540`, look),
    fireplacesTotal > 0 ? rect(middle + wide * 0.2, GROUND - stories * 106 - roof - 10, 36, 130, '#a3715d', 2) : '',
    bodyOf({ middle, wide, stories, storyHigh: 106, roof, columns: wide > 500 ? 5 : 4, doors }, paint),
    ...walks,
    shapes(`bush ${left + 50} 548; bush ${right - 40} 548`, look),
  ].join('')
}

function roofOf({ roof, architecturalStyle: style = '' }: HomeFacts): number {
  if (roof === 'Flat' || style === 'Contemporary') return FLAT
  return /Ranch|Mid-Century/.test(style) ? LOW : /Tudor|Colonial|Cape Cod/.test(style) ? STEEP : GABLED
}

function garage(left: number, wide: number, roof: number, paint: Paint): string {
  const size = { middle: left + wide / 2, wide, stories: 1, storyHigh: 108, roof: Math.min(roof, 50) }
  return [
    bodyOf({ ...size, columns: 0, doors: [] }, paint),
    rect(left + 12, GROUND - 78, wide - 24, 78, paint.trim, 3),
    ...[62, 46, 30, 14].map((y) => rect(left + 16, GROUND - y, wide - 32, 3, '#0002')),
    path('#d2cdc2', `M${left + 20} ${GROUND}h${wide - 40}l40 100h-${wide + 40}z`),
  ].join('')
}
