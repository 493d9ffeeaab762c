import type { Experience } from './experience.ts'
import { dayNumberOf } from './home-columns.ts'
import { derivedKey } from './identity.ts'
import { type NamedPlace, placesWithin } from './named-place.ts'
import { wordsOf } from './search-text.ts'
import { bitsOf, type SearchColumn, type SearchOrder } from './searchable.ts'

/** All experiences are of one kind to a searcher. */
export const EXPERIENCE_CLASSES = ['Bookable'] as const
export type ExperienceClass = (typeof EXPERIENCE_CLASSES)[number]

/** Every column that searches of experiences go by, once. */
export const EXPERIENCE_COLUMNS = {
  pricePerGuest: {
    type: 'f64',
    unit: 'currency of the experience',
    doc: 'Price for one guest.',
    of: (experience) => experience.pricePerGuest,
  },
  durationMinutes: {
    type: 'f64',
    unit: 'minutes',
    doc: 'How long it takes.',
    of: (experience) => experience.durationMinutes,
  },
} as const satisfies Record<string, SearchColumn<Experience>>

export type ExperienceColumnName = keyof typeof EXPERIENCE_COLUMNS

export const TIMES_OF_DAY = ['morning', 'afternoon', 'evening'] as const

/** Bits of the column `flags`, in order. */
export const EXPERIENCE_FLAGS = TIMES_OF_DAY
export type ExperienceFlag = (typeof EXPERIENCE_FLAGS)[number]

const FLAG_TESTS = TIMES_OF_DAY.map((time) => (experience: Experience) => experience.timesOfDay.includes(time))

export function experienceFlagsOf(experience: Experience): number {
  return bitsOf(FLAG_TESTS, experience)
}

/** By key alone: no import can move an experience within it, so that a cursor passes each of them once. */
export const EXPERIENCE_ORDERS = {
  Steady: { doc: 'As their ids are hashed, always the same.', highestFirst: false, of: experienceKeyOf },
} as const satisfies Record<string, SearchOrder<Experience>>

export type ExperienceOrder = keyof typeof EXPERIENCE_ORDERS

/** A whole number that follows from the id alone. */
export function experienceKeyOf({ experienceId }: Experience): number {
  return derivedKey('experience', experienceId)
}

/** What experiences are told apart by in words of their own. */
export type TagKind = 'type' | 'traveler' | 'language' | 'accessibility'

/** `language/french`, however it is written. */
export function experienceTag(kind: TagKind, text: string): string {
  return `${kind}/${wordsOf(text).join(' ')}`
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

/** Seats that are left on a day: a slot of it. */
export interface DaySeats {
  readonly day: number
  readonly amount: number
}

/** Seats beyond these do not count: nobody comes with so many. */
const MOST_SEATS = 0xffff

/** Slots that somebody can still book, whatever the day. */
export function freeSlots({ slots }: Experience): DaySeats[] {
  return slots.flatMap(({ date, seatsLeft }) => {
    const day = dayNumberOf(date)
    return day === undefined || seatsLeft < 1 ? [] : [{ day, amount: Math.min(MOST_SEATS, Math.floor(seatsLeft)) }]
  })
}

/** The largest first. */
export function experiencePlaces({ country, city }: Experience): NamedPlace[] {
  return placesWithin([
    ['country', country],
    ['city', city],
  ])
}
