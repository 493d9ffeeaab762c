import type { Random } from '../../base/random.ts'
import type { Colors, Sky } from './palette.ts'
import { circle, ellipse, gradient, HIGH, polygon, rect, stroke, veil, WIDE } from './svg.ts'

/**
 * A room seen from its fourth wall, with one vanishing point: the back wall reaches from LEFT to RIGHT and from TOP
 * down to FLOOR. What stands against it has its foot at FLOOR or a little below; what stands nearer is lower and
 * larger.
 */
export const LEFT = 120
export const RIGHT = WIDE - LEFT
export const TOP = 62
export const FLOOR = 440

const EYE_X = WIDE / 2
const EYE_Y = 250
/** Where the side walls meet the edges of the picture. */
const SIDE_FLOOR = 503

/** The perspective scale of the back wall's foot, relative to the picture's lower edge. */
const DEPTH = (FLOOR - EYE_Y) / (HIGH - EYE_Y)

export type Ground = 'boards' | 'tiles' | 'concrete'

export function shell(colors: Colors, ground: Ground = 'boards'): string {
  const [wall, floor, joint] = GROUNDS[ground](colors)
  return [
    rect(0, 0, WIDE, HIGH, floor),
    stroke(joint, 2, ground === 'concrete' ? '' : joints(ground === 'tiles')),
    polygon('#fbfaf8', 0, 0, WIDE, 0, RIGHT, TOP, LEFT, TOP),
    polygon(wall, 0, 0, LEFT, TOP, LEFT, FLOOR, 0, SIDE_FLOOR),
    polygon(wall, WIDE, 0, RIGHT, TOP, RIGHT, FLOOR, WIDE, SIDE_FLOOR),
    veil(0.07, polygon('#000', 0, 0, LEFT, TOP, LEFT, FLOOR, 0, SIDE_FLOOR)),
    veil(0.035, polygon('#000', WIDE, 0, RIGHT, TOP, RIGHT, FLOOR, WIDE, SIDE_FLOOR)),
    rect(LEFT, TOP, RIGHT - LEFT, FLOOR - TOP, wall),
    polygon(
      colors.trim,
      0,
      SIDE_FLOOR - 18,
      LEFT,
      FLOOR - 13,
      RIGHT,
      FLOOR - 13,
      WIDE,
      SIDE_FLOOR - 18,
      WIDE,
      SIDE_FLOOR,
      RIGHT,
      FLOOR,
      LEFT,
      FLOOR,
      0,
      SIDE_FLOOR,
    ),
  ].join('')
}

const GROUNDS: Readonly<Record<Ground, (colors: Colors) => readonly [wall: string, floor: string, joint: string]>> = {
  boards: ({ room, floor, board }) => [room, floor, board],
  tiles: ({ room }) => [room, '#dcdedb', '#c5c9c6'],
  concrete: () => ['#dad8d2', '#bcbab4', '#bcbab4'],
}

/** Lines to the vanishing point; for tiles also cross lines, which get closer together with distance. */
function joints(tiled: boolean): string {
  const along = Array.from({ length: 17 }, (_, at) => {
    const near = EYE_X + (at - 8) * 96
    return `M${(EYE_X + (near - EYE_X) * DEPTH).toFixed(0)} ${FLOOR}L${near} ${HIGH}`
  })
  const across = tiled ? [462, 490, 526, 574].map((y) => `M0 ${y}H${WIDE}`) : []
  return [...along, ...across].join('')
}

/** A window and the view outside; `curtains` hang beside the glass and reach the floor. */
export function outlook(
  random: Random,
  x: number,
  y: number,
  wide: number,
  high: number,
  colors: Colors,
  sky: Sky,
  curtains = false,
): string {
  const curtain = (at: number) =>
    polygon(colors.accent, at - 30, y - 22, at + 16, y - 22, at + 22, FLOOR - 6, at - 34, FLOOR - 6) +
    stroke('#0000001f', 3, `M${at - 16} ${y - 18}V${FLOOR - 8}M${at + 2} ${y - 18}V${FLOOR - 8}`)
  return [
    gradient('sky', sky.upper, sky.lower),
    rect(x - 9, y - 9, wide + 18, high + 18, colors.trim, 2),
    `<svg x="${x}" y="${y}" width="${wide}" height="${high}">`,
    rect(0, 0, wide, high, 'url(#sky)'),
    ellipse(wide * 0.3, high, wide * 0.5, high * random.between(0.25, 0.4), sky.hill),
    ellipse(wide * 0.85, high, wide * 0.4, high * 0.26, sky.grass),
    '</svg>',
    rect(x + wide / 2 - 3, y, 6, high, colors.trim),
    rect(x - 16, y + high + 8, wide + 32, 9, colors.trim),
    curtains
      ? veil(0.9, curtain(x - 18) + curtain(x + wide + 30)) + rect(x - 66, y - 28, wide + 132, 7, colors.wood, 3)
      : '',
  ].join('')
}

