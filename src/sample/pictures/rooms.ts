import type { Random } from '../random.ts'
import type { Colors, Sky } from './palette.ts'
import { circle, ellipse, gradient, polygon, rect, stroke, veil, WIDE } from './svg.ts'

const FLOOR = 470

function shell(colors: Colors, floor = true): string {
  const boards = Array.from({ length: 5 }, (_, at) => rect(0, FLOOR + 12 + at * 34, WIDE, 3, colors.board)).join('')
  const joints = [120, 420, 760, 260, 600].map((x, at) => rect(x, FLOOR + 12 + at * 34, 3, 34, colors.board)).join('')
  return (
    rect(0, 0, WIDE, FLOOR, colors.room) +
    veil(0.06, rect(0, 0, WIDE, 60, '#000')) +
    (floor ? rect(0, FLOOR, WIDE, 170, colors.floor) + boards + joints : '') +
    rect(0, FLOOR - 14, WIDE, 14, colors.trim)
  )
}

/** A window onto hills, with curtains. */
function outlook(random: Random, x: number, y: number, wide: number, high: number, colors: Colors, sky: Sky): string {
  return [
    gradient('sky', sky.upper, sky.lower),
    rect(x - 10, y - 10, wide + 20, high + 20, colors.trim, 3),
    `<svg x="${x}" y="${y}" width="${wide}" height="${high}">`,
    rect(0, 0, wide, high, 'url(#sky)'),
    circle(random.whole(30, wide - 30), 40, 20, sky.sun),
    ellipse(wide * 0.3, high, wide * 0.5, high * 0.35, sky.hill),
    ellipse(wide * 0.85, high, wide * 0.4, high * 0.28, sky.grass),
    '</svg>',
    rect(x + wide / 2 - 4, y, 8, high, colors.trim),
    veil(0.85, polygon(colors.accent, x - 34, y - 16, x + 34, y - 16, x + 14, y + high + 40, x - 34, y + high + 40)),
    veil(
      0.85,
      polygon(
        colors.accent,
        x + wide + 34,
        y - 16,
        x + wide - 34,
        y - 16,
        x + wide - 14,
        y + high + 40,
        x + wide + 34,
        y + high + 40,
      ),
    ),
    rect(x - 50, y - 24, wide + 100, 8, colors.wood, 4),
  ].join('')
}

function plant(x: number, y: number): string {
  const leaves = [-40, -22, 0, 22, 40].map((lean) =>
    stroke('#4f8f55', 12, `M${x} ${y - 40}q${lean * 0.4} -50 ${lean * 1.3} ${-80 + Math.abs(lean) * 0.6}`),
  )
  return leaves.join('') + polygon('#c9785a', x - 30, y - 46, x + 30, y - 46, x + 20, y, x - 20, y)
}

function art(random: Random, x: number, y: number, colors: Colors): string {
  const inside = random.chance(0.5)
    ? circle(x + 60, y + 46, 24, colors.accent) +
      polygon(colors.fabric, x + 10, y + 90, x + 50, y + 50, x + 110, y + 90)
    : rect(x + 16, y + 16, 40, 68, colors.fabric) + rect(x + 64, y + 40, 40, 44, colors.accent)
  return rect(x, y, 120, 100, colors.wood, 2) + rect(x + 7, y + 7, 106, 86, colors.trim) + inside
}

