import type { Random } from '../../base/random.ts'
import type { PicturedHome } from '../drawn-views.ts'
import { HORIZON, landscape, tree, water } from './outdoors.ts'
import type { Colors, Sky } from './palette.ts'
import { circle, ellipse, HIGH, polygon, rect, stroke, veil, WIDE } from './svg.ts'

/** A lot from the street: a fence around grass and trees, stakes at its corners, and a sign. */
export function lot(random: Random, _colors: Colors, sky: Sky, home: PicturedHome): string {
  const posts = Array.from({ length: 9 }, (_, at) => rect(56 + at * 105, HORIZON + 2, 11, 62, '#8f7458', 2))
  return [
    landscape(random, sky),
    home.facts.waterfront ? water(sky) : '',
    grove(random, home, sky),
    stroke('#a58a6c', 7, `M60 ${HORIZON + 18}H900M60 ${HORIZON + 42}H900`),
    ...posts,
    tufts(random, 480, 540),
    rect(0, 566, WIDE, 16, '#cbc6bc'),
    rect(0, 582, WIDE, 58, '#8d8e90'),
    stake(96, 548) + stake(850, 548),
    sign(random.pick([250, 660])),
  ].join('')
}

/** Across the same land: a meadow down to the trees at its far end, a trodden path, no street. */
export function meadow(random: Random, _colors: Colors, sky: Sky, home: PicturedHome): string {
  const sloped = home.facts.lotFeatures?.includes('Sloped') ?? false
  return [
    landscape(random, sky),
    home.facts.waterfront ? water(sky) : '',
    ...Array.from({ length: 9 }, (_, at) => veil(0.85, tree(random, 30 + at * 112, HORIZON + 14, sky))),
    sloped ? polygon('#6fa45f', 0, 470, WIDE, 540, WIDE, HIGH, 0, HIGH) : '',
    polygon('#d3c6a2', 470, 450, 484, 450, 640, HIGH, 470, HIGH),
    tufts(random, 470, 630),
    stake(150, 600) + stake(820, 520),
  ].join('')
}

function grove(random: Random, { facts }: PicturedHome, sky: Sky): string {
  const many = facts.lotFeatures?.includes('Many Trees') ?? false
  return Array.from({ length: many ? 8 : 3 }, (_, at) =>
    tree(random, random.whole(60, 160) + at * (many ? 100 : 330), HORIZON + random.whole(4, 26), sky),
  ).join('')
}

function tufts(random: Random, fromY: number, toY: number): string {
  const blades = Array.from({ length: 22 }, () => {
    const [x, y] = [random.whole(10, WIDE - 10), random.whole(fromY, toY)]
    return `M${x} ${y}l-5 -14M${x} ${y}l1 -18M${x} ${y}l7 -13`
  })
  return stroke('#5f9455', 3, blades.join(''))
}

/** A surveyor's stake with its ribbon. */
function stake(x: number, ground: number): string {
  return (
    rect(x, ground - 44, 7, 44, '#c9b08b') + polygon('#d98a4e', x, ground - 44, x + 26, ground - 38, x, ground - 30)
  )
}

function sign(x: number): string {
  return [
    ellipse(x + 46, 556, 60, 6, '#00000022'),
    rect(x, 446, 8, 110, '#8f7458') + rect(x + 84, 446, 8, 110, '#8f7458'),
    rect(x - 8, 440, 108, 62, '#f7f4ec', 3),
    rect(x - 8, 440, 108, 18, '#5f7f8c', 3),
    rect(x + 4, 470, 84, 7, '#b9c0c2', 2) + rect(x + 18, 484, 56, 6, '#b9c0c2', 2),
    circle(x + 46, 449, 5, '#f7f4ec'),
  ].join('')
}