export function plant(x: number, foot: number, scale = 1): string {
  const leaves = [-40, -22, 0, 22, 40].map(
    (lean) => `M0 -40q${lean * 0.4} -50 ${lean * 1.3} ${-86 + Math.abs(lean) * 0.6}`,
  )
  const pot = polygon('#b98268', -26, -46, 26, -46, 18, 0, -18, 0)
  return `<g transform="translate(${x} ${foot}) scale(${scale})">${stroke('#5d8f60', 11, leaves.join(''))}${pot}</g>`
}

export function art(random: Random, x: number, y: number, wide: number, high: number, colors: Colors): string {
  const inside = random.chance(0.5)
    ? circle(x + wide * 0.6, y + high * 0.4, high * 0.17, colors.accent) +
      polygon(colors.fabric, x + 12, y + high - 12, x + wide * 0.42, y + high * 0.45, x + wide - 12, y + high - 12)
    : rect(x + wide * 0.16, y + high * 0.2, wide * 0.3, high * 0.6, colors.fabric) +
      rect(x + wide * 0.54, y + high * 0.42, wide * 0.3, high * 0.38, colors.accent)
  return rect(x, y, wide, high, colors.wood, 2) + rect(x + 6, y + 6, wide - 12, high - 12, '#faf8f3') + inside
}

/** A floor lamp. */
export function floorLamp(x: number, foot: number): string {
  return (
    rect(x - 3, foot - 222, 6, 220, '#77736d') +
    ellipse(x, foot, 26, 6, '#77736d') +
    polygon('#f3e3bd', x - 20, foot - 264, x + 20, foot - 264, x + 36, foot - 208, x - 36, foot - 208)
  )
}

/** A pendant lamp. */
export function pendant(x: number, foot: number, colors: Colors): string {
  return (
    rect(x - 1, 24, 3, foot - 44, '#77736d') +
    polygon(colors.accent, x - 11, foot - 26, x + 11, foot - 26, x + 30, foot, x - 30, foot)
  )
}

/** A carpet in perspective, centred on x. */
export function carpet(x: number, top: number, wide: number, high: number, colors: Colors): string {
  const lean = wide * 0.09
  const shape = (inset: number) => [
    x - wide / 2 + lean + inset,
    top + inset / 2,
    x + wide / 2 - lean - inset,
    top + inset / 2,
    x + wide / 2 - inset,
    top + high - inset / 2,
    x - wide / 2 + inset,
    top + high - inset / 2,
  ]
  return polygon(colors.accent, ...shape(0)) + veil(0.45, polygon('#fbfaf7', ...shape(18)))
}

export function shadow(x: number, y: number, half: number): string {
  return ellipse(x, y, half, 9, '#00000022')
}

/** A door in the back wall. */
export function innerDoor(x: number, colors: Colors): string {
  return (
    rect(x - 8, 148, 136, FLOOR - 148, colors.trim) +
    rect(x, 156, 120, FLOOR - 156, '#efece5') +
    stroke('#d8d3c8', 3, `M${x + 18} 176h84v96h-84zM${x + 18} 296h84v118h-84z`) +
    circle(x + 108, 306, 5, '#a89b7c')
  )
}

/** Shelves with books and boxes, standing against the back wall. */
export function shelf(random: Random, x: number, wide: number, top: number, colors: Colors): string {
  const boards = [0, 1, 2, 3].map((at) => top + ((FLOOR - top - 8) * at) / 3)
  const things = boards.slice(1).map((y) => {
    let books = ''
    for (let at = x + 10; at < x + wide - 24; at += random.whole(14, 24)) {
      const high = random.whole(32, 58)
      books += rect(at, y - high, 12, high, random.pick([colors.fabric, colors.accent, '#8c8f8a', '#d8cfbd']))
    }
    return books
  })
  return (
    veil(0.25, rect(x, top, wide, FLOOR - top + 4, colors.wood)) +
    things.join('') +
    boards.map((y) => rect(x, y, wide, 8, colors.wood)).join('') +
    rect(x, top, 8, FLOOR - top + 4, colors.wood) +
    rect(x + wide - 8, top, 8, FLOOR - top + 4, colors.wood)
  )
}
