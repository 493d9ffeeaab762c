import { quote } from '../../../kit/base/sentence.ts'
import type { Experience, ExperienceSlot } from '../../../model/experience.ts'
import { EXPERIENCE_FIELDS } from '../../../model/experience-fields.ts'
import type { RecordOf } from '../../../model/field.ts'
import { compact } from '../../../model/field.ts'
import { derivedId } from '../../../model/identity.ts'
import { type Check, judge, type Made, made, Rejection, reject, report } from '../finding.ts'
import { importNoun } from '../import-noun.ts'
import type { FileContext, RowContent } from '../noun.ts'
import { missingPoint, POINT_CHECK, pointOf } from '../point-check.ts'
import { editionOf, twiceUnlike, united, unlike, withRequired } from '../same-record.ts'
import { type Fills, withUnmapped } from '../unmapped.ts'

type ExperienceRecord = RecordOf<typeof EXPERIENCE_FIELDS>

const REQUIRED = [
  'Title',
  'ExperienceType',
  'PricePerGuest',
  'Currency',
  'DurationMinutes',
  'HostName',
  'City',
  'Country',
] as const satisfies readonly (keyof ExperienceRecord)[]

export const experiences = importNoun({
  noun: 'experience',
  plural: 'experiences',
  fields: EXPERIENCE_FIELDS,
  required: REQUIRED,
  keyed: true,
  make: makeExperience,
  id: (experience) => experience.experienceId,
  clash: (one, other) => unlike(one, other, SLOT_FIELDS) ?? sameSlotUnlike(one, other),
  keep: keepExperience,
  merge: (existing, fresh, sameImport) => {
    const rows = editionOf(existing, fresh, sameImport)
    const slots = united(
      rows.flatMap((row) => row.slots),
      slotKey,
    )
    const times = new Set(rows.flatMap(({ timesOfDay }) => timesOfDay))
    return { ...rows[0], timesOfDay: TIMES.filter((time) => times.has(time)), slots }
  },
})

const FILLS: Fills = {
  Byline: 'byline',
  GuestsMax: 'maxGuests',
  TravelerTypes: 'travelerTypes',
  Rating: 'rating',
  ReviewCount: 'reviewCount',
  TimesOfDay: 'timesOfDay',
  HostLanguages: 'hostLanguages',
  AccessibilityFeatures: 'accessibilityFeatures',
  MinAge: 'minAge',
  HostId: 'host.id',
  SuperhostYN: 'host.isSuperhost',
  Latitude: 'point',
  Longitude: 'point',
  PhotoURLs: 'photos',
  SlotDate: 'slots',
  SlotTime: ['slots', 'timesOfDay'],
  SeatsLeft: 'slots',
}

/** If the host has changed, no values of the previous host are kept. */
function keepExperience(merged: Experience, known: Experience, mapped: ReadonlySet<string>): Experience {
  const kept = withUnmapped(merged, known, FILLS, mapped)
  return merged.host.name === known.host.name ? kept : { ...kept, host: merged.host }
}

/** Fields that may differ between the rows of one experience. */
const SLOT_FIELDS = ['slots', 'timesOfDay']
const TIMES = ['morning', 'afternoon', 'evening'] as const
const CURRENCIES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'))
const MINUTES_MAX = 30 * 24 * 60

function slotKey({ date, startTime }: ExperienceSlot): string {
  return `${date} ${startTime}`
}

function sameSlotUnlike(one: Experience, other: Experience): Rejection | undefined {
  const [slot] = other.slots
  const sameSlot = slot && one.slots.find((given) => slotKey(given) === slotKey(slot))
  return sameSlot && sameSlot.seatsLeft !== slot.seatsLeft ? twiceUnlike('slot', slotKey(sameSlot)) : undefined
}