export function livingRoom(random: Random, colors: Colors, sky: Sky): string {
  const left = random.chance(0.5)
  const windowX = left ? 110 : 590
  const artX = left ? 600 : 180
  const sofaX = left ? 470 : 60
  return [
    shell(colors),
    outlook(random, windowX, 90, 260, 230, colors, sky),
    art(random, artX, 120, colors),
    art(random, artX + 140, 120, colors),
    ellipse(480, 570, 380, 52, colors.accent),
    veil(0.4, ellipse(480, 570, 330, 40, colors.trim)),
    rect(sofaX, 330, 400, 110, colors.fabric, 18),
    rect(sofaX - 20, 370, 60, 140, colors.fabric, 18),
    rect(sofaX + 360, 370, 60, 140, colors.fabric, 18),
    rect(sofaX + 30, 420, 170, 70, colors.fabric, 10),
    rect(sofaX + 204, 420, 170, 70, colors.fabric, 10),
    veil(0.18, rect(sofaX + 30, 420, 344, 10, '#000', 5)),
    rect(sofaX + 60, 372, 70, 60, colors.accent, 10),
    rect(sofaX + 280, 372, 70, 60, colors.trim, 10),
    rect(sofaX + 8, 506, 14, 22, colors.wood),
    rect(sofaX + 378, 506, 14, 22, colors.wood),
    ellipse(480, 548, 130, 20, colors.wood),
    rect(400, 552, 12, 46, colors.wood),
    rect(548, 552, 12, 46, colors.wood),
    lamp(left ? 916 : 42, colors),
    plant(left ? 56 : 910, 520),
  ].join('')
}

function lamp(x: number, colors: Colors): string {
  return (
    rect(x - 3, 250, 6, 250, '#5c5c5c') +
    ellipse(x, 502, 30, 7, '#5c5c5c') +
    polygon('#fbe7b2', x - 20, 190, x + 20, 190, x + 40, 256, x - 40, 256) +
    veil(0.15, circle(x, 226, 90, colors.accent))
  )
}

export function kitchen(random: Random, colors: Colors, sky: Sky): string {
  const cabinet = random.pick(['#f6f3ec', '#9fb4a8', '#5f7688', '#d7c3a5'])
  const counter = random.pick(['#4b4b4f', '#e8e4dd', '#8d7a66'])
  const uppers = [40, 150, 620, 730]
    .map((x) => rect(x, 90, 102, 130, cabinet, 3) + rect(x + 84, 196, 6, 18, '#777', 3))
    .join('')
  const lowers = [40, 150, 260, 510, 620, 730]
    .map((x) => rect(x, 360, 102, 120, cabinet, 3) + rect(x + 36, 374, 30, 5, '#777', 2))
    .join('')
  const tiles = Array.from({ length: 20 }, (_, at) => rect(40 + at * 40, 220 + (at % 2) * 2, 2, 118, '#0000000f')).join(
    '',
  )
  const stools = [330, 460, 590].map(
    (x) =>
      ellipse(x + 20, 540, 34, 9, colors.accent) + rect(x + 4, 544, 6, 70, '#666') + rect(x + 30, 544, 6, 70, '#666'),
  )
  return [
    shell(colors),
    rect(40, 220, 800, 120, colors.trim),
    tiles,
    outlook(random, 390, 90, 200, 150, colors, sky),
    uppers,
    lowers,
    rect(30, 340, 812, 22, counter, 3),
    rect(372, 362, 130, 118, '#c9cdd1', 3),
    rect(384, 392, 106, 60, '#3b3f45', 4),
    [0, 1, 2, 3].map((at) => circle(392 + at * 30, 378, 6, '#555')).join(''),
    rect(850, 120, 100, 360, '#d5d9dd', 6),
    rect(850, 262, 100, 4, '#aeb4ba'),
    rect(862, 200, 6, 50, '#8e949a', 3) + rect(862, 280, 6, 60, '#8e949a', 3),
    ellipse(210, 330, 26, 12, '#e9e2d0') + circle(200, 318, 10, '#d9534f') + circle(220, 316, 10, '#e9b44c'),
    rect(660, 300, 26, 40, '#b7724d', 4) + stroke('#5a9a5c', 5, 'M672 300q-6 -30 -20 -34M674 300q4 -34 18 -38'),
    rect(250, 490, 440, 26, counter, 4),
    rect(270, 516, 400, 110, cabinet),
    veil(0.12, rect(270, 516, 400, 14, '#000')),
    ...stools,
    [360, 480, 600]
      .map(
        (x) => rect(x - 1, 0, 3, 60, '#555') + polygon(colors.accent, x - 12, 58, x + 12, 58, x + 30, 86, x - 30, 86),
      )
      .join(''),
  ].join('')
}

