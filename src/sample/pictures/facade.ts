import type { Random } from '../random.ts'
import { bushes, HORIZON, landscape, tree } from './outdoors.ts'
import type { Colors, Sky } from './palette.ts'
import { circle, path, polygon, rect, stroke, veil } from './svg.ts'

/** The foot of every house. */
const GROUND = 500

/** A house from the street: one or two storeys, a roof of three kinds, often a garage, trees and a walk to the door. */
export function house(random: Random, colors: Colors, sky: Sky): string {
  const stories = random.chance(0.5) ? 1 : 2
  const wide = random.whole(380, 480)
  const left = 480 - wide / 2 - random.whole(0, 60)
  const high = 130 * stories + 20
  const top = GROUND - high
  const garage = random.chance(0.6)
  const doorX = left + wide * random.pick([0.22, 0.5, 0.72])
  return [
    landscape(random, sky),
    tree(random, left - random.whole(70, 130), GROUND - 10, sky),
    tree(random, left + wide + random.whole(170, 230), GROUND - 30, sky),
    path('#cfc8bb', `M${doorX - 26} ${GROUND}h52q20 70 90 140h-200q60 -70 58 -140z`),
    garage ? garageOf(left + wide, colors, sky) : '',
    random.chance(0.5) ? rect(left + wide * 0.7, top - 120, 36, 100, colors.wallShade) : '',
    rect(left, top, wide, high, colors.wall),
    veil(0.25, rect(left, top, wide, 14, '#000')),
    roof(random, left, top, wide, colors),
    windows(random, left, top, wide, stories, doorX, colors, sky),
    door(doorX, colors),
    bushes(random, left + 6, doorX - 60, GROUND + 2),
    bushes(random, doorX + 70, left + wide - 10, GROUND + 2),
    mailbox(random, colors),
  ].join('')
}

function roof(random: Random, left: number, top: number, wide: number, colors: Colors): string {
  const over = 26
  switch (random.below(4)) {
    case 0:
      return (
        polygon(colors.roof, left - over, top + 8, left + wide / 2, top - 140, left + wide + over, top + 8) +
        polygon(colors.wall, left + wide * 0.2, top + 8, left + wide / 2, top - 96, left + wide * 0.8, top + 8) +
        circle(left + wide / 2, top - 36, 20, colors.trim) +
        circle(left + wide / 2, top - 36, 14, '#bfe3f2')
      )
    case 1:
      return polygon(
        colors.roof,
        left - over,
        top + 8,
        left + 70,
        top - 104,
        left + wide - 70,
        top - 104,
        left + wide + over,
        top + 8,
      )
    case 2:
      return (
        rect(left - over / 2, top - 26, wide + over, 34, colors.roof, 3) +
        rect(left + 20, top - 34, wide - 80, 10, colors.trim)
      )
    default:
      return (
        polygon(
          colors.roof,
          left - over,
          top + 8,
          left + 40,
          top - 96,
          left + wide - 40,
          top - 96,
          left + wide + over,
          top + 8,
        ) +
        polygon(
          colors.wallShade,
          left + wide * 0.56,
          top + 8,
          left + wide * 0.72,
          top - 84,
          left + wide * 0.88,
          top + 8,
        ) +
        stroke(
          colors.trim,
          8,
          `M${left + wide * 0.54} ${top + 8}L${left + wide * 0.72} ${top - 86}L${left + wide * 0.9} ${top + 8}`,
        )
      )
  }
}

/** Windows keep clear of the door on the ground floor. */
function windows(
  random: Random,
  left: number,
  top: number,
  wide: number,
  stories: number,
  doorX: number,
  colors: Colors,
  sky: Sky,
): string {
  const columns = random.whole(3, 4)
  const shutters = random.chance(0.4)
  let shapes = ''
  for (let story = 0; story < stories; story++) {
    for (let column = 0; column < columns; column++) {
      const x = left + (wide * (column + 0.5)) / columns
      if (story === stories - 1 && Math.abs(x - doorX) < 76) continue
      shapes += windowAt(x, top + 34 + story * 130, colors, sky, shutters)
    }
  }
  return shapes
}

