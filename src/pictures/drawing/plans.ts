import type { Random } from '../../base/random.ts'
import type { PicturedHome } from '../drawn-views.ts'
import { builtColors, type Colors, type Sky } from './palette.ts'
import { circle, HIGH, polygon, rect, stroke, veil, WIDE } from './svg.ts'

const INK = '#5b6670'

/**
 * A floor plan: two rows of rooms along a corridor, with the known bedrooms and baths, none larger than the living
 * room.
 */
export function floorPlan(random: Random, colors: Colors, _sky: Sky, { facts }: PicturedHome): string {
  const { bedroomsTotal = 2, bathrooms = 1 } = facts
  const beds = Math.min(6, bedroomsTotal)
  const baths = Math.max(1, Math.min(4, Math.floor(facts.bathroomsFull ?? bathrooms)))
  const upper = [['Living', 2.2], ['Kitchen', 1.4], ...(beds > 1 ? ([['Dining', 1.1]] as const) : [])] as const
  const lower = [
    ...Array.from({ length: beds }, (_, at) => ['Bed', at === 0 ? 1.5 : 1.1] as const),
    ...Array.from({ length: baths }, () => ['Bath', 0.7] as const),
  ]
  return [
    rect(0, 0, WIDE, HIGH, '#f5f3ee'),
    rowOfRooms(upper, 90, 210, [colors.floor, '#e2ddd2', colors.floor]),
    rect(110, 300, 740, 44, '#ece8df'),
    rowOfRooms(lower, 344, 210, ['#e6e1ea', '#dfe7e6']),
    `<rect x="110" y="90" width="740" height="464" fill="none" stroke="${INK}" stroke-width="10"/>`,
    rect(random.whole(150, 300), 84, 70, 12, '#f5f3ee') + rect(random.whole(560, 700), 84, 70, 12, '#f5f3ee'),
    stroke('#f5f3ee', 12, 'M110 306v32'),
    stroke(INK, 2, 'M110 306q34 4 36 32'),
  ].join('')
}

function rowOfRooms(
  rooms: readonly (readonly [name: string, share: number])[],
  y: number,
  high: number,
  fills: readonly string[],
): string {
  const total = rooms.reduce((sum, [, share]) => sum + share, 0)
  let x = 110
  return rooms
    .map(([name, share], at) => {
      const wide = (740 * share) / total
      const fill = name === 'Bath' ? (fills[1] ?? '') : (fills[name === 'Bed' ? 0 : at] ?? '')
      const drawn = `<rect x="${x.toFixed(0)}" y="${y}" width="${wide.toFixed(0)}" height="${high}" fill="${fill}" fill-opacity=".6" stroke="${INK}" stroke-width="6"/><text x="${(x + wide / 2).toFixed(0)}" y="${y + high / 2 + 6}" text-anchor="middle" font-family="sans-serif" font-size="${wide < 90 ? 16 : 20}" fill="${INK}">${name}</text>`
      x += wide
      return drawn
    })
    .join('')
}

/** An aerial view of the home's parcel among its neighbours. A lot has no roof, and a waterfront home has a shore. */
export function fromAbove(random: Random, colors: Colors, sky: Sky, { homeType, facts }: PicturedHome): string {
  const unit = homeType === 'CONDO' || homeType === 'APARTMENT'
  const parcels = [0, 1, 2].map((at) =>
    parcel(random, 40 + at * 300, 280, at === 1, {
      roof: at === 1 ? builtColors(colors, facts).roof : random.pick(['#8b8680', '#7f736b', '#77828a']),
      empty: at === 1 && homeType === 'LOT',
      large: unit && at === 1,
    }),
  )
  const trees = Array.from({ length: 14 }, () =>
    crown(random.whole(30, 930), random.whole(70, 150), random.whole(14, 26)),
  )
  return [
    rect(0, 0, WIDE, HIGH, sky.grass),
    facts.waterfront ? rect(0, 0, WIDE, 110, '#7fb2ca') + rect(0, 104, WIDE, 10, '#dccfa9') : trees.join(''),
    ...parcels,
    facts.privatePool ? rect(426, 196, 108, 44, '#7db9cb', 18) : '',
    rect(0, 486, WIDE, 18, '#d2cdc2') + rect(0, 504, WIDE, 86, '#8d8e90') + rect(0, 590, WIDE, 18, '#d2cdc2'),
    stroke('#efe9d6', 5, 'M20 547h60m60 0h60m60 0h60m60 0h60m60 0h60m60 0h60m60 0h60m60 0h60'),
    `<rect x="340" y="170" width="280" height="312" fill="none" stroke="#fff" stroke-width="6" stroke-dasharray="18 10"/>`,
  ].join('')
}

function parcel(
  random: Random,
  x: number,
  wide: number,
  own: boolean,
  { roof, empty, large }: { roof: string; empty: boolean; large: boolean },
): string {
  const lawn = veil(own ? 0.25 : 0.12, rect(x, 170, wide, 312, '#fff'))
  if (empty) return lawn + crown(x + 60, 250, 26) + crown(x + 210, 220, 32) + crown(x + 110, 380, 22)
  const [houseWide, high] = large ? [240, 210] : [random.whole(120, 160), random.whole(96, 120)]
  const [left, top] = [x + (wide - houseWide) / 2, large ? 210 : 270]
  const middle = top + high / 2
  return [
    lawn,
    rect(left + houseWide * 0.6, top + high, 34, 486 - top - high, '#d2cdc2'),
    veil(0.18, rect(left + 8, top + 10, houseWide, high, '#000')),
    rect(left, top, houseWide, high, roof),
    large
      ? rect(left + 24, top + 24, houseWide - 48, high - 48, '#ffffff22')
      : veil(0.2, polygon('#fff', left, top, left + 34, middle, left + houseWide - 34, middle, left + houseWide, top)),
    stroke(
      '#ffffff44',
      3,
      large ? `M${left + 60} ${top + 60}h40v40h-40z` : `M${left + 34} ${middle}H${left + houseWide - 34}`,
    ),
    crown(x + 28, 440, 18) + crown(x + wide - 30, 220, 22),
  ].join('')
}

function crown(x: number, y: number, radius: number): string {
  return (
    circle(x + 3, y + 4, radius, '#00000022') +
    circle(x, y, radius, '#5a8f5c') +
    circle(x - radius * 0.25, y - radius * 0.25, radius * 0.6, '#6da06a')
  )
}
