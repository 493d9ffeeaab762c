import {
  type AnswerOf,
  component,
  day,
  flag,
  listOf,
  nullable,
  number,
  object,
  oneOf,
  text,
  whole,
} from '../../answers/index.ts'
import type { Words } from '../../base/words.ts'
import type { RecordCards } from '../../catalog/cards.ts'
import type { Experience } from '../../model/experience.ts'
import { cityMiddle } from '../../regions/city-middle.ts'
import { drawnPhotosUrl, drawnUrls } from '../photos.ts'
import { MAYBE_POINT_FIELDS, pointOrMiddle } from '../place.ts'
import { experienceUrl } from '../portal-urls.ts'
import { dateSlots, slotsBytes, writeSlots } from './dated-slots.ts'

const IMAGE_WIDTH = 960

const SLOT = component(
  'ExperienceSlot',
  object({ date: day(), startTime: text('Local time, `HH:MM`.'), seatsLeft: whole() }),
)

export const EXPERIENCE = component(
  'Experience',
  object({
    nextAvailable: nullable(day(), 'Null if nothing can be booked.'),
    availability: listOf(SLOT, 'Dates with free seats, earliest first.'),
    experienceId: text(),
    title: text(),
    byline: text(),
    url: text(),
    pricePerGuest: number('In currency.'),
    currency: text('ISO 4217.'),
    durationMinutes: number(),
    rating: nullable(number()),
    reviewCount: number(),
    experienceType: text(),
    travelerTypes: listOf(text()),
    timesOfDay: listOf(oneOf(['morning', 'afternoon', 'evening'])),
    hostLanguages: listOf(text(), 'English names.'),
    accessibilityFeatures: listOf(text()),
    maxGuests: number(),
    minAge: nullable(number(), 'Years.'),
    host: object({ id: text(), name: text(), isSuperhost: flag() }),
    location: object({ city: text(), country: text(), ...MAYBE_POINT_FIELDS }),
    images: listOf(text(), 'URLs.'),
  }),
)

/** The rows of area C; the head of each depends on today's date. */
export function experienceCards(words: Words): RecordCards<Experience> {
  return {
    card: (experience) => `${writeSlots(experience)},${JSON.stringify(experienceRow(experience, words)).slice(1)}`,
    datedBytes: slotsBytes,
    date: dateSlots,
  }
}

/** The row, except for what `writeSlots` writes. */
function experienceRow(
  experience: Experience,
  words: Words,
): Omit<AnswerOf<typeof EXPERIENCE>, 'nextAvailable' | 'availability'> {
  const { experienceId, photos, drawnPhotos = 0, host, city, country, point } = experience
  return {
    experienceId,
    title: experience.title,
    byline: experience.byline,
    url: experienceUrl(experience, words),
    pricePerGuest: experience.pricePerGuest,
    currency: experience.currency,
    durationMinutes: experience.durationMinutes,
    rating: experience.rating ?? null,
    reviewCount: experience.reviewCount,
    experienceType: experience.experienceType,
    travelerTypes: experience.travelerTypes,
    timesOfDay: experience.timesOfDay,
    hostLanguages: experience.hostLanguages,
    accessibilityFeatures: experience.accessibilityFeatures,
    maxGuests: experience.maxGuests,
    minAge: experience.minAge ?? null,
    host: { id: host.id, name: host.name, isSuperhost: host.isSuperhost },
    location: { city, country, ...pointOrMiddle(point, () => cityMiddle(city, country)) },
    images: photos ?? drawnUrls(drawnPhotosUrl('experience', experienceId, words), drawnPhotos, IMAGE_WIDTH),
  }
}