export function windowAt(x: number, y: number, colors: Colors, sky: Sky, shutters: boolean): string {
  const frame = rect(x - 30, y, 60, 72, colors.trim, 3) + rect(x - 24, y + 6, 48, 60, sky.glass)
  const bars = rect(x - 2, y + 6, 4, 60, colors.trim) + rect(x - 24, y + 33, 48, 4, colors.trim)
  const sheen = veil(0.35, polygon('#fff', x - 24, y + 40, x - 24, y + 6, x + 4, y + 6))
  const sides = shutters ? rect(x - 48, y, 16, 72, colors.door, 2) + rect(x + 32, y, 16, 72, colors.door, 2) : ''
  return sides + frame + sheen + bars + rect(x - 34, y + 70, 68, 7, colors.wallShade)
}

function door(x: number, colors: Colors): string {
  return [
    rect(x - 38, GROUND - 112, 76, 112, colors.trim),
    rect(x - 30, GROUND - 104, 60, 104, colors.door, 2),
    rect(x - 18, GROUND - 92, 36, 30, '#ffffff55', 2),
    circle(x + 19, GROUND - 48, 4, '#f3d27a'),
    rect(x - 50, GROUND - 4, 100, 10, '#b9b2a5', 2),
    rect(x - 56, GROUND - 128, 112, 14, colors.roof, 3),
  ].join('')
}

function garageOf(left: number, colors: Colors, sky: Sky): string {
  const slats = [0, 1, 2].map((at) => rect(left + 22, GROUND - 84 + at * 26, 106, 3, colors.wallShade)).join('')
  const panes = [0, 1, 2, 3].map((at) => rect(left + 26 + at * 26, GROUND - 102, 20, 14, sky.glass)).join('')
  return [
    path('#c4bdb0', `M${left + 16} ${GROUND}h120l70 140h-180z`),
    rect(left, GROUND - 140, 150, 140, colors.wallShade),
    polygon(
      colors.roof,
      left - 14,
      GROUND - 136,
      left + 20,
      GROUND - 196,
      left + 130,
      GROUND - 196,
      left + 168,
      GROUND - 136,
    ),
    rect(left + 18, GROUND - 110, 114, 110, colors.trim, 2),
    panes,
    slats,
  ].join('')
}

function mailbox(random: Random, colors: Colors): string {
  if (random.chance(0.5)) return ''
  return rect(120, 520, 8, 60, '#7b5b43') + rect(98, 498, 52, 30, colors.accent, 12) + rect(146, 492, 4, 18, '#c0392b')
}

/** An apartment house: rows of windows, balconies, an entrance, and neighbours behind it. */
export function tower(random: Random, colors: Colors, sky: Sky): string {
  const columns = random.whole(4, 6)
  const rows = random.whole(3, 6)
  const wide = columns * 78 + 40
  const left = 480 - wide / 2
  const top = GROUND - rows * 66 - 84
  const neighbors = [0, 1, 2, 3].map((at) =>
    veil(0.35, rect(40 + at * 240, HORIZON - random.whole(110, 250), 130, 320, colors.wallShade)),
  )
  let openings = ''
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const x = left + 28 + column * 78
      const y = top + 26 + row * 66
      openings += rect(x, y, 50, 42, random.chance(0.75) ? sky.glass : '#ffe6a6') + rect(x + 23, y, 4, 42, colors.trim)
      if ((row + column) % 2 === 0) openings += rect(x - 8, y + 34, 66, 16, colors.roof, 2)
    }
  }
  return [
    landscape(random, sky),
    ...neighbors,
    rect(0, GROUND, 960, 140, '#b8b4aa'),
    rect(0, 560, 960, 80, '#7e7f83'),
    stroke('#f5efd8', 6, 'M40 600h80m60 0h80m60 0h80m60 0h80m60 0h80m60 0h80'),
    rect(left, top, wide, GROUND - top, colors.wall),
    rect(left - 10, top - 14, wide + 20, 18, colors.roof, 3),
    openings,
    rect(440, GROUND - 62, 80, 62, colors.door, 3),
    rect(450, GROUND - 54, 28, 54, sky.glass),
    rect(482, GROUND - 54, 28, 54, sky.glass),
    rect(420, GROUND - 76, 120, 14, colors.accent, 4),
    tree(random, left - 70, GROUND + 10, sky),
    tree(random, left + wide + 70, GROUND + 10, sky),
  ].join('')
}
