import type { Random } from '../random.ts'
import type { Colors, Sky } from './palette.ts'
import { circle, ellipse, gradient, HIGH, path, polygon, rect, stroke, veil, WIDE } from './svg.ts'

/** Where the ground begins. */
export const HORIZON = 430

/** Sky with sun and clouds, hills, and grass down to the lower edge. */
export function landscape(random: Random, sky: Sky): string {
  const sunX = random.whole(90, WIDE - 90)
  const hills = Array.from({ length: 3 }, (_, at) =>
    ellipse(at * 380 + random.whole(-60, 160), HORIZON + 40, random.whole(260, 380), random.whole(70, 150), sky.hill),
  )
  return [
    gradient('sky', sky.upper, sky.lower),
    rect(0, 0, WIDE, HORIZON + 20, 'url(#sky)'),
    veil(0.35, circle(sunX, 110, 74, sky.sun)),
    circle(sunX, 110, 46, sky.sun),
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

/** A back yard: fence, trees, flowers, and a terrace, a pool or a swing. */
export function garden(random: Random, colors: Colors, sky: Sky): string {
  const pales = Array.from({ length: 25 }, (_, at) => rect(at * 40 + 2, 352, 34, 96, colors.trim, 4)).join('')
  const flowers = Array.from({ length: 16 }, () => {
    const x = random.whole(30, WIDE - 30)
    const y = random.whole(462, 486)
    return (
      stroke('#4c8850', 3, `M${x} ${y}v18`) + circle(x, y, 7, random.pick(['#e86f6f', '#f2c14e', '#f7f3e8', '#a97fc9']))
    )
  }).join('')
  const fence = veil(0.9, rect(0, 372, WIDE, 10, colors.wallShade) + rect(0, 420, WIDE, 10, colors.wallShade)) + pales
  return [
    landscape(random, sky),
    tree(random, random.whole(80, 220), 400, sky),
    tree(random, random.whole(740, 880), 405, sky),
    fence,
    bushes(random, 10, 300, 460),
    flowers,
    random.chance(0.35) ? pool() : terrace(colors),
  ].join('')
}

function pool(): string {
  return (
    path('#e8e2d4', 'M210 540Q480 470 750 540T750 620Q480 640 210 620Q150 580 210 540Z') +
    path('#59b8d4', 'M235 552Q480 490 728 552T728 606Q480 624 235 606Q190 580 235 552Z') +
    veil(0.5, stroke('#dff5fb', 4, 'M320 565q30 -10 60 0t60 0M500 585q30 -10 60 0t60 0'))
  )
}

function terrace(colors: Colors): string {
  const boards = [0, 1, 2, 3, 4].map((at) =>
    rect(300, 540 + at * 18, 380, 14, at % 2 === 0 ? colors.floor : colors.board),
  )
  return [
    ...boards,
    rect(484, 400, 8, 160, '#8c8c8c'),
    polygon(colors.accent, 488, 360, 370, 424, 606, 424),
    polygon('#fff8', 488, 360, 440, 424, 536, 424),
    rect(420, 520, 140, 12, colors.wood, 4),
    rect(440, 530, 8, 46, colors.wood),
    rect(532, 530, 8, 46, colors.wood),
    rect(348, 536, 44, 10, colors.fabric, 4),
    rect(348, 500, 10, 70, colors.fabric, 4),
    rect(588, 536, 44, 10, colors.fabric, 4),
    rect(622, 500, 10, 70, colors.fabric, 4),
  ].join('')
}
