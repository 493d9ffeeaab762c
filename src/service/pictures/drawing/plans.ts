import type { Random } from '../../../kit/algorithms/random.ts'
import type { PicturedHome } from '../drawn-views.ts'
import { builtPaint, type Paint, repainted } from './paint.ts'
import { circle, HIGH, path, rect, WIDE } from './svg.ts'

const INK = '#5b6670'

type PlannedRoom = readonly [name: string, share: number, fill: string]

const SLEEPING_CORNER: PlannedRoom = ['Sleeping', 2, '#e6e1ea']

/** Two rows of rooms along a corridor, with the known bedrooms and baths, none larger than the living room. */
export function floorPlan(random: Random, { facts }: PicturedHome): string {
  const { bedroomsTotal = 2, bathrooms = 1, bathroomsFull = Math.floor(bathrooms) } = facts
  const beds = Math.min(6, bedroomsTotal)
  const baths = Math.max(1, Math.min(4, bathroomsFull))
  const day: PlannedRoom[] = [
    ['Living', random.between(2, 2.4), '#eadfc8'],
    ['Kitchen', 1.4, '#e2ddd2'],
  ]
  if (beds > 1) day.push(['Dining', 1.1, '#eadfc8'])
  const night = [
    ...(beds === 0 ? [SLEEPING_CORNER] : []),
    ...Array.from({ length: beds }, (_, at): PlannedRoom => ['Bed', at === 0 ? 1.5 : 1.1, '#e6e1ea']),
    ...Array.from({ length: baths }, (): PlannedRoom => ['Bath', 0.8, '#d5e5e4']),
  ]
  return [
    rect(0, 0, WIDE, HIGH, '#f5f3ee'),
    rect(105, 85, 750, 474, INK, 4),
    rect(110, 300, 740, 44, '#ece8df'),
    rowOfRooms(day, 90),
    rowOfRooms(night, 348),
    rect(100, 302, 16, 40, '#ece8df'),
  ].join('')
}

function rowOfRooms(rooms: readonly PlannedRoom[], y: number): string {
  const total = rooms.reduce((sum, [, share]) => sum + share, 0)
  let x = 110
  return rooms
    .map(([name, share, fill]) => {
      const wide = (740 * share) / total
      const middle = Math.round(x + wide / 2)
      const doorway = rect(middle - 22, y < 300 ? 292 : 338, 44, 14, '#ece8df')
      const label = `<text x="${middle}" y="${y + 110}" text-anchor="middle" font-family="sans-serif" font-size="${wide < 90 ? 16 : 20}" fill="${INK}">${name}</text>`
      const drawn = rect(x, y, wide - 4, 206, fill) + doorway + label
      x += wide
      return drawn
    })
    .join('')
}

/** The home's parcel among its neighbours. A lot has no roof, and a waterfront home has a shore. */
export function fromAbove(random: Random, paint: Paint, { homeType, facts }: PicturedHome): string {
  const isUnit = homeType === 'CONDO' || homeType === 'APARTMENT'
  const parcels = [0, 1, 2].map((at) => {
    const x = 40 + at * 300
    const lawn = rect(x, 170, 280, 312, '#fff3', 6)
    if (at === 1 && homeType === 'LOT') return lawn + crown(x + 60, 250) + crown(x + 200, 220) + crown(x + 110, 390)
    const roof = at === 1 ? builtPaint(paint, facts).roof : repainted(random, paint, 'roof').roof
    const [wide, high] = at === 1 && isUnit ? [230, 210] : [random.whole(130, 170), random.whole(100, 130)]
    return lawn + roofAt(x + 140, 310, wide, high, roof, isUnit && at === 1) + crown(x + 34, 440) + crown(x + 244, 214)
  })
  return [
    rect(0, 0, WIDE, HIGH, paint.grass),
    facts.waterfront
      ? rect(0, 0, WIDE, 120, '#dccfa9') + rect(0, 0, WIDE, 100, '#7fb2ca')
      : Array.from({ length: 10 }, (_, at) => crown(50 + at * 96, random.whole(60, 130))).join(''),
    ...parcels,
    facts.privatePool ? rect(420, 186, 120, 46, '#7db9cb', 18) : '',
    rect(0, 500, WIDE, 100, '#d2cdc2') + rect(0, 516, WIDE, 68, '#8d8e90'),
    `<rect x="340" y="170" width="280" height="312" rx="6" fill="none" stroke="#fff" stroke-width="6" stroke-dasharray="18 12"/>`,
  ].join('')
}

/** A hipped roof, or the flat one of a building, around its middle. */
function roofAt(x: number, y: number, wide: number, high: number, color: string, isFlat: boolean): string {
  const [left, top] = [x - wide / 2, y - high / 2]
  const ridge = high / 2
  return [
    rect(left + 10, top + 12, wide, high, '#0002', 4),
    rect(left, top, wide, high, color, 4),
    isFlat
      ? rect(left + 16, top + 16, wide - 32, high - 32, '#fff2', 4)
      : path('#fff3', `M${left} ${top}l${ridge} ${ridge}H${left + wide - ridge}L${left + wide} ${top}z`),
  ].join('')
}

function crown(x: number, y: number): string {
  return circle(x + 4, y + 5, 25, '#0002') + circle(x, y, 25, '#5a8f5c') + circle(x - 6, y - 6, 15, '#6da06a')
}
