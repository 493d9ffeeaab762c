import type { Random } from '../../base/random.ts'
import type { View } from '../../model/home.ts'
import { HORIZON, landscape, tree } from './outdoors.ts'
import type { Colors, Sky } from './palette.ts'
import { circle, ellipse, gradient, HIGH, path, polygon, rect, stroke, veil, WIDE } from './svg.ts'

/** The view from the home, over a balcony railing. */
export function vista(random: Random, colors: Colors, sky: Sky, view: View): string {
  const far = { City: skyline, Mountain: peaks, Park: park, Water: lake }[view]
  return far(random, colors, sky) + railing(colors)
}

function railing(colors: Colors): string {
  const bars = Array.from({ length: 24 }, (_, at) => `M${20 + at * 40} 526V${HIGH}`).join('')
  return stroke(colors.trim, 5, bars) + rect(0, 512, WIDE, 16, colors.trim) + veil(0.15, rect(0, 526, WIDE, 4, '#000'))
}

function skyline(random: Random, _colors: Colors, sky: Sky): string {
  let towers = ''
  for (const [row, tint] of ['#b4c1cb', '#98a8b5', '#7f909e'].entries()) {
    for (let at = 0; at < 9; at++) {
      const wide = random.whole(56, 92)
      const x = at * 112 - 30 + row * 34
      const top = random.whole(150, 300) + row * 60
      towers += rect(x, top, wide, HIGH - top, tint)
      if (row === 2) towers += stroke('#dfe8ee', 3, `M${x + 16} ${top + 20}v150M${x + 34} ${top + 20}v150`)
    }
  }
  return (
    gradient('sky', sky.upper, sky.lower) +
    rect(0, 0, WIDE, HIGH, 'url(#sky)') +
    circle(random.whole(120, 840), 100, 42, sky.sun) +
    towers
  )
}

function peaks(random: Random, _colors: Colors, sky: Sky): string {
  const row = Array.from({ length: 5 }, (_, at) => {
    const x = at * 225 + random.whole(-50, 50)
    const top = random.whole(130, 250)
    return (
      polygon(at % 2 ? '#93a5b3' : '#8296a6', x - 240, 450, x, top, x + 240, 450) +
      polygon('#f4f7f9', x - 44, top + 59, x, top, x + 44, top + 59, x + 12, top + 44, x - 14, top + 50)
    )
  })
  const forest = Array.from({ length: 12 }, (_, at) =>
    polygon('#5f8d66', at * 84, 350 + (at % 3) * 18, at * 84 - 46, 470, at * 84 + 46, 470),
  )
  return (
    landscape(random, { ...sky, hill: sky.grass }) + row.join('') + forest.join('') + rect(0, 456, WIDE, 184, sky.grass)
  )
}

function park(random: Random, _colors: Colors, sky: Sky): string {
  const trees = [60, 190, 700, 830, 930, 320].map((x, at) => tree(random, x, HORIZON + 12 + at * 7, sky))
  return [
    landscape(random, sky),
    ellipse(560, 474, 190, 22, '#8fbfd2'),
    path('#ddd2b8', 'M380 640Q420 540 300 490T420 436h18Q330 470 390 520T470 640Z'),
    ...trees,
  ].join('')
}

function lake(random: Random, colors: Colors, sky: Sky): string {
  return (
    landscape(random, sky) +
    rect(0, HORIZON - 30, WIDE, 250, '#7fb2ca') +
    ripples(random, sky) +
    boat(random.whole(240, 700), 450, colors)
  )
}

function ripples(random: Random, sky: Sky): string {
  const lines = Array.from(
    { length: 9 },
    () => `M${random.whole(0, 860)} ${random.whole(416, 630)}h${random.whole(40, 130)}`,
  )
  return veil(0.5, stroke(sky.lower, 3, lines.join('')))
}

function boat(x: number, y: number, colors: Colors): string {
  return (
    polygon(colors.trim, x, y - 110, x, y - 8, x + 62, y - 8) +
    polygon(colors.accent, x - 6, y - 88, x - 6, y - 8, x - 46, y - 8) +
    path(colors.door, `M${x - 62} ${y}h140q-14 28 -42 28h-62q-28 0 -36 -28z`)
  )
}

/** A jetty from the garden into the water. */
export function dock(random: Random, colors: Colors, sky: Sky): string {
  const planks = Array.from({ length: 8 }, (_, at) => {
    const share = (at + 1) / 9
    const y = 420 + 220 * share ** 1.6
    const half = 26 + 94 * share ** 1.6
    return `M${470 - half} ${y.toFixed(0)}h${(half * 2).toFixed(0)}`
  })
  return [
    landscape(random, sky),
    rect(0, HORIZON - 30, WIDE, 250, '#7fb2ca'),
    ripples(random, sky),
    boat(random.pick([190, 740]), 476, colors),
    stroke('#8b7358', 12, 'M436 470v34M506 470v34M392 560v50M548 560v50'),
    polygon('#b89c78', 444, 414, 496, 414, 592, HIGH, 348, HIGH),
    stroke('#9c825f', 3, planks.join('')),
  ].join('')
}

/** The home's street: neighbours, trees and lamps on both sides. */
export function street(random: Random, colors: Colors, sky: Sky): string {
  const walls = [colors.wall, '#cfc7ba', '#c3ccd1', '#d3c3b5']
  const side = [0, 1, 2].map((at) => {
    const far = 0.42 + at * 0.29
    const wide = 270 * far
    const x = 400 - 520 * far * (far + 0.12)
    return (
      neighbor(
        x,
        HORIZON + 90 * far * far,
        wide,
        walls[at] ?? colors.wall,
        random.pick(['#74736f', '#7b665c', '#5f6c76']),
        sky,
      ) + tree(random, x + wide + 22 * far, HORIZON + 96 * far * far, sky)
    )
  })
  const other = [0, 1, 2].map((at) => {
    const far = 0.42 + at * 0.29
    const wide = 270 * far
    const x = 560 + 520 * far * (far + 0.12) - wide
    return neighbor(x, HORIZON + 90 * far * far, wide, walls[3 - at] ?? colors.wall, '#6f6a67', sky)
  })
  return [
    landscape(random, sky),
    polygon('#d2cdc2', 452, HORIZON, 508, HORIZON, 860, HIGH, 100, HIGH),
    polygon('#8d8e90', 462, HORIZON, 498, HORIZON, 760, HIGH, 200, HIGH),
    stroke(
      '#efe9d6',
      5,
      `M480 ${HORIZON + 20}v12M480 ${HORIZON + 56}v24M480 ${HORIZON + 110}v40M480 ${HORIZON + 184}v30`,
    ),
    ...side,
    ...other,
  ].join('')
}

function neighbor(x: number, ground: number, wide: number, wall: string, roof: string, sky: Sky): string {
  const high = wide * 0.62
  return [
    polygon(roof, x - wide * 0.06, ground - high, x + wide / 2, ground - high * 1.6, x + wide * 1.06, ground - high),
    rect(x, ground - high, wide, high, wall),
    rect(x + wide * 0.14, ground - high * 0.78, wide * 0.22, high * 0.34, sky.glass),
    rect(x + wide * 0.64, ground - high * 0.78, wide * 0.22, high * 0.34, sky.glass),
    rect(x + wide * 0.42, ground - high * 0.5, wide * 0.16, high * 0.5, '#7d6f62'),
  ].join('')
}
