import type { Random } from '../../base/random.ts'
import { circle, ellipse, path, polygon, rect, stroke } from './svg.ts'

const SKINS = ['#f6d3b8', '#e8b894', '#d19a72', '#a86f4a', '#7d4e34'] as const
const HAIRS = ['#2e221b', '#5a3a22', '#8b5a2b', '#c9a15a', '#8d8d8d', '#1f1f24'] as const
const COATS = ['#3d5a80', '#5b6d5b', '#7a4e5e', '#4a4e69', '#8c5e3c', '#2f6f73'] as const
const GROUNDS = ['#dfe9f0', '#f0e6dc', '#e3eede', '#ece3f0', '#f5eccf'] as const

/** A friendly flat face on a plain ground, in a view box of 480 by 480. */
export function portrait(random: Random): string {
  const skin = random.pick(SKINS)
  const hair = random.pick(HAIRS)
  const coat = random.pick(COATS)
  const long = random.chance(0.5)
  return [
    rect(0, 0, 480, 480, random.pick(GROUNDS)),
    circle(240, 250, 200, '#ffffff66'),
    long
      ? path(hair, 'M130 230q0 -130 110 -130t110 130v130q-110 40 -220 0z')
      : path(hair, 'M152 240a88 112 0 0 1 176 0z'),
    path(coat, 'M60 480q10 -130 130 -146h100q120 16 130 146z'),
    polygon('#fbfaf7', 200, 336, 280, 336, 240, 420),
    rect(206, 290, 68, 70, skin, 30),
    ellipse(240, 226, 84, 100, skin),
    long
      ? path(hair, 'M150 216q-4 -106 90 -106t90 106q-40 -20 -70 -62q-40 50 -110 62z')
      : path(hair, 'M152 200q0 -96 88 -96t88 96q-14 -46 -44 -50q-60 10 -100 -6q-26 16 -32 56z'),
    circle(208, 226, 8, '#33272a'),
    circle(272, 226, 8, '#33272a'),
    stroke(hair, 6, 'M194 204q14 -10 28 0M258 204q14 -10 28 0'),
    stroke('#9c5a52', 6, 'M206 274q34 28 68 0'),
    random.chance(0.3)
      ? stroke(
          '#33272a',
          4,
          'M186 226a22 22 0 1 0 44 0a22 22 0 1 0 -44 0M250 226a22 22 0 1 0 44 0a22 22 0 1 0 -44 0M230 224h20',
        )
      : '',
  ].join('')
}
