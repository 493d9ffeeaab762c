import type { Random } from '../../base/random.ts'
import { art, carpet, FLOOR, innerDoor, LEFT, outlook, plant, RIGHT, shadow, shelf, shell } from './interior.ts'
import type { Colors, Sky } from './palette.ts'
import { circle, ellipse, mirrored, polygon, rect, stroke, veil } from './svg.ts'

/** Bedrooms and baths. Each `nth` one of a home has different furniture, differently placed. */

const BEDROOMS = [primaryBedroom, guestBedroom, childBedroom, deskBedroom] as const

export function bedroom(random: Random, colors: Colors, sky: Sky, nth: number): string {
  const room = BEDROOMS[nth % BEDROOMS.length] ?? primaryBedroom
  return turned(Math.floor(nth / BEDROOMS.length), room(random, colors, sky))
}

/** Each further round through the same rooms mirrors them. */
function turned(rounds: number, room: string): string {
  return rounds % 2 === 0 ? room : mirrored(room)
}

/** A bed with its head against the back wall, centred on `x`. */
function bed(x: number, wide: number, { wood, fabric }: Colors, pillows: 1 | 2): string {
  const half = wide / 2
  const foot = half * 1.18
  const pillowWide = pillows === 2 ? half * 0.78 : half * 1.1
  const pillow = (at: number) => rect(at, 356, pillowWide, 46, '#fdfcf9', 14)
  return [
    ellipse(x, 590, foot + 16, 12, '#00000022'),
    rect(x - half - 8, 270, wide + 16, 160, wood, 12),
    stroke(wood, 14, `M${x - foot + 10} 560v26M${x + foot - 10} 560v26`),
    polygon('#f4f0e8', x - half, 372, x + half, 372, x + foot, 500, x - foot, 500),
    pillows === 2 ? pillow(x - half * 0.88) + pillow(x + half * 0.1) : pillow(x - pillowWide / 2),
    veil(0.1, rect(x - half * 0.8, 398, half * 1.6, 5, '#000', 2)),
    polygon(fabric, x - half * 1.03, 412, x + half * 1.03, 412, x + foot, 500, x - foot, 500) +
      rect(x - foot, 498, foot * 2, 72, fabric, 6),
    polygon('#f4efe5', x - half * 1.03, 412, x + half * 1.03, 412, x + half * 1.07, 432, x - half * 1.07, 432),
    veil(0.16, rect(x - foot, 498, foot * 2, 4, '#000')),
  ].join('')
}

function nightstand(x: number, { wood }: Colors): string {
  return [
    rect(x - 36, 386, 72, 66, wood, 3) + rect(x - 9, 412, 18, 4, '#e9cf8a', 2),
    rect(x - 3, 346, 6, 40, '#77736d') + polygon('#f3e3bd', x - 18, 308, x + 18, 308, x + 30, 350, x - 30, 350),
  ].join('')
}

function primaryBedroom(random: Random, colors: Colors, sky: Sky): string {
  return [
    shell(colors),
    outlook(random, 640, 112, 140, 200, colors, sky, true),
    art(random, 380, 112, 130, 110, colors),
    carpet(440, 500, 700, 120, colors),
    nightstand(262, colors) + nightstand(626, colors),
    bed(444, 260, colors, 2),
  ].join('')
}

function guestBedroom(random: Random, colors: Colors, sky: Sky): string {
  return [
    shell(colors),
    outlook(random, 400, 120, 150, 150, colors, sky),
    rect(160, 226, 172, 214, colors.wood, 3) +
      stroke('#0000002e', 3, 'M164 296h164M164 344h164M164 392h164') +
      [260, 318, 366, 414].map((y) => rect(232, y, 28, 5, '#e9cf8a', 2)).join(''),
    plant(214, 230, 0.6) + art(random, 180, 100, 110, 86, colors),
    carpet(640, 500, 500, 116, colors),
    nightstand(500, colors),
    bed(664, 210, colors, 1),
  ].join('')
}

