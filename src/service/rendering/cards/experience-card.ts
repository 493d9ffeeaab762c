import { STORED_WORDS } from '../../../catalog/facts/card-words.ts'
import { FACTS_END, type RecordCards } from '../../../catalog/ports/cards.ts'
import {
  component,
  day,
  flag,
  listOf,
  made,
  nullable,
  number,
  object,
  objectFrom,
  oneOf,
  text,
  whole,
} from '../../../kit/answers/index.ts'
import { DAY_MS, dayOf, startOfDay } from '../../../kit/base/clock.ts'
import type { Words } from '../../../kit/base/words.ts'
import type { Experience, ExperienceSlot } from '../../../model/experience.ts'
import { cityMiddle } from '../../../places/regions/city-middle.ts'
import { drawnPhotosUrl, drawnUrls } from '../photos.ts'
import { MAYBE_POINT, pointOrMiddle } from '../place.ts'
import { experienceUrl } from '../portal-urls.ts'

const IMAGE_WIDTH = 960

const SLOT = component(
  'ExperienceSlot',
  object({ date: day(), startTime: text('Local time, `HH:MM`.'), seatsLeft: whole() }),
)

/** The keys that depend on the day of the answer. They derive from the upcoming slots (bookable times). */
const SLOTS = objectFrom<readonly ExperienceSlot[]>()({
  nextAvailable: [nullable(day(), 'Null if nothing can be booked.'), ([first]) => first?.date],
  availability: [listOf(SLOT, 'Dates with free seats, earliest first.'), (slots) => slots],
})

const HOST = objectFrom<Experience['host']>()({
  id: [text(), ({ id }) => id],
  name: [text(), ({ name }) => name],
  isSuperhost: [flag(), ({ isSuperhost }) => isSuperhost],
})

const LOCATION = objectFrom<Experience>()({
  city: [text(), ({ city }) => city],
  country: [text(), ({ country }) => country],
  ...MAYBE_POINT.within(({ point, city, country }: Experience) =>
    pointOrMiddle(point, () => cityMiddle(city, country)),
  ),
})

/** The keys that do not depend on the day. */
export const EXPERIENCE_REST = objectFrom<Experience & { readonly words: Words }>()({
  experienceId: [text(), ({ experienceId }) => experienceId],
  title: [text(), ({ title }) => title],
  byline: [text(), ({ byline }) => byline],
  url: [text(), (experience) => experienceUrl(experience, experience.words)],
  pricePerGuest: [number('In currency.'), ({ pricePerGuest }) => pricePerGuest],
  currency: [text('ISO 4217.'), ({ currency }) => currency],
  durationMinutes: [number(), ({ durationMinutes }) => durationMinutes],
  rating: [nullable(number()), ({ rating }) => rating],
  reviewCount: [number(), ({ reviewCount }) => reviewCount],
  experienceType: [text(), ({ experienceType }) => experienceType],
  travelerTypes: [listOf(text()), ({ travelerTypes }) => travelerTypes],
  timesOfDay: [listOf(oneOf(['morning', 'afternoon', 'evening'])), ({ timesOfDay }) => timesOfDay],
  hostLanguages: [listOf(text(), 'English names.'), ({ hostLanguages }) => hostLanguages],
  accessibilityFeatures: [listOf(text()), ({ accessibilityFeatures }) => accessibilityFeatures],
  maxGuests: [number('0 if unknown.'), ({ maxGuests = 0 }) => maxGuests],
  minAge: [nullable(number(), 'Years.'), ({ minAge }) => minAge],
  host: made(HOST, ({ host }) => host),
  location: made(LOCATION, (experience) => experience),
  images: [
    listOf(text(), 'URLs.'),
    ({ experienceId, photos, drawnPhotos = 0, words }) =>
      photos ?? drawnUrls(drawnPhotosUrl('experience', experienceId, words), drawnPhotos, IMAGE_WIDTH),
  ],
})

const writeSlots = SLOTS.writer()
const writeRest = EXPERIENCE_REST.writer()

export const EXPERIENCE = component('Experience', object({ ...SLOTS.fields, ...EXPERIENCE_REST.fields }))

/**
 * Search results of area C (experiences). Stored with each result: its slots (bookable times) with seats, earliest
 * first.
 */
export const EXPERIENCE_CARDS: RecordCards<Experience> = {
  card: (experience) => {
    const rest = writeRest({ ...experience, words: STORED_WORDS })
    return `${JSON.stringify(slotsOf(experience))}${FACTS_END},${rest.slice(1)}`
  },
  head: (facts, today) => {
    const stored = JSON.parse(facts) as readonly StoredSlot[] // `card` writes this JSON
    const firstDay = dayOf(today * DAY_MS)
    const slots = stored.map(([date, startTime, seatsLeft]) => ({ date, startTime, seatsLeft }))
    return writeSlots(slots.filter(({ date }) => date >= firstDay)).slice(0, -1)
  },
}

/** A slot as a tuple, because property names would take half of a result's memory. */
type StoredSlot = readonly [date: ExperienceSlot['date'], startTime: string, seatsLeft: number]

const TIME = /^\d\d:\d\d$/

function slotsOf({ slots }: Experience): readonly StoredSlot[] {
  return slots
    .filter(isShown)
    .sort((one, other) => (momentOf(one) < momentOf(other) ? -1 : 1))
    .map(({ date, startTime, seatsLeft }) => [date, startTime, Math.floor(seatsLeft)])
}

/** Whether a slot (a bookable time) has free seats and a valid day and time. */
function isShown({ date, startTime, seatsLeft }: ExperienceSlot): boolean {
  return seatsLeft >= 1 && TIME.test(startTime) && !Number.isNaN(startOfDay(date))
}

function momentOf({ date, startTime }: ExperienceSlot): string {
  return `${date}${startTime}`
}
