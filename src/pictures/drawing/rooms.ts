import type { Random } from '../../base/random.ts'
import { art, carpet, floorLamp, LEFT, outlook, pendant, plant, shadow, shelf, shell } from './interior.ts'
import type { Colors, Sky } from './palette.ts'
import { circle, ellipse, polygon, rect, stroke, veil } from './svg.ts'

/** Living rooms and entrances. */

export function livingRoom(random: Random, colors: Colors, sky: Sky): string {
  return [
    shell(colors),
    outlook(random, 560, 116, 200, 210, colors, sky, true),
    art(random, 196, 130, 110, 130, colors) + art(random, 326, 130, 110, 130, colors),
    plant(800, 478, 1.1),
    carpet(480, 500, 640, 110, colors),
    floorLamp(166, 456),
    sofa(200, 500, 330, colors),
    armchair(640, 540, colors),
    lowTable(430, 572, colors),
  ].join('')
}

function sofa(x: number, foot: number, wide: number, { fabric, accent, wood }: Colors): string {
  const half = (wide - 72) / 2
  return [
    shadow(x + wide / 2, foot + 2, wide / 2 + 10),
    rect(x + 14, foot - 12, 12, 14, wood) + rect(x + wide - 26, foot - 12, 12, 14, wood),
    rect(x + 12, foot - 132, wide - 24, 90, fabric, 14),
    rect(x, foot - 96, 44, 88, fabric, 14) + rect(x + wide - 44, foot - 96, 44, 88, fabric, 14),
    rect(x + 36, foot - 66, half, 54, fabric, 8) + rect(x + 36 + half, foot - 66, half, 54, fabric, 8),
    stroke(
      '#00000026',
      3,
      `M${x + 40} ${foot - 66}h${wide - 80}M${x + 36 + half} ${foot - 64}v50M${x + 42} ${foot - 90}v74M${x + wide - 42} ${foot - 90}v74`,
    ),
    rect(x + 58, foot - 108, 52, 44, accent, 8) + rect(x + wide - 110, foot - 108, 52, 44, '#f4efe5', 8),
  ].join('')
}

function armchair(x: number, foot: number, { accent, wood }: Colors): string {
  return [
    shadow(x + 70, foot + 2, 76),
    stroke(wood, 9, `M${x + 22} ${foot - 16}l-6 16M${x + 118} ${foot - 16}l6 16`),
    rect(x + 14, foot - 134, 112, 92, accent, 18),
    rect(x, foot - 84, 36, 70, accent, 12) + rect(x + 104, foot - 84, 36, 70, accent, 12),
    rect(x + 30, foot - 58, 80, 44, accent, 8),
    stroke('#00000026', 3, `M${x + 34} ${foot - 58}h72M${x + 34} ${foot - 76}v58M${x + 106} ${foot - 76}v58`),
  ].join('')
}

function lowTable(x: number, foot: number, { wood }: Colors): string {
  return [
    shadow(x, foot + 2, 110),
    stroke(
      wood,
      9,
      `M${x - 84} ${foot - 40}v42M${x + 84} ${foot - 40}v42M${x - 52} ${foot - 48}v34M${x + 52} ${foot - 48}v34`,
    ),
    ellipse(x, foot - 46, 112, 20, wood),
    veil(0.25, ellipse(x - 14, foot - 50, 80, 11, '#fff')),
    rect(x - 40, foot - 62, 56, 9, '#f0ebe0', 2) + circle(x + 44, foot - 60, 11, '#8ba678'),
  ].join('')
}

/** A row of cupboards with a stove, a sink below the window, a refrigerator, and an island in front. */
export function kitchen(random: Random, colors: Colors, sky: Sky): string {
  const cabinet = random.pick(['#f1eee7', '#a9b8ad', '#8296a1', '#d3c5ae', '#b9b2a8'])
  const counter = random.pick(['#5a5b5e', '#efece6', '#9b8a76'])
  return [
    shell(colors, random.chance(0.4) ? 'tiles' : 'boards'),
    rect(LEFT, 214, 610, 116, '#f6f4ef') +
      stroke(
        '#0000000d',
        2,
        Array.from({ length: 15 }, (_, at) => `M${160 + at * 40} 214v116`).join('') +
          `M${LEFT} 253h610M${LEFT} 292h610`,
      ),
    outlook(random, 300, 108, 150, 150, colors, sky),
    [132, 214, 560, 642]
      .map((x) => rect(x, 100, 78, 114, cabinet, 2) + outline(x, 100, 78, 114) + rect(x + 8, 200, 20, 4, '#77736d', 2))
      .join(''),
    rect(480, 150, 74, 20, '#b8bcbe', 2) + polygon('#c6cacc', 498, 100, 536, 100, 554, 150, 480, 150),
    [124, 204, 284, 364, 562, 646]
      .map((x) => rect(x, 348, 78, 92, cabinet, 2) + outline(x, 348, 78, 92) + rect(x + 24, 360, 30, 4, '#77736d', 2))
      .join(''),
    rect(LEFT, 330, 610, 18, counter),
    rect(444, 340, 116, 100, '#c9cdcf', 2) +
      rect(456, 370, 92, 52, '#474b50', 3) +
      [0, 1, 2, 3].map((at) => circle(464 + at * 26, 356, 5, '#6a6d70')).join(''),
    rect(470, 324, 62, 7, '#3f4245', 2),
    stroke('#9aa3a8', 7, 'M376 330v-34q0 -13 20 -9'),
    rect(732, 128, 106, 314, '#d3d7da', 4) +
      stroke('#aeb4b8', 3, 'M734 252h102') +
      rect(744, 196, 5, 46, '#8d9398', 2) +
      rect(744, 262, 5, 66, '#8d9398', 2),
    ellipse(220, 326, 24, 9, '#d9d1c0') + circle(210, 314, 9, '#c0806c') + circle(228, 312, 9, '#cfa45b'),
    island(cabinet, counter, colors),
  ].join('')
}

