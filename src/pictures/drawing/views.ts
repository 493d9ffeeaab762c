import type { Random } from '../../base/random.ts'
import type { Scene } from '../pictured-experience.ts'
import { tree } from './outdoors.ts'
import { animals, garden, stage, studio, table } from './outings.ts'
import type { Colors, Sky } from './palette.ts'
import { circle, ellipse, gradient, path, polygon, rect, stroke, veil, WIDE } from './svg.ts'

type DrawScene = (random: Random, colors: Colors, sky: Sky) => string

const SCENES: Readonly<Record<Scene, DrawScene>> = {
  mountains: (...seen) => heavens(...seen) + mountains(...seen),
  shore: (random, colors, sky) => heavens(random, colors, sky) + shore(random, colors),
  roofs: (...seen) => heavens(...seen) + roofs(...seen),
  garden,
  animals,
  table,
  studio,
  stage,
}

/** A picture of an experience. */
export function journey(random: Random, colors: Colors, sky: Sky, scene: Scene): string {
  return SCENES[scene](random, colors, sky)
}

function heavens(random: Random, _colors: Colors, sky: Sky): string {
  const sunX = random.whole(150, 800)
  const sunY = Math.min(170, sky.sunY + 60)
  return gradient('sky', sky.upper, sky.lower) + rect(0, 0, WIDE, 640, 'url(#sky)') + circle(sunX, sunY, 60, sky.sun)
}

function mountains(random: Random, colors: Colors, sky: Sky): string {
  let peaks = ''
  for (let at = 0; at < 5; at++) {
    const x = at * 220 + random.whole(-40, 40)
    const top = random.whole(170, 300)
    peaks += polygon(at % 2 === 0 ? '#7f93a6' : '#92a5b5', x - 220, 520, x, top, x + 220, 520)
    peaks += polygon('#f7fafc', x - 50, top + 78, x, top, x + 50, top + 78, x + 14, top + 58, x - 18, top + 66)
  }
  const trees = Array.from({ length: 6 }, (_, at) => tree(random, 60 + at * 170, 540, sky)).join('')
  const trail = path('#e5d3ad', 'M430 640q-30 -60 40 -90t20 -60h16q40 30 -10 66t60 84z')
  return peaks + ellipse(480, 640, 720, 150, sky.grass) + trees + trail + hiker(560, 540, colors)
}

function shore(random: Random, colors: Colors): string {
  const boatX = random.whole(240, 700)
  return [
    rect(0, 360, WIDE, 170, '#4fa3c7'),
    veil(0.5, stroke('#e6f6fb', 5, 'M60 420q30 -12 60 0t60 0M500 400q30 -12 60 0t60 0M700 470q30 -12 60 0t60 0')),
    polygon(colors.trim, boatX, 250, boatX, 400, boatX + 90, 400),
    polygon(colors.accent, boatX - 8, 280, boatX - 8, 400, boatX - 70, 400),
    path(colors.door, `M${boatX - 90} 410h200q-20 44 -60 44h-90q-40 0 -50 -44z`),
    path('#ecd9ae', 'M0 640V540q240 -60 480 -20t480 -30v150z'),
    rect(196, 420, 8, 150, '#8c8c8c'),
    path(colors.accent, 'M90 440q110 -110 220 0z'),
    rect(240, 560, 130, 18, colors.fabric, 8),
  ].join('')
}

function roofs(random: Random, colors: Colors, sky: Sky): string {
  let town = ''
  for (let at = 0; at < 9; at++) {
    const x = at * 110 - 20
    const top = random.whole(250, 400)
    town += rect(x, top, 104, 400, at % 2 === 0 ? colors.wall : colors.wallShade)
    town += random.chance(0.6)
      ? polygon(colors.roof, x - 8, top, x + 52, top - 70, x + 112, top)
      : rect(x - 4, top - 12, 112, 14, colors.roof)
    for (let row = 0; row < 3; row++)
      town +=
        rect(x + 18, top + 26 + row * 62, 24, 36, sky.glass) + rect(x + 62, top + 26 + row * 62, 24, 36, sky.glass)
  }
  return (
    town +
    rect(0, 560, WIDE, 80, '#a9a39a') +
    hiker(300, 560, colors) +
    hiker(360, 566, { ...colors, fabric: colors.accent })
  )
}

function hiker(x: number, y: number, colors: Colors): string {
  return (
    circle(x, y - 62, 13, '#d19a72') +
    rect(x - 14, y - 48, 28, 40, colors.fabric, 10) +
    rect(x - 22, y - 46, 12, 28, colors.accent, 5) +
    stroke('#3b3f45', 8, `M${x - 6} ${y - 8}v26M${x + 6} ${y - 8}v26`)
  )
}

/** A street map with a pin at its centre, in a view box of 640 by 480. */
export function map(random: Random): string {
  const streets = Array.from({ length: 7 }, (_, at) => {
    const y = 30 + at * 72 + random.whole(-10, 10)
    const x = 40 + at * 94 + random.whole(-12, 12)
    const width = at % 3 === 0 ? 16 : 9
    return (
      stroke('#ffffff', width, `M0 ${y}L640 ${y + random.whole(-20, 20)}`) +
      stroke('#ffffff', width, `M${x} 0L${x + random.whole(-20, 20)} 480`)
    )
  }).join('')
  const parkX = random.whole(20, 420)
  const riverY = random.whole(60, 400)
  return [
    rect(0, 0, 640, 480, '#ece7dd'),
    rect(parkX, random.whole(20, 300), random.whole(110, 190), random.whole(80, 130), '#c6dfb5', 10),
    stroke('#a8d4e6', 34, `M-20 ${riverY}Q200 ${riverY - 90} 340 ${riverY + 30}T680 ${riverY - 20}`),
    streets,
    veil(0.25, ellipse(320, 262, 26, 8, '#000')),
    path('#d6453d', 'M320 260q-44 -56 -44 -88a44 44 0 1 1 88 0q0 32 -44 88z'),
    circle(320, 172, 17, '#fff'),
  ].join('')
}

/** Placeholder for a home without pictures: the outline of a house. */
export function none(): string {
  return [
    rect(0, 0, 960, 640, '#e7eaec'),
    polygon('#c3cbd1', 480, 150, 250, 320, 300, 320, 300, 490, 660, 490, 660, 320, 710, 320),
    rect(440, 380, 80, 110, '#e7eaec', 4),
  ].join('')
}
