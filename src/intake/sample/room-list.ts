import type { Random } from '../../kit/algorithms/random.ts'
import type { Room } from '../../model/home.ts'
import type { Dwelling } from './dwelling.ts'

/** Shares of the living area; walls, stairs and corridors take the rest. */
const LIVING_SHARE = 0.15
const KITCHEN_SHARE = 0.09
const DINING_SHARE = 0.06
const PRIMARY_SHARE = 0.12
const OTHER_BEDROOMS_SHARE = 0.22
const LARGEST_BEDROOM_SHARE = 0.075
const BATHROOM_FEET = [9, 6] as const

/** The level of a room: upstairs only if there are stairs. */
const MAIN = 'Main'
const SECOND = 'Second'
const BASEMENT = 'Basement'

/** A home's rooms with levels and sizes, as some listing services give them; together smaller than the home. */
export function roomsOf(random: Random, dwelling: Dwelling): readonly Room[] {
  const { bedrooms, bathroomsFull, livingArea, stories, basement } = dwelling
  const upstairs = stories > 1 ? SECOND : MAIN
  const sized = (roomType: string, roomLevel: string, share: number) =>
    room(roomType, roomLevel, ...feetOf(random, livingArea * share))
  const rooms = [sized('Living Room', MAIN, LIVING_SHARE), sized('Kitchen', MAIN, KITCHEN_SHARE)]
  if (bedrooms > 2) rooms.push(sized('Dining Room', MAIN, DINING_SHARE))
  if (bedrooms > 0) rooms.push(sized('Primary Bedroom', upstairs, PRIMARY_SHARE))
  const share = Math.min(LARGEST_BEDROOM_SHARE, OTHER_BEDROOMS_SHARE / (bedrooms - 1))
  for (let other = 1; other < bedrooms; other++) rooms.push(sized('Bedroom', upstairs, share))
  for (let bath = 0; bath < bathroomsFull; bath++)
    rooms.push(room('Bathroom', bath === 0 ? upstairs : MAIN, ...BATHROOM_FEET))
  if (basement === 'finished') rooms.push(sized('Media Room', BASEMENT, LIVING_SHARE))
  return rooms
}

function room(roomType: string, roomLevel: string, lengthFeet: number, widthFeet: number): Room {
  return { roomType, roomLevel, roomDimensions: `${lengthFeet} x ${widthFeet}` }
}

/** Length and width of a slightly oblong room, in whole feet. */
function feetOf(random: Random, squareFeet: number): readonly [lengthFeet: number, widthFeet: number] {
  const width = Math.max(6, Math.floor(Math.sqrt(squareFeet / random.between(1.05, 1.4))))
  return [Math.max(6, Math.floor(squareFeet / width)), width]
}
