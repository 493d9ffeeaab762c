import type { Random } from '../src/kit/algorithms/random.ts'
import type { Room } from '../src/model/home.ts'
import type { Dwelling } from './dwelling.ts'

/** Returns rooms with levels and sizes, as some MLSs list them. Their areas add up to less than the living area. */
export function roomsOf(random: Random, dwelling: Dwelling): readonly Room[] {
  const { bedrooms, bathroomsFull, livingArea, stories, basement } = dwelling
  const upstairs = stories > 1 ? 'Second' : 'Main'
  const sized = (roomType: string, roomLevel: string, share: number) =>
    room(roomType, roomLevel, ...feetOf(random, livingArea * share))
  // Walls, stairs and corridors take the rest of the area.
  const rooms = [sized('Living Room', 'Main', 0.15), sized('Kitchen', 'Main', 0.09)]
  if (bedrooms > 2) rooms.push(sized('Dining Room', 'Main', 0.06))
  if (bedrooms > 0) rooms.push(sized('Primary Bedroom', upstairs, 0.12))
  const share = Math.min(0.075, 0.22 / (bedrooms - 1))
  for (let other = 1; other < bedrooms; other++) rooms.push(sized('Bedroom', upstairs, share))
  for (let bath = 0; bath < bathroomsFull; bath++) rooms.push(room('Bathroom', bath === 0 ? upstairs : 'Main', 9, 6))
  if (basement === 'finished') rooms.push(sized('Media Room', 'Basement', 0.15))
  return rooms
}

function room(roomType: string, roomLevel: string, lengthFeet: number, widthFeet: number): Room {
  return { roomType, roomLevel, roomDimensions: `${lengthFeet} x ${widthFeet}` }
}

/** Returns length and width of a slightly oblong room in whole feet. */
function feetOf(random: Random, squareFeet: number): readonly [lengthFeet: number, widthFeet: number] {
  const width = Math.max(6, Math.floor(Math.sqrt(squareFeet / random.between(1.05, 1.4))))
  return [Math.max(6, Math.floor(squareFeet / width)), width]
}
