import type { Random } from '../../../kit/algorithms/random.ts'
import type { Paint } from './paint.ts'
import { circle, path, rect } from './svg.ts'

/** Pictures outside of a series: a portrait, a street map and a placeholder. */

/** A friendly face on a plain ground, in a view box of 480 by 480. */
export function portrait(random: Random, { skin, wood, roof, fabric, accent, room, dark }: Paint): string {
  const hair = random.pick([wood, roof, dark])
  const isLong = random.chance(0.5)
  return [
    rect(0, 0, 480, 480, room),
    circle(240, 250, 200, '#fff8'),
    path(hair, isLong ? 'M136 330q-20-236 104-236t104 236z' : 'M148 236q0-136 92-136t92 136z'),
    path(random.pick([fabric, accent]), 'M62 480q8-130 128-146h100q120 16 128 146z'),
    rect(208, 288, 64, 76, skin, 30),
    circle(240, 224, 86, skin),
    path(hair, 'M154 206q10-100 86-100t86 100q-40-4-66-46q-36 44-106 46z'),
    circle(208, 232, 8, dark) + circle(272, 232, 8, dark),
    `<path d="M208 266q32 26 64 0" fill="none" stroke="#9c5a52" stroke-width="6"/>`,
  ].join('')
}

/** A street map with a pin at its center, in a view box of 640 by 480. */
export function map(random: Random): string {
  const street = (at: number) => {
    const [x, y] = [40 + at * 94 + random.whole(-12, 12), 30 + at * 72 + random.whole(-10, 10)]
    return `M0 ${y}L640 ${y + random.whole(-20, 20)}M${x} 0L${x + random.whole(-20, 20)} 480`
  }
  const riverY = random.whole(60, 400)
  return [
    rect(0, 0, 640, 480, '#ece7dd'),
    rect(random.whole(20, 420), random.whole(20, 300), random.whole(110, 190), random.whole(80, 130), '#c6dfb5', 10),
    `<path d="M-20 ${riverY}Q200 ${riverY - 90} 340 ${riverY + 30}T680 ${riverY - 20}" fill="none" stroke="#a8d4e6" stroke-width="34"/>`,
    path('#fff', [0, 1, 2, 3, 4, 5, 6].map(street).join(''), 10),
    path('#d6453d', 'M320 258q-44-56-44-86a44 44 0 1 1 88 0q0 30-44 86z') + circle(320, 172, 17, '#fff'),
  ].join('')
}

/** Placeholder for a home without pictures: the outline of a house. */
export function none(): string {
  const house = path('#c3cbd1', 'M480 150L250 320h50v170h360v-170h50z', 16)
  return rect(0, 0, 960, 640, '#e7eaec') + house + rect(440, 380, 80, 110, '#e7eaec', 4)
}
