import { STORED_WORDS } from '../../../catalog/facts/card-words.ts'
import type { RecordCards } from '../../../catalog/ports/cards.ts'
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
import type { Words } from '../../../kit/base/words.ts'
import type { Experience } from '../../../model/experience.ts'
import { cityMiddle } from '../../../places/regions/city-middle.ts'
import { drawnPhotosUrl, drawnUrls } from '../photos.ts'
import { MAYBE_POINT, pointOrMiddle } from '../place.ts'
import { experienceUrl } from '../portal-urls.ts'
import { dateSlots, writeSlots } from './dated-slots.ts'

const IMAGE_WIDTH = 960

const SLOT = component(
  'ExperienceSlot',
  object({ date: day(), startTime: text('Local time, `HH:MM`.'), seatsLeft: whole() }),
)

/** Keys that `writeSlots` writes, and that depend on today's date. */
const SLOTS = {
  nextAvailable: nullable(day(), 'Null if nothing can be booked.'),
  availability: listOf(SLOT, 'Dates with free seats, earliest first.'),
}

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

/** Keys that do not depend on the date. */
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

const writeRest = EXPERIENCE_REST.writer()

export const EXPERIENCE = component('Experience', object({ ...SLOTS, ...EXPERIENCE_REST.fields }))

/** The rows of area C; the head of each depends on today's date. */
export const EXPERIENCE_CARDS: RecordCards<Experience> = {
  card: (experience) => `${writeSlots(experience)},${writeRest({ ...experience, words: STORED_WORDS }).slice(1)}`,
  date: dateSlots,
}
