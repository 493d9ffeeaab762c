import { each, type FieldsOf, listOf, number, object, text } from '../../answers/index.ts'
import type { HomeFacts } from '../../model/home.ts'
import { maybeTexts } from '../answer-head.ts'

const ROOM = object({
  roomType: text(),
  ...maybeTexts('roomLevel', 'roomDimensions'),
  roomFeatures: listOf(text()),
})

export const BATHS_AND_ROOMS = {
  bedrooms: number('0 if unknown.'),
  bathrooms: number('0 if unknown.'),
  ...each(number(), 'bathroomsFull', 'bathroomsThreeQuarter', 'bathroomsHalf', 'bathroomsOneQuarter', 'bathroomsFloat'),
  rooms: listOf(ROOM),
}

interface Baths {
  readonly full: number
  readonly threeQuarter: number
  readonly half: number
  readonly oneQuarter: number
}

/** Bedrooms, baths by kind, and rooms; counts are 0 if unknown. */
export function rooms(facts: HomeFacts): FieldsOf<typeof BATHS_AND_ROOMS> {
  const baths = bathsOf(facts)
  return {
    bedrooms: facts.bedroomsTotal ?? 0,
    bathrooms: facts.bathrooms ?? 0,
    bathroomsFull: baths.full,
    bathroomsThreeQuarter: baths.threeQuarter,
    bathroomsHalf: baths.half,
    bathroomsOneQuarter: baths.oneQuarter,
    bathroomsFloat: facts.bathrooms ?? 0,
    rooms: (facts.rooms ?? []).map((room) => ({
      roomType: room.roomType,
      roomLevel: room.roomLevel ?? null,
      roomDimensions: room.roomDimensions ?? null,
      roomFeatures: room.roomFeatures ?? [],
    })),
  }
}

/** If the source gives only a total, its fraction gives the kind of the last bath: 2.25 is two full and a quarter. */
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