/** Outlines that separate doors from the wall and from each other when their colours are similar. */
function outline(x: number, y: number, wide: number, high: number): string {
  return stroke('#00000024', 2, `M${x + 1} ${y + 1}h${wide - 2}v${high - 2}h${2 - wide}z`)
}

function island(cabinet: string, counter: string, { wood }: Colors): string {
  const stool = (x: number) =>
    stroke('#77736d', 6, `M${x - 20} 566l-8 62M${x + 20} 566l8 62M${x - 24} 606h48`) + ellipse(x, 562, 32, 9, wood)
  return [
    ellipse(470, 612, 270, 12, '#00000022'),
    polygon(counter, 254, 462, 686, 462, 726, 492, 214, 492) + rect(214, 490, 512, 12, counter),
    veil(0.12, rect(214, 498, 512, 5, '#000')),
    rect(232, 502, 476, 108, cabinet),
    stroke('#0000001a', 3, 'M390 506v100M550 506v100'),
    stool(330) + stool(470) + stool(610),
  ].join('')
}

export function diningRoom(random: Random, colors: Colors, sky: Sky): string {
  const chair = (x: number) =>
    rect(x, 366, 62, 86, colors.fabric, 10) + stroke(colors.wood, 7, `M${x + 8} 446v34M${x + 54} 446v34`)
  const near = (x: number) =>
    rect(x, 470, 78, 98, colors.fabric, 12) +
    rect(x - 3, 552, 84, 20, colors.fabric, 6) +
    stroke('#00000026', 3, `M${x + 2} 552h74`) +
    stroke(colors.wood, 8, `M${x + 6} 570v44M${x + 72} 570v44`)
  return [
    shell(colors),
    outlook(random, 190, 116, 170, 200, colors, sky, true),
    rect(560, 340, 240, 102, colors.wood, 3) +
      stroke('#0000002e', 3, 'M640 346v88M720 346v88') +
      art(random, 610, 150, 140, 120, colors),
    circle(590, 322, 15, '#8ba678') + rect(582, 324, 16, 16, '#d8cfbd'),
    carpet(480, 488, 760, 132, colors),
    chair(300) + chair(440) + chair(580),
    polygon(colors.wood, 276, 448, 684, 448, 740, 506, 220, 506) +
      rect(220, 504, 520, 11, colors.wood) +
      veil(0.2, rect(220, 510, 520, 5, '#000')),
    stroke(colors.wood, 12, 'M240 514v92M720 514v92'),
    ellipse(480, 474, 46, 10, '#e8e2d4') + circle(468, 464, 10, '#8ba678') + circle(490, 462, 10, '#c0806c'),
    near(290) + near(440) + near(590),
    pendant(464, 200, colors) + pendant(556, 200, colors),
  ].join('')
}

/** A corner of the living room: the fire, and shelves beside it. */
export function fireplace(random: Random, colors: Colors, _sky: Sky): string {
  return [
    shell(colors),
    rect(372, 62, 216, 378, '#d9d3c8') +
      stroke('#00000012', 2, 'M372 130h216M372 190h216M440 62v68M520 62v68M480 130v60'),
    art(random, 418, 110, 124, 96, colors),
    rect(352, 236, 256, 18, colors.wood, 2),
    rect(396, 286, 168, 154, '#4a4542', 3) +
      polygon('#d99a54', 446, 436, 470, 360, 490, 400, 508, 350, 528, 436) +
      polygon('#f0cf86', 466, 436, 484, 396, 508, 436),
    rect(436, 424, 100, 14, '#6f5141', 6),
    rect(372, 436, 216, 12, '#b9b2a5'),
    shelf(random, 640, 170, 150, colors),
    plant(230, 470, 1.3),
    carpet(480, 486, 560, 110, colors),
    armchair(230, 576, colors) + armchair(600, 576, colors),
  ].join('')
}

