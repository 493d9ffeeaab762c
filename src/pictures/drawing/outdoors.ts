import type { Random } from '../../base/random.ts'
import type { Colors, Sky } from './palette.ts'
import { circle, ellipse, gradient, HIGH, path, polygon, rect, stroke, veil, WIDE } from './svg.ts'

export const HORIZON = 430

/** The foot of every house. */
export const GROUND = 500

/** Sky with sun and clouds, hills, and grass down to the lower edge. */
export function landscape(random: Random, sky: Sky): string {
  const sunX = random.whole(90, WIDE - 90)
  const hills = Array.from({ length: 3 }, (_, at) =>
    ellipse(at * 380 + random.whole(-60, 160), HORIZON + 40, random.whole(260, 380), random.whole(70, 150), sky.hill),
  )
  return [
    gradient('sky', sky.upper, sky.lower),
    rect(0, 0, WIDE, HORIZON + 20, 'url(#sky)'),
    veil(0.35, circle(sunX, sky.sunY, 74, sky.sun)),
    circle(sunX, sky.sunY, 46, sky.sun),
    cloud(random.whole(60, 420), random.whole(60, 150), random.between(0.7, 1.2), sky),
    cloud(random.whole(480, 860), random.whole(40, 190), random.between(0.6, 1), sky),
    ...hills,
    rect(0, HORIZON, WIDE, HIGH - HORIZON, sky.grass),
    veil(0.12, ellipse(WIDE / 2, HIGH, 620, 130, '#000')),
  ].join('')
}

function cloud(x: number, y: number, scale: number, sky: Sky): string {
  const puffs = ellipse(0, 0, 62, 20, sky.cloud) + circle(-22, -12, 22, sky.cloud) + circle(14, -18, 28, sky.cloud)
  return `<g transform="translate(${x} ${y}) scale(${scale.toFixed(2)})" opacity=".85">${puffs}</g>`
}

export function tree(random: Random, x: number, groundY: number, sky: Sky): string {
  const high = random.whole(120, 230)
  const trunk = rect(x - 8, groundY - high * 0.45, 16, high * 0.45, '#7b5b43', 3)
  const greens = sky.glass === '#ffe08a' ? ['#46694f', '#3d5e48'] : ['#5a9a5c', '#4c8850']
  const [light = '', dark = ''] = greens
  if (random.chance(0.4)) {
    const tiers = [0, 1, 2].map((tier) => {
      const top = groundY - high * (1 - tier * 0.24)
      const half = 34 + tier * 16
      return polygon(tier % 2 === 0 ? light : dark, x, top, x - half, top + high * 0.36, x + half, top + high * 0.36)
    })
    return trunk + tiers.join('')
  }
  const crown = groundY - high * 0.62
  const radius = high * 0.26
  return (
    trunk +
    circle(x - radius * 0.6, crown + 12, radius * 0.8, dark) +
    circle(x + radius * 0.6, crown + 8, radius * 0.85, dark) +
    circle(x, crown - radius * 0.4, radius, light)
  )
}

export function bushes(random: Random, fromX: number, toX: number, y: number): string {
  let shapes = ''
  for (let x = fromX; x < toX; x += random.whole(30, 46)) {
    shapes += circle(x, y, random.whole(15, 24), random.chance(0.5) ? '#4f8f55' : '#5fa263')
  }
  return shapes
}

/** A walk from a door to the street. */
export function walk(x: number, ground: number): string {
  return path('#d5cfc3', `M${x - 26} ${ground}h52q16 70 70 140h-176q52 -70 54 -140z`)
}

/** A lake in the background. */
export function water(sky: Sky): string {
  return (
    rect(0, HORIZON - 6, WIDE, 40, '#86b9d0') +
    veil(0.5, stroke(sky.lower, 3, `M40 ${HORIZON + 8}h120M330 ${HORIZON + 18}h150M640 ${HORIZON + 6}h180`))
  )
}