/** Two bunks along the left wall, toys in a box and a low shelf. */
function childBedroom(random: Random, colors: Colors, sky: Sky): string {
  const bunk = (y: number, fill: string) =>
    rect(150, y, 300, 40, fill, 8) + rect(160, y - 20, 66, 26, '#fdfcf9', 9) + rect(144, y + 34, 312, 14, colors.wood)
  return [
    shell(colors),
    outlook(random, 620, 120, 150, 150, colors, sky),
    rect(144, 150, 14, 310, colors.wood) + rect(442, 150, 14, 310, colors.wood),
    bunk(204, colors.fabric) + bunk(366, colors.accent),
    stroke(colors.wood, 8, 'M398 250V456M426 250V456M398 290h28M398 330h28M398 420h28'),
    rect(560, 360, 250, 82, '#ece6da', 3) +
      stroke('#cfc7b8', 3, 'M643 362v78M726 362v78') +
      rect(576, 390, 50, 50, colors.accent, 3) +
      rect(744, 396, 44, 44, colors.fabric, 3) +
      circle(684, 416, 20, '#cfa45b'),
    circle(600, 340, 20, '#b48a6c') +
      circle(588, 324, 7, '#b48a6c') +
      circle(612, 324, 7, '#b48a6c') +
      rect(700, 324, 20, 36, colors.fabric) +
      rect(724, 334, 18, 26, '#8ba678'),
    carpet(560, 494, 420, 110, colors),
    circle(480, 560, 24, colors.accent) +
      veil(0.4, stroke('#fff', 5, 'M460 552q20 12 40 0')) +
      rect(560, 536, 30, 30, '#79a39e', 3) +
      rect(596, 540, 26, 26, '#c0806c', 3) +
      rect(574, 510, 28, 28, '#cfa45b', 3),
  ].join('')
}

function deskBedroom(random: Random, colors: Colors, sky: Sky): string {
  return [
    shell(colors),
    outlook(random, 560, 116, 190, 160, colors, sky, true),
    shelf(random, 400, 90, 190, colors),
    rect(560, 350, 210, 11, colors.wood, 2) +
      stroke(colors.wood, 8, 'M570 360v90M760 360v90') +
      rect(610, 300, 84, 48, '#3f454a', 3) +
      rect(646, 346, 12, 6, '#3f454a'),
    rect(640, 380, 56, 60, colors.accent, 10) +
      stroke('#77736d', 6, 'M648 440v42M688 440v42') +
      rect(634, 430, 68, 14, colors.accent, 6),
    carpet(330, 504, 480, 110, colors),
    bed(266, 190, colors, 1),
  ].join('')
}

export function closet(random: Random, colors: Colors, _sky: Sky): string {
  const clothes = (x: number, y: number, count: number) =>
    Array.from({ length: count }, (_, at) => {
      const left = x + at * 26
      return polygon(
        random.pick([colors.fabric, colors.accent, '#8c8f8a', '#d8cfbd', '#7b8794']),
        left + 6,
        y + 10,
        left + 18,
        y + 10,
        left + 25,
        y + random.whole(92, 124),
        left,
        y + random.whole(92, 124),
      )
    }).join('') + rect(x - 8, y, count * 26 + 16, 6, '#8d9398', 3)
  return [
    shell(colors),
    rect(150, 92, 660, 350, colors.wood) + rect(160, 102, 640, 332, '#f0ebe1'),
    rect(376, 102, 10, 332, colors.wood) + rect(574, 102, 10, 332, colors.wood),
    clothes(176, 116, 7) + clothes(176, 276, 7) + clothes(600, 116, 7),
    [160, 216, 272, 328, 384].map((y) => rect(386, y, 188, 7, colors.wood)).join(''),
    [132, 188, 244]
      .map(
        (y, at) =>
          rect(402, y, 60, 28, [colors.fabric, '#d8cfbd', colors.accent][at] ?? '', 4) +
          rect(492, y + 6, 54, 22, ['#8c8f8a', colors.accent, '#d8cfbd'][at] ?? '', 4),
      )
      .join(''),
    [318, 374].map((y) => [400, 452, 510].map((x) => ellipse(x + 18, y + 4, 22, 7, '#6f6a64')).join('')).join(''),
    rect(590, 290, 200, 144, colors.wood) +
      stroke('#0000002e', 3, 'M592 338h196M592 386h196') +
      [312, 360, 408].map((y) => rect(674, y, 32, 5, '#e9cf8a', 2)).join(''),
    carpet(480, 484, 420, 110, colors),
    shadow(480, 572, 90) +
      rect(400, 524, 160, 36, colors.fabric, 10) +
      stroke(colors.wood, 8, 'M414 560v16M546 560v16'),
  ].join('')
}

const BATHROOMS = [tubBathroom, showerBathroom] as const

export function bathroom(random: Random, colors: Colors, sky: Sky, nth: number): string {
  const room = BATHROOMS[nth % BATHROOMS.length] ?? tubBathroom
  return turned(Math.floor(nth / BATHROOMS.length), room(random, colors, sky))
}

/** Tiles up to the height of a shoulder. */
function tiledShell(random: Random, colors: Colors): string {
  const tile = random.pick(['#dbe5e5', '#e6e2da', '#d6e0d8', '#e5dcd8'])
  const joints = Array.from({ length: 17 }, (_, at) => `M${LEFT + 22 + at * 42} 230V${FLOOR}`).join('')
  return (
    shell(colors, 'tiles') +
    rect(LEFT, 230, RIGHT - LEFT, FLOOR - 230, tile) +
    stroke('#ffffffb0', 2, `${joints}M${LEFT} 272h720M${LEFT} 314h720M${LEFT} 356h720M${LEFT} 398h720`)
  )
}

