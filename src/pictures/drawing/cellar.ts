import type { Random } from '../../base/random.ts'
import type { HomeFacts } from '../../model/home.ts'
import { carpet, FLOOR, outlook, shadow, shell } from './interior.ts'
import type { Colors, Sky } from './palette.ts'
import { circle, ellipse, polygon, rect, stroke } from './svg.ts'

/** Utility rooms: storage, laundry, garage, workshop. */

/** A cellar without floor or plaster: boiler, shelves with jars, stairs. */
export function basement(random: Random, colors: Colors, _sky: Sky): string {
  const steps = [0, 1, 2, 3, 4, 5].map((at) => rect(600 + at * 34, 404 - at * 44, 96, 12, colors.wood))
  const jars = [216, 276, 336].map((y) =>
    [0, 1, 2, 3, 4]
      .map((at) => rect(182 + at * 34, y, 22, 28, random.pick(['#c0806c', '#8ba678', '#cfa45b', '#9aa7a9']), 4))
      .join(''),
  )
  return [
    shell(colors, 'concrete'),
    stroke('#0000000f', 3, [124, 186, 248, 310, 372].map((y) => `M120 ${y}h720`).join('')),
    rect(520, 84, 130, 50, '#d9e6ea', 2) + stroke('#9aa0a4', 4, 'M585 84v50M520 84h130v50h-130z'),
    ...steps,
    stroke(colors.wood, 9, 'M592 440L806 160M690 440L840 244'),
    rect(170, 190, 10, 252, colors.wood) +
      rect(350, 190, 10, 252, colors.wood) +
      [244, 304, 364, 424].map((y) => rect(170, y, 190, 7, colors.wood)).join(''),
    ...jars,
    rect(190, 384, 60, 40, '#c7a77f') + rect(264, 376, 70, 48, '#b99670'),
    rect(410, 200, 84, 240, '#c9ced0', 30) +
      rect(432, 300, 40, 50, '#8d9398', 4) +
      circle(452, 280, 7, '#c0806c') +
      stroke('#a9794f', 8, 'M436 200v-138M468 200v-138'),
    shadow(452, 442, 56),
    polygon('#c7a77f', 240, 520, 360, 520, 360, 606, 240, 606) +
      polygon('#d6b88f', 240, 520, 268, 496, 388, 496, 360, 520) +
      polygon('#b39168', 360, 520, 388, 496, 388, 580, 360, 606),
  ].join('')
}

/** A washer or a dryer. */
function machine(x: number): string {
  return (
    rect(x, 306, 128, 140, '#f4f5f4', 6) +
    rect(x + 8, 314, 112, 20, '#dde1e2', 3) +
    circle(x + 64, 388, 42, '#b8bec2') +
    circle(x + 64, 388, 33, '#6f8794') +
    circle(x + 104, 324, 6, '#8d9398')
  )
}

export function laundry(random: Random, colors: Colors, sky: Sky): string {
  return [
    shell(colors, 'tiles'),
    outlook(random, 610, 120, 140, 120, colors, sky),
    rect(180, 100, 300, 96, '#efece4', 3) + stroke('#d5cfc3', 3, 'M280 102v92M380 102v92'),
    rect(180, 240, 300, 8, colors.wood) +
      [196, 232, 290]
        .map((x, at) => rect(x, 200 + at * 4, 26, 40 - at * 4, ['#79a39e', '#cfa45b', '#9089ab'][at] ?? '', 4))
        .join('') +
      rect(380, 208, 76, 32, colors.fabric, 5),
    machine(190) + machine(336),
    rect(178, 292, 306, 14, colors.wood, 2),
    rect(570, 330, 240, 14, '#f3f1ec', 3) +
      rect(580, 344, 220, 100, colors.wood, 3) +
      stroke('#0000002e', 3, 'M690 348v92') +
      stroke('#9aa3a8', 7, 'M690 330v-30q0 -13 20 -9'),
    carpet(470, 520, 260, 66, colors),
    shadow(300, 572, 66) +
      polygon('#d6c3a0', 232, 500, 368, 500, 350, 570, 250, 570) +
      ellipse(300, 500, 68, 14, '#c3ae88') +
      circle(278, 492, 20, colors.accent) +
      circle(316, 490, 24, '#f4efe5'),
  ].join('')
}

/** A car per parking space, up to two, and a bench with tools. */
export function garageInside(colors: Colors, { garageSpaces = 1 }: HomeFacts): string {
  const tools = [200, 236, 272, 308].map(
    (x, at) =>
      stroke('#77736d', 7, `M${x} 170v${60 + (at % 2) * 22}`) +
      rect(x - 12, 160, 24, 14, at % 2 ? '#a9705a' : '#8d9398', 3),
  )
  const cars = garageSpaces > 1 ? [car(360, colors.fabric), car(660, colors.accent)] : [car(560, colors.fabric)]
  return [
    shell(colors, 'concrete'),
    rect(176, 148, 170, 110, '#c9b596', 3),
    ...tools,
    rect(160, 340, 200, 14, colors.wood) +
      stroke(colors.wood, 10, `M172 354V${FLOOR}M348 354V${FLOOR}`) +
      rect(186, 310, 60, 30, '#a9705a', 3),
    rect(420, 120, 380, 10, colors.wood) + [440, 520, 600, 690].map((x) => rect(x, 76, 60, 44, '#c7a77f', 2)).join(''),
    bicycle(600, 300),
    ...cars,
  ].join('')
}

/** Hung on the wall by its hooks. */
function bicycle(x: number, y: number): string {
  const wheel = (at: number) => `M${at - 38} ${y}a38 38 0 1 0 76 0a38 38 0 1 0 -76 0`
  return (
    stroke('#5f6265', 5, wheel(x) + wheel(x + 124)) +
    stroke('#a9705a', 6, `M${x} ${y}l40 -46h58l-36 46zM${x + 124} ${y}l-30 -66h-16M${x + 62} ${y}l-26 -60h-14h26`)
  )
}

/** From behind, on the floor in the middle of the room. */
function car(x: number, paint: string): string {
  return [
    ellipse(x, 584, 148, 13, '#0000002e'),
    rect(x - 120, 540, 44, 46, '#3b3d40', 8) + rect(x + 76, 540, 44, 46, '#3b3d40', 8),
    polygon(paint, x - 92, 436, x + 92, 436, x + 122, 494, x - 122, 494),
    polygon('#bfd3da', x - 78, 446, x + 78, 446, x + 98, 488, x - 98, 488),
    rect(x - 132, 486, 264, 74, paint, 16),
    rect(x - 122, 500, 40, 20, '#b5564d', 5) + rect(x + 82, 500, 40, 20, '#b5564d', 5),
    rect(x - 36, 514, 72, 24, '#f4f2ec', 3) + rect(x - 126, 552, 252, 12, '#5a5d60', 5),
  ].join('')
}