export function mediaRoom(_random: Random, colors: Colors, _sky: Sky): string {
  return [
    shell({ ...colors, room: '#c9ccd1' }),
    rect(270, 120, 420, 206, '#33383d', 4) +
      rect(278, 128, 404, 190, '#5f7c8d') +
      polygon('#7f9aa8', 278, 318, 420, 210, 520, 280, 600, 220, 682, 318),
    rect(240, 372, 480, 66, colors.wood, 3) + stroke('#0000002e', 3, 'M360 376v58M480 376v58M600 376v58'),
    rect(178, 320, 40, 120, '#4a4e52', 4) +
      rect(742, 320, 40, 120, '#4a4e52', 4) +
      [178, 742].map((x) => circle(x + 20, 360, 13, '#6b7075') + circle(x + 20, 400, 13, '#6b7075')).join(''),
    carpet(480, 478, 600, 80, colors),
    rect(250, 520, 460, 120, colors.fabric, 18) +
      rect(226, 548, 64, 92, colors.fabric, 16) +
      rect(670, 548, 64, 92, colors.fabric, 16) +
      stroke('#00000026', 3, 'M400 526v114M560 526v114'),
    floorLamp(822, 500),
  ].join('')
}

export function office(random: Random, colors: Colors, sky: Sky): string {
  return [
    shell(colors),
    outlook(random, 200, 120, 190, 150, colors, sky),
    shelf(random, 660, 160, 130, colors),
    art(random, 480, 140, 120, 100, colors),
    carpet(420, 500, 520, 110, colors),
    rect(240, 338, 380, 14, colors.wood, 2) +
      stroke(colors.wood, 11, 'M252 352v100M608 352v100') +
      rect(500, 352, 96, 74, colors.wood) +
      stroke('#0000002e', 3, 'M500 388h96'),
    rect(376, 238, 140, 84, '#3f454a', 4) +
      rect(382, 244, 128, 72, '#8fb0bd') +
      rect(438, 320, 14, 18, '#3f454a') +
      rect(412, 333, 66, 6, '#3f454a'),
    stroke('#77736d', 5, 'M290 336v-60l36 -20') + polygon('#f3e3bd', 318, 246, 346, 258, 338, 280, 312, 266),
    shadow(440, 572, 70) +
      stroke('#5f6265', 7, 'M440 500v54M440 554l-46 18M440 554l46 18') +
      rect(396, 486, 88, 20, colors.fabric, 8) +
      rect(404, 392, 72, 92, colors.fabric, 14),
    plant(170, 476, 0.9),
  ].join('')
}

export function entry(_random: Random, colors: Colors, sky: Sky): string {
  return [
    shell(colors, 'tiles'),
    rect(388, 128, 184, 312, colors.trim) +
      rect(402, 142, 156, 298, colors.door, 2) +
      rect(424, 166, 112, 90, sky.glass, 2) +
      stroke('#0000002b', 3, 'M424 284h112v62h-112zM424 366h112v54h-112z') +
      circle(544, 308, 6, '#e9cf8a'),
    rect(612, 330, 170, 12, colors.wood, 2) +
      stroke(colors.wood, 8, 'M622 342v102M772 342v102') +
      rect(636, 176, 122, 122, colors.wood, 61) +
      circle(697, 237, 52, '#d4e3e6'),
    plant(740, 332, 0.45) + rect(644, 318, 44, 12, '#d8cfbd', 3),
    rect(182, 180, 160, 10, colors.wood, 3) +
      [200, 250, 300]
        .map(
          (x, at) =>
            circle(x + 12, 198, 5, '#77736d') +
            polygon([colors.fabric, colors.accent, '#8c8f8a'][at] ?? '', x, 204, x + 24, 204, x + 36, 320, x - 12, 320),
        )
        .join(''),
    rect(180, 400, 164, 40, colors.wood, 4) + rect(180, 388, 164, 14, colors.fabric, 6),
    carpet(480, 486, 380, 96, colors),
  ].join('')
}

function lift(x: number): string {
  const frame = rect(x - 8, 176, 116, 264, '#8f959a')
  return frame + rect(x, 184, 100, 256, '#c3c8cb') + stroke('#9aa0a4', 3, `M${x + 50} 184v256`)
}

/** A building's lobby: letter boxes, a bench, two lifts. */
export function lobby(random: Random, colors: Colors, _sky: Sky): string {
  const boxes = Array.from(
    { length: 18 },
    (_, at) =>
      rect(660 + (at % 6) * 27, 210 + Math.floor(at / 6) * 40, 23, 34, '#b9ad96', 2) +
      circle(678 + (at % 6) * 27, 228 + Math.floor(at / 6) * 40, 2, '#5f5a52'),
  )
  return [
    shell(colors, 'tiles'),
    lift(330) + lift(478),
    rect(446, 290, 16, 40, '#a9aeb1', 3) + circle(454, 302, 4, '#cfa45b') + circle(454, 318, 4, '#f2efe8'),
    ...boxes,
    art(random, 160, 140, 120, 150, colors),
    rect(150, 396, 150, 20, colors.fabric, 8) + stroke(colors.wood, 8, 'M162 416v32M288 416v32'),
    plant(610, 470, 1) + plant(170, 560, 1.6),
    carpet(480, 496, 420, 110, colors),
    pendant(330, 120, colors) + pendant(630, 120, colors),
  ].join('')
}