export function mailbox(random: Random, colors: Colors): string {
  if (random.chance(0.5)) return ''
  return rect(120, 520, 8, 60, '#7b5b43') + rect(98, 498, 52, 30, colors.accent, 12) + rect(146, 492, 4, 18, '#a8564c')
}

function fence(colors: Colors): string {
  const pales = Array.from({ length: 25 }, (_, at) => rect(at * 40 + 2, 368, 34, 84, colors.trim, 3)).join('')
  return pales + veil(0.5, rect(0, 384, WIDE, 7, colors.wallShade) + rect(0, 428, WIDE, 7, colors.wallShade))
}

/** A back yard: fence, trees, flowers, and a terrace with a table. */
export function garden(random: Random, colors: Colors, sky: Sky): string {
  const flowers = Array.from({ length: 12 }, () => {
    const x = random.whole(30, WIDE - 30)
    const y = random.whole(466, 490)
    return (
      stroke('#4c8850', 3, `M${x} ${y}v16`) + circle(x, y, 6, random.pick(['#cf7f77', '#dcb968', '#f4efe2', '#a394b8']))
    )
  })
  return [
    landscape(random, sky),
    tree(random, random.whole(80, 220), 400, sky),
    tree(random, random.whole(740, 880), 405, sky),
    fence(colors),
    bushes(random, 10, 290, 462),
    ...flowers,
    terrace(colors),
  ].join('')
}

/** A deck seen at an angle; on it a table under a parasol, and two chairs that face it. */
function terrace(colors: Colors): string {
  const boards = Array.from({ length: 7 }, (_, at) => `M${300 + at * 60} 520L${250 + at * 77} 620`).join('')
  const chair = (x: number, back: number) =>
    rect(x, 542, 62, 9, colors.fabric, 4) +
    rect(back, 486, 9, 62, colors.fabric, 4) +
    stroke(colors.wood, 5, `M${x + 6} 550v34M${x + 56} 550v34`)
  return [
    polygon(colors.floor, 290, 516, 670, 516, 722, 626, 238, 626),
    stroke(colors.board, 2, boards),
    ellipse(480, 584, 150, 12, '#00000018'),
    rect(476, 380, 8, 200, '#8f8f8b'),
    polygon(colors.accent, 480, 338, 352, 404, 608, 404),
    polygon('#ffffff77', 480, 338, 432, 404, 528, 404),
    chair(330, 330),
    chair(568, 621),
    rect(412, 524, 136, 10, '#f4efe5', 4),
    stroke('#e4dccd', 7, 'M424 534v46M536 534v46'),
  ].join('')
}

/** A pool behind the house, with two loungers at its edge. */
export function poolside(random: Random, colors: Colors, sky: Sky): string {
  const lounger = (x: number) =>
    polygon(colors.trim, x, 470, x + 30, 436, x + 40, 440, x + 14, 474) +
    rect(x + 4, 470, 104, 9, colors.trim, 3) +
    stroke('#9a948a', 4, `M${x + 14} 478v14M${x + 98} 478v14`)
  return [
    landscape(random, sky),
    tree(random, random.whole(60, 160), 402, sky),
    tree(random, random.whole(800, 900), 402, sky),
    fence(colors),
    polygon('#e4dfd4', 0, 476, WIDE, 476, WIDE, 640, 0, 640),
    polygon('#f2eee6', 218, 500, 742, 500, 868, 622, 92, 622),
    polygon('#7db9cb', 234, 508, 726, 508, 838, 612, 122, 612),
    veil(0.5, stroke('#e3f2f5', 4, 'M300 536q30 -9 60 0t60 0M520 560q30 -9 60 0t60 0M260 586q30 -9 60 0t60 0')),
    stroke('#c9ced0', 5, 'M690 520v-34q0 -14 16 -14M716 520v-34q0 -14 16 -14'),
    lounger(90),
    lounger(250),
  ].join('')
}
