import { MAYBE_TEXT } from '../../../kit/answers/answer-head.ts'
import { listOf, madeList, number, objectFrom, text, whole } from '../../../kit/answers/index.ts'
import type { HomeFacts, Room } from '../../../model/home.ts'

const ROOM = objectFrom<Room>()({
  roomType: [text(), ({ roomType }) => roomType],
  roomLevel: [MAYBE_TEXT, ({ roomLevel }) => roomLevel],
  roomDimensions: [MAYBE_TEXT, ({ roomDimensions }) => roomDimensions],
  roomFeatures: [listOf(text()), ({ roomFeatures }) => roomFeatures ?? []],
})

/** Numbers of baths by kind, and rooms. Unknown numbers are 0. */
export const BATHS_AND_ROOMS = objectFrom<HomeFacts>()({
  bathrooms: [whole('Baths of every kind, each counted as one; 0 if unknown.'), bathCount],
  bathroomsFull: [number(), (facts) => bathsOf(facts).full],
  bathroomsThreeQuarter: [number(), (facts) => bathsOf(facts).threeQuarter],
  bathroomsHalf: [number(), (facts) => bathsOf(facts).half],
  bathroomsOneQuarter: [number(), (facts) => bathsOf(facts).oneQuarter],
  bathroomsFloat: [number('A half bath counts as half; 0 if unknown.'), ({ bathrooms }) => bathrooms ?? 0],
  rooms: madeList(ROOM, ({ rooms = [] }) => rooms),
})

interface Baths {
  readonly full: number
  readonly threeQuarter: number
  readonly half: number
  readonly oneQuarter: number
}

/** Returns the number of baths. It is larger than the sum of the kinds if the source counts only some kinds. */
function bathCount(facts: HomeFacts): number {
  const { full, threeQuarter, half, oneQuarter } = bathsOf(facts)
  return Math.max(full + threeQuarter + half + oneQuarter, Math.floor(facts.bathrooms ?? 0))
}

/**
 * Returns the baths by kind. If the source gives only a total, its fraction is the kind of the last bath: 2.25 is two
 * full and a quarter.
 */
function bathsOf(facts: HomeFacts): Baths {
  const { bathroomsFull, bathroomsThreeQuarter, bathroomsHalf, bathroomsOneQuarter } = facts
  const given = [bathroomsFull, bathroomsThreeQuarter, bathroomsHalf, bathroomsOneQuarter]
  if (given.some((count) => count !== undefined)) {
    const [full = 0, threeQuarter = 0, half = 0, oneQuarter = 0] = given
    return { full, threeQuarter, half, oneQuarter }
  }
  const full = Math.floor(facts.bathrooms ?? 0)
  const quarters = Math.round(((facts.bathrooms ?? 0) - full) * 4)
  return {
    full,
    threeQuarter: Number(quarters === 3),
    half: Number(quarters === 2),
    oneQuarter: Number(quarters === 1),
  }
}
