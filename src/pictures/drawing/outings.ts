import type { Random } from '../../base/random.ts'
import { landscape, tree } from './outdoors.ts'
import type { Colors, Sky } from './palette.ts'
import { circle, ellipse, path, polygon, rect, stroke, veil, WIDE } from './svg.ts'

/** Places of experiences that are neither hills, shore nor roofs. */

const SKIN = ['#d19a72', '#a5704a', '#e3b48d', '#8a5a3c'] as const

/** A laid table, with people behind it and a window onto the sky. */
export function table(random: Random, colors: Colors, sky: Sky): string {
  const guests = Array.from({ length: random.whole(3, 5) }, (_, at) => seated(random, 170 + at * 150, 330, colors))
  const dishes = Array.from({ length: 6 }, (_, at) => {
    const x = 130 + at * 140
    return (
      ellipse(x, 474, 46, 13, '#fdfbf6') +
      ellipse(x, 470, random.whole(22, 34), 9, random.pick(['#c96a4a', '#7f9f5a', '#e0b04c', '#8e5a7a']))
    )
  })
  return [
    rect(0, 0, WIDE, 640, colors.room),
    rect(random.whole(90, 620), 60, 220, 170, sky.glass, 6),
    stroke(colors.wood, 6, 'M480 0v70'),
    polygon(colors.accent, 420, 110, 540, 110, 510, 66, 450, 66),
    ...guests,
    rect(40, 452, 880, 54, colors.wood, 8),
    rect(90, 506, 26, 134, colors.wood),
    rect(844, 506, 26, 134, colors.wood),
    ...dishes,
  ].join('')
}

/** A stage with its curtains and somebody in the light. */
export function stage(random: Random, colors: Colors): string {
  const x = random.whole(380, 580)
  const folds = Array.from({ length: 7 }, (_, at) =>
    veil(0.2, rect(at < 4 ? at * 52 : 960 - (7 - at) * 60, 0, 18, 560, '#000')),
  )
  const heads = Array.from({ length: 12 }, (_, at) => circle(40 + at * 80 + random.whole(-14, 14), 622, 34, '#15161c'))
  return [
    rect(0, 0, WIDE, 640, '#241f2b'),
    veil(0.28, polygon('#ffe9a8', x, 0, x - 150, 540, x + 150, 540)),
    rect(0, 520, WIDE, 60, colors.wood),
    ellipse(x, 532, 140, 20, '#ffe9a8'),
    standing(random, x, 520, colors),
    path('#8e2f3a', 'M0 0h240q-20 300 -120 560h-120z'),
    path('#8e2f3a', 'M960 0h-240q20 300 120 560h120z'),
    ...folds,
    ...heads,
  ].join('')
}

/** A workshop: shelves of pots, an easel, a stool. */
export function studio(random: Random, colors: Colors, sky: Sky): string {
  const pots = Array.from({ length: 8 }, (_, at) => {
    const x = 90 + at * 52
    const high = random.whole(30, 64)
    return ellipse(
      x,
      210 - high / 2,
      random.whole(14, 22),
      high / 2,
      random.pick(['#b5683f', '#8d9aa6', '#d9c7a4', '#6f8f7a']),
    )
  })
  const strokes = Array.from({ length: 5 }, () => {
    const [x, y] = [random.whole(630, 760), random.whole(190, 330)]
    return stroke(random.pick([colors.accent, colors.fabric, colors.door]), 10, `M${x} ${y}q30 -40 60 0`)
  })
  return [
    rect(0, 0, WIDE, 640, colors.room),
    rect(0, 520, WIDE, 120, colors.floor),
    rect(520, 40, 380, 90, sky.glass, 6),
    rect(60, 210, 430, 12, colors.wood),
    ...pots,
    stroke(colors.wood, 12, 'M640 560L700 130M800 560L740 130M720 380v190'),
    rect(600, 170, 240, 190, '#fdfbf6'),
    ...strokes,
    standing(random, 540, 560, colors),
    ellipse(250, 470, 70, 14, colors.wood),
    stroke(colors.wood, 9, 'M210 474v100M290 474v100'),
    ellipse(250, 450, 36, 24, '#b5683f'),
  ].join('')
}

/** A lawn under trees, with people on their mats. */
export function garden(random: Random, colors: Colors, sky: Sky): string {
  const mats = Array.from({ length: 4 }, (_, at) => {
    const x = 170 + at * 200 + random.whole(-20, 20)
    return ellipse(x, 570, 78, 14, at % 2 === 0 ? colors.accent : colors.fabric) + seated(random, x, 500, colors)
  })
  return (
    landscape(random, sky) + tree(random, random.whole(60, 200), 500, sky) + tree(random, 860, 510, sky) + mats.join('')
  )
}

/** A meadow with dogs, or with hives and their bees. */
export function animals(random: Random, colors: Colors, sky: Sky): string {
  const dogs = Array.from({ length: 3 }, (_, at) => dog(200 + at * 250 + random.whole(-30, 30), 560, colors))
  return (
    landscape(random, sky) +
    tree(random, random.whole(700, 880), 500, sky) +
    dogs.join('') +
    standing(random, 110, 580, colors)
  )
}

function dog(x: number, y: number, { wood }: Colors): string {
  return [
    rect(x - 46, y - 62, 92, 36, wood, 16),
    circle(x + 56, y - 72, 24, wood),
    polygon(wood, x + 40, y - 92, x + 52, y - 108, x + 60, y - 90),
    stroke(wood, 9, `M${x - 34} ${y - 30}v34M${x - 14} ${y - 30}v34M${x + 20} ${y - 30}v34M${x + 38} ${y - 30}v34`),
    stroke(wood, 8, `M${x - 46} ${y - 54}q-26 -10 -26 -34`),
    circle(x + 63, y - 77, 3, '#222'),
  ].join('')
}

function seated(random: Random, x: number, y: number, { fabric, accent }: Colors): string {
  return (
    circle(x, y - 40, 24, random.pick(SKIN)) +
    path(random.chance(0.5) ? fabric : accent, `M${x - 44} ${y + 66}q0 -80 44 -80t44 80z`)
  )
}

function standing(random: Random, x: number, y: number, { fabric }: Colors): string {
  return (
    circle(x, y - 150, 22, random.pick(SKIN)) +
    rect(x - 26, y - 126, 52, 78, fabric, 14) +
    stroke('#3b3f45', 14, `M${x - 12} ${y - 50}v46M${x + 12} ${y - 50}v46`)
  )
}
