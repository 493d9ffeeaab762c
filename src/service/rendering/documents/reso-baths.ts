import { MAYBE_TEXT } from '../../../kit/answers/answer-head.ts'
import { listOf, madeList, nullable, number, objectFrom, text, whole } from '../../../kit/answers/index.ts'
import type { Home, HomeFacts, Room } from '../../../model/home.ts'
import { BATHROOMS, shownBathrooms } from '../bedrooms.ts'
import type { Surroundings } from '../surroundings.ts'

const ROOM = objectFrom<Room>()({
  roomType: [text(), ({ roomType }) => roomType],
  roomLevel: [MAYBE_TEXT, ({ roomLevel }) => roomLevel],
  roomDimensions: [MAYBE_TEXT, ({ roomDimensions }) => roomDimensions],
  roomFeatures: [listOf(text()), ({ roomFeatures }) => roomFeatures ?? []],
})

interface Shown {
  readonly home: Pick<Home, 'facts'>
  readonly surroundings: Pick<Surroundings, 'isLenient'>
}

/** Numbers of baths by kind, and rooms. */
export const BATHS_AND_ROOMS = objectFrom<Shown>()({
  bathrooms: [nullable(whole(), 'Baths of every kind, each counted as one; null if unknown.'), counted(bathCount)],
  bathroomsFull: [BATHROOMS, counted(({ full }) => full)],
  bathroomsThreeQuarter: [BATHROOMS, counted(({ threeQuarter }) => threeQuarter)],
  bathroomsHalf: [BATHROOMS, counted(({ half }) => half)],
  bathroomsOneQuarter: [BATHROOMS, counted(({ oneQuarter }) => oneQuarter)],
  bathroomsFloat: [nullable(number(), 'A half bath counts as half; null if unknown.'), shownBathrooms],
  rooms: madeList(ROOM, ({ home }) => home.facts.rooms ?? []),
})

interface Baths {
  readonly full: number
  readonly threeQuarter: number
  readonly half: number
  readonly oneQuarter: number
}

/**
 * Returns a function that counts baths of one kind. If the number is unknown, the function returns undefined, or 0 for
 * clients that cannot handle null.
 */
function counted(count: (baths: Baths, facts: HomeFacts) => number): (shown: Shown) => number | undefined {
  return ({ home: { facts }, surroundings }) => {
    const baths = bathsOf(surroundings.isLenient ? { bathrooms: 0, ...facts } : facts)
    return baths && count(baths, facts)
  }
}

/** Returns the number of baths. If the source reports only some kinds, the number is larger than their sum. */
function bathCount({ full, threeQuarter, half, oneQuarter }: Baths, { bathrooms = 0 }: HomeFacts): number {
  return Math.max(full + threeQuarter + half + oneQuarter, Math.floor(bathrooms))
}

/**
 * Returns the baths by kind; undefined if none is known. If the source has only a total, its fraction is the kind of
 * the last bath: 2.25 means two full baths and a quarter bath.
 */
function bathsOf(facts: HomeFacts): Baths | undefined {
  const { bathrooms, bathroomsFull, bathroomsThreeQuarter, bathroomsHalf, bathroomsOneQuarter } = facts
  const given = [bathroomsFull, bathroomsThreeQuarter, bathroomsHalf, bathroomsOneQuarter]
  if (given.some((count) => count !== undefined)) {
    const [full = 0, threeQuarter = 0, half = 0, oneQuarter = 0] = given
    return { full, threeQuarter, half, oneQuarter }
  }
  if (bathrooms === undefined) return undefined
  const full = Math.floor(bathrooms)
  const quarters = Math.round((bathrooms - full) * 4)
  return {
    full,
    threeQuarter: Number(quarters === 3),
    half: Number(quarters === 2),
    oneQuarter: Number(quarters === 1),
  }
}