export function bedroom(random: Random, colors: Colors, sky: Sky): string {
  const side = (x: number) =>
    rect(x, 420, 90, 90, colors.wood, 4) +
    rect(x + 34, 452, 22, 5, '#f3d27a', 2) +
    rect(x + 41, 376, 8, 44, '#666') +
    polygon('#fbe7b2', x + 22, 340, x + 68, 340, x + 80, 382, x + 10, 382)
  return [
    shell(colors),
    outlook(random, random.pick([60, 690]), 90, 200, 200, colors, sky),
    art(random, 400, 70, colors),
    ellipse(480, 590, 400, 44, colors.accent),
    rect(280, 250, 400, 200, colors.wood, 14),
    rect(296, 266, 368, 90, colors.board, 8),
    rect(290, 380, 380, 190, '#faf7f0', 14),
    rect(318, 352, 150, 66, '#ffffff', 18),
    rect(492, 352, 150, 66, '#ffffff', 18),
    veil(0.1, rect(318, 402, 324, 14, '#000', 7)),
    rect(282, 436, 396, 150, colors.fabric, 14),
    rect(282, 436, 396, 34, colors.trim, 10),
    veil(0.3, stroke(colors.trim, 4, 'M300 520h360M300 552h360')),
    rect(300, 584, 20, 26, colors.wood),
    rect(640, 584, 20, 26, colors.wood),
    side(160),
    side(710),
  ].join('')
}

export function bathroom(random: Random, colors: Colors, sky: Sky): string {
  const tile = random.pick(['#d9e8ea', '#e6e3dc', '#cfdfd6', '#e8dcd9'])
  const vertical = Array.from({ length: 12 }, (_, at) => rect(at * 80, 200, 2, 270, '#ffffffaa')).join('')
  const level = Array.from({ length: 4 }, (_, at) => rect(0, 260 + at * 60, WIDE, 2, '#ffffffaa')).join('')
  const checks = Array.from({ length: 12 }, (_, at) => rect(at * 80, 484 + (at % 2) * 78, 80, 78, '#0000000d')).join('')
  return [
    shell(colors, false),
    rect(0, 200, WIDE, 270, tile),
    vertical,
    level,
    rect(0, 470, WIDE, 170, '#c9cfd2'),
    checks,
    outlook(random, 650, 60, 180, 160, colors, sky),
    rect(110, 90, 220, 190, colors.wood, 8),
    rect(122, 102, 196, 166, '#cfe6ee', 4),
    veil(0.5, polygon('#fff', 122, 220, 122, 102, 240, 102)),
    rect(70, 350, 300, 24, colors.trim, 6),
    rect(84, 374, 272, 130, colors.wood, 4),
    rect(216, 380, 4, 118, '#0003'),
    ellipse(220, 350, 76, 14, '#f4f7f8'),
    stroke('#9aa3a8', 8, 'M220 340v-34q0 -14 22 -10'),
    rect(500, 400, 400, 130, '#fdfdfc', 46),
    rect(484, 388, 432, 26, '#f0f2f2', 13),
    rect(560, 524, 26, 22, '#b7bdc0', 4),
    rect(814, 524, 26, 22, '#b7bdc0', 4),
    stroke('#9aa3a8', 8, 'M860 388v-60q0 -16 -28 -12'),
    [540, 580, 622].map((x, at) => circle(x, 384 - at * 6, 20, '#ffffffcc')).join(''),
    rect(410, 250, 8, 90, '#9aa3a8') + rect(396, 262, 70, 120, colors.accent, 6),
    ellipse(420, 590, 150, 26, colors.fabric),
    plant(450, 500),
  ].join('')
}