const CHECKS: readonly Check<Experience>[] = [
  reject('price.positive', 'The price per guest is below 0.', ({ pricePerGuest }) =>
    pricePerGuest >= 0 ? undefined : `price ${pricePerGuest}`,
  ),
  reject('currency.known', 'The currency is not an ISO 4217 code such as EUR or USD.', ({ currency }) =>
    CURRENCIES.has(currency) ? undefined : `currency ${quote(currency)}`,
  ),
  reject('duration.range', 'The duration is not between a minute and thirty days.', ({ durationMinutes }) =>
    durationMinutes >= 1 && durationMinutes <= MINUTES_MAX ? undefined : `${durationMinutes} minutes`,
  ),
  reject('guests.range', 'The experience takes fewer than one guest.', ({ maxGuests = 1 }) =>
    maxGuests >= 1 ? undefined : `at most ${maxGuests} guests`,
  ),
  reject(
    'rating.range',
    'The rating is not between 0 and 5, or the number of reviews is below 0.',
    ({ rating = 0, reviewCount }) =>
      rating >= 0 && rating <= 5 && reviewCount >= 0 ? undefined : `rating ${rating} of ${reviewCount} reviews`,
  ),
  POINT_CHECK,
  reject(
    'slot.time',
    'The time of a slot is not HH:MM from 00:00 to 23:59.',
    ({ slots }) =>
      slots.find(({ startTime }) => !/^([01]\d|2[0-3]):[0-5]\d$/.test(startTime)) && 'SlotTime is not HH:MM',
  ),
  reject('slot.seats', 'A slot has a negative number of seats left.', ({ slots }) =>
    slots
      .map(({ seatsLeft }) => seatsLeft)
      .find((seats) => seats < 0)
      ?.toString(),
  ),
  report(
    'slot.over',
    'A slot has more seats left than the experience takes guests.',
    ({ slots, maxGuests = Number.POSITIVE_INFINITY }) => {
      const over = slots.find(({ seatsLeft }) => seatsLeft > maxGuests)
      return over && `${over.seatsLeft} seats, at most ${maxGuests} guests`
    },
  ),
]

function makeExperience(content: RowContent, { source }: FileContext): Made<Experience> | Rejection {
  const { sourceKey, record } = content
  // the row reader checked the fields' kinds
  const given = withRequired<ExperienceRecord, (typeof REQUIRED)[number]>(record, REQUIRED)
  const slots = slotsOf(given)
  if (slots instanceof Rejection) return slots
  const hostId = given.HostId ?? derivedId('host', source, given.HostName)
  const experience = compact<Experience>({
    experienceId: derivedId('experience', source, sourceKey),
    source,
    title: given.Title,
    byline: given.Byline ?? '',
    experienceType: given.ExperienceType,
    travelerTypes: given.TravelerTypes ?? [],
    pricePerGuest: given.PricePerGuest,
    currency: given.Currency,
    durationMinutes: given.DurationMinutes,
    rating: given.Rating,
    reviewCount: given.ReviewCount ?? 0,
    timesOfDay: given.TimesOfDay ?? slots.map(({ startTime }) => timeOfDay(startTime)),
    hostLanguages: given.HostLanguages ?? [],
    accessibilityFeatures: given.AccessibilityFeatures ?? [],
    maxGuests: given.GuestsMax,
    minAge: given.MinAge,
    host: { id: hostId, name: given.HostName, isSuperhost: given.SuperhostYN === true },
    city: given.City,
    country: given.Country,
    point: pointOf(given.Latitude, given.Longitude),
    photos: given.PhotoURLs,
    slots,
  })
  return made(experience, judge(CHECKS, experience), missingPoint(content, UNPLACED))
}

const UNPLACED =
  'The row has no coordinates: the experience is shown in the middle of its city and marked as approximate, or without a place if the city is unknown.'

/** Returns the slot of the row. Empty if it has none. */
function slotsOf({ SlotDate, SlotTime, SeatsLeft }: ExperienceRecord): readonly ExperienceSlot[] | Rejection {
  if (SlotDate !== undefined && SlotTime !== undefined && SeatsLeft !== undefined) {
    return [{ date: SlotDate, startTime: SlotTime, seatsLeft: SeatsLeft }]
  }
  if (SlotDate === undefined && SlotTime === undefined && SeatsLeft === undefined) return []
  return new Rejection(
    'slot.half',
    'A slot needs a date, a time and its seats.',
    'one of them is missing or unreadable',
  )
}

function timeOfDay(startTime: string): (typeof TIMES)[number] {
  if (startTime < '12:00') return 'morning'
  return startTime < '17:00' ? 'afternoon' : 'evening'
}