function vanity(x: number, wide: number, { wood }: Colors): string {
  return [
    rect(x + 16, 108, wide - 32, 160, wood, 6) +
      rect(x + 25, 117, wide - 50, 142, '#d4e3e6', 3) +
      veil(0.5, polygon('#fff', x + 25, 220, x + 25, 117, x + wide * 0.5, 117)),
    rect(x, 336, wide, 16, '#f3f1ec', 3) +
      rect(x + 8, 352, wide - 16, 96, wood, 3) +
      stroke('#0000002e', 3, `M${x + wide / 2} 356v88`),
    ellipse(x + wide / 2, 336, wide * 0.24, 9, '#fdfdfc') +
      stroke('#9aa3a8', 6, `M${x + wide / 2} 330v-28q0 -12 18 -9`),
  ].join('')
}

function toilet(x: number): string {
  return (
    rect(x - 34, 326, 68, 62, '#fdfdfc', 6) +
    veil(0.14, rect(x - 34, 384, 68, 4, '#000')) +
    ellipse(x, 404, 42, 17, '#fdfdfc') +
    polygon('#f1f2f0', x - 34, 412, x + 34, 412, x + 22, 468, x - 22, 468) +
    circle(x, 340, 4, '#b8bcbe')
  )
}

function towels(x: number, { accent, fabric }: Colors): string {
  return rect(x - 6, 262, 92, 5, '#9aa3a8', 2) + rect(x, 266, 36, 84, accent, 3) + rect(x + 44, 266, 36, 66, fabric, 3)
}

function tubBathroom(random: Random, colors: Colors, sky: Sky): string {
  return [
    tiledShell(random, colors),
    outlook(random, 590, 96, 150, 104, colors, sky),
    vanity(150, 190, colors),
    towels(384, colors),
    ellipse(656, 530, 206, 12, '#00000022'),
    rect(480, 404, 352, 118, '#fdfdfc', 44) + rect(466, 394, 380, 22, '#f1f2f0', 11),
    rect(520, 514, 22, 18, '#b8bcbe', 4) + rect(772, 514, 22, 18, '#b8bcbe', 4),
    stroke('#9aa3a8', 7, 'M806 394v-54q0 -15 -26 -11'),
    carpet(380, 540, 230, 64, colors),
    plant(446, 476, 0.6),
  ].join('')
}

function showerBathroom(random: Random, colors: Colors, _sky: Sky): string {
  return [
    tiledShell(random, colors),
    vanity(340, 170, colors),
    toilet(600) + rect(664, 330, 12, 22, '#fdfdfc', 4),
    towels(716, colors),
    rect(LEFT, 98, 180, 342, '#ffffff33') +
      stroke('#9aa3a8', 6, 'M212 220v-90q0 -14 -30 -12') +
      ellipse(180, 122, 22, 6, '#9aa3a8'),
    stroke('#c3dbe4', 2, 'M168 132l-6 120M180 132v130M192 132l6 120'),
    veil(0.42, rect(286, 84, 14, 360, '#cfe3ea') + polygon('#cfe3ea', LEFT, 84, 300, 84, 300, 444, LEFT, 444)),
    stroke('#8d9398', 5, `M300 84V444M${LEFT} 84H300`) + rect(290, 250, 6, 60, '#8d9398', 3),
    polygon('#e9ebe8', LEFT, FLOOR, 300, FLOOR, 292, 464, 96, 464),
    carpet(440, 520, 240, 70, colors),
  ].join('')
}

/** A basin and a toilet, no bath. */
export function halfBath(random: Random, colors: Colors, _sky: Sky): string {
  return [
    shell(colors, 'tiles'),
    rect(LEFT, 300, RIGHT - LEFT, 140, '#efece4') +
      rect(LEFT, 294, RIGHT - LEFT, 8, colors.trim) +
      stroke('#0000000f', 3, Array.from({ length: 15 }, (_, at) => `M${168 + at * 48} 304V${FLOOR}`).join('')),
    innerDoor(180, colors),
    circle(470, 196, 66, colors.wood) +
      circle(470, 196, 58, '#d4e3e6') +
      veil(0.4, polygon('#fff', 420, 220, 440, 146, 480, 140)),
    rect(404, 326, 132, 20, '#fdfdfc', 8) +
      polygon('#f1f2f0', 446, 346, 494, 346, 484, 444, 456, 444) +
      stroke('#9aa3a8', 6, 'M470 326v-26q0 -11 16 -8'),
    toilet(660),
    art(random, 610, 130, 100, 110, colors),
    plant(790, 474, 0.8),
    carpet(560, 520, 260, 70, colors),
  ].join('')
}
