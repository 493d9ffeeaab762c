import { builtPaint, type Look, repainted } from './paint.ts'
import { circle, HIGH, path, rect, WIDE } from './svg.ts'

const INK = '#5b6670'
const CORRIDOR = '#ece8df'

/** Rooms by name: their share of the width of a row, and their color. */
const ROOMS = {
  Living: [2.2, '#eadfc8'],
  Kitchen: [1.4, '#e2ddd2'],
  Dining: [1.1, '#eadfc8'],
  Bed: [1.1, '#e6e1ea'],
  Bath: [0.8, '#d5e5e4'],
} as const
type Room = keyof typeof ROOMS

/**
 * Two rows of rooms along a corridor, with up to six bedrooms and four baths of the home. No room is larger than the
 * living room.
 */
export function floorPlan({ home: { facts } }: Look): string {
  const { bedroomsTotal: beds = 2, bathrooms: all = 1, bathroomsFull: baths = all } = facts
  const day: readonly Room[] = beds > 1 ? ['Living', 'Kitchen', 'Dining'] : ['Living', 'Kitchen']
  const bedrooms = Array.from({ length: Math.max(1, Math.min(6, beds)) }, (): Room => 'Bed')
  const bathrooms = Array.from({ length: Math.max(1, Math.min(4, Math.floor(baths))) }, (): Room => 'Bath')
  const ground = rect(0, 0, WIDE, HIGH, '#f5f3ee') + rect(105, 85, 750, 474, INK, 4) + rect(100, 300, 750, 44, CORRIDOR)
  return ground + rowOfRooms(day, 90, 292) + rowOfRooms([...bedrooms, ...bathrooms], 348, 338)
}

function rowOfRooms(names: readonly Room[], y: number, doorY: number): string {
  const total = names.reduce((sum, name) => sum + ROOMS[name][0], 0)
  let x = 110
  const drawn = names.map((name) => {
    const wide = (740 * ROOMS[name][0]) / total
    const middle = Math.round(x + wide / 2)
    const label = `<text x="${middle}" y="${y + 110}" text-anchor="middle" font-family="sans-serif" font-size="${wide < 90 ? 16 : 20}" fill="${INK}">${name}</text>`
    const room = rect(x, y, wide - 4, 206, ROOMS[name][1]) + rect(middle - 22, doorY, 44, 14, CORRIDOR) + label
    x += wide
    return room
  })
  return drawn.join('')
}

/** The home's parcel among its neighbors, from above. A lot has no roof, and a waterfront home has a shore. */
export function fromAbove({ random, paint, home: { homeType, facts } }: Look): string {
  const isUnit = homeType === 'CONDO' || homeType === 'APARTMENT'
  const parcels = [40, 340, 640].map((x) => {
    const isOwn = x === 340
    const lawn = rect(x, 170, 280, 312, '#fff3', 6) + crown(x + 34, 440) + crown(x + 244, 214)
    if (isOwn && homeType === 'LOT') return lawn + crown(x + 60, 250) + crown(x + 110, 390)
    const { roof } = isOwn ? builtPaint(paint, facts) : repainted(random, paint, 'roof')
    const [wide, high] = isOwn && isUnit ? [230, 210] : [random.whole(130, 170), random.whole(100, 130)]
    return lawn + roofAt(x + 140 - wide / 2, 310 - high / 2, wide, high, roof, isUnit && isOwn)
  })
  const trees = Array.from({ length: 10 }, (_, at) => crown(50 + at * 96, random.whole(60, 130)))
  return [
    rect(0, 0, WIDE, HIGH, paint.grass),
    ...(facts.waterfront ? [rect(0, 0, WIDE, 120, '#dccfa9'), rect(0, 0, WIDE, 100, '#7fb2ca')] : trees),
    ...parcels,
    facts.privatePool ? rect(420, 186, 120, 46, '#7db9cb', 18) : '',
    rect(0, 500, WIDE, 100, '#d2cdc2') + rect(0, 516, WIDE, 68, '#8d8e90'),
    `<rect x="340" y="170" width="280" height="312" rx="6" fill="none" stroke="#fff" stroke-width="6" stroke-dasharray="18 12"/>`,
  ].join('')
}

/** A hip roof, or a building's flat roof, with its shadow. */
function roofAt(x: number, y: number, wide: number, high: number, color: string, isFlat: boolean): string {
  const hip = `M${x} ${y}l${high / 2} ${high / 2}H${x + wide - high / 2}L${x + wide} ${y}z`
  const light = isFlat ? rect(x + 16, y + 16, wide - 32, high - 32, '#fff2', 4) : path('#fff3', hip)
  return rect(x + 10, y + 12, wide, high, '#0002', 4) + rect(x, y, wide, high, color, 4) + light
}

function crown(x: number, y: number): string {
  return circle(x + 4, y + 5, 25, '#0002') + circle(x, y, 25, '#5a8f5c') + circle(x - 6, y - 6, 15, '#6da06a')
}
