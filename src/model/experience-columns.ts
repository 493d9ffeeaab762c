import type { Experience } from './experience.ts'
import { experienceTag, TIMES_OF_DAY } from './experience-words.ts'
import { dayNumberOf } from './home-columns.ts'
import { derivedKey } from './identity.ts'
import { type NamedPlace, placesWithin } from './named-place.ts'
import { bitsOf, type SearchColumn, type SearchOrder } from './searchable.ts'

/** The only class of experiences. */
export const EXPERIENCE_CLASSES = ['Bookable'] as const
/** Every column that experience searches filter or sort by. */
export const EXPERIENCE_COLUMNS = {
  pricePerGuest: {
    type: 'f64',
    unit: 'currency of the experience',
    doc: 'Price per guest.',
    of: (experience) => experience.pricePerGuest,
  },
  durationMinutes: {
    type: 'f64',
    unit: 'minutes',
    doc: 'Duration.',
    of: (experience) => experience.durationMinutes,
  },
} as const satisfies Record<string, SearchColumn<Experience>>

export type ExperienceColumnName = keyof typeof EXPERIENCE_COLUMNS

/** Bits of the column `flags`, in order. */
export const EXPERIENCE_FLAGS = TIMES_OF_DAY
const FLAG_TESTS = TIMES_OF_DAY.map((time) => (experience: Experience) => experience.timesOfDay.includes(time))

export function experienceFlagsOf(experience: Experience): number {
  return bitsOf(FLAG_TESTS, experience)
}

/** Imports never change this order, so paging returns each experience exactly once. */
export const EXPERIENCE_ORDERS = {
  Steady: { doc: 'By the hash of the id, which never changes.', highestFirst: false, of: experienceKeyOf },
} as const satisfies Record<string, SearchOrder<Experience>>

/** Returns a whole number that depends only on the experience's id. */
export function experienceKeyOf({ experienceId }: Pick<Experience, 'experienceId'>): number {
  return derivedKey('experience', experienceId)
}

export function experienceTags(experience: Experience): string[] {
  const { experienceType, travelerTypes, hostLanguages, accessibilityFeatures } = experience
  return [
    experienceTag('type', experienceType),
    ...travelerTypes.map((text) => experienceTag('traveler', text)),
    ...hostLanguages.map((text) => experienceTag('language', text)),
    ...accessibilityFeatures.map((text) => experienceTag('accessibility', text)),
  ]
}

/** Seats left in one slot of a day. */
export interface DaySeats {
  readonly day: number
  readonly amount: number
}

/** Maximum number of seats stored per slot. No group is larger. */
const MAX_SEATS = 0xffff

export function freeSlots({ slots }: Experience): DaySeats[] {
  return slots.flatMap(({ date, seatsLeft }) => {
    const day = dayNumberOf(date)
    return day === undefined || seatsLeft < 1 ? [] : [{ day, amount: Math.min(MAX_SEATS, Math.floor(seatsLeft)) }]
  })
}

/** The places that contain an experience, largest first. */
export function experiencePlaces({ country, city }: Experience): NamedPlace[] {
  return placesWithin([
    ['country', country],
    ['city', city],
  ])
}
