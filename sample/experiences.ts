import { Random } from '../src/kit/algorithms/random.ts'
import type { Experience, ExperienceSlot } from '../src/model/experience.ts'
import { ACCESSIBILITY_FEATURES, TRAVELER_TYPES } from '../src/model/experience-words.ts'
import { degrees } from './atlas.ts'
import type { Calendar } from './calendar.ts'
import type { Draft } from './draft.ts'
import { SOURCE, twoDigits } from './identity.ts'
import * as words from './words/experiences.ts'
import { GIVEN_NAMES } from './words/names.ts'

type TimeOfDay = Experience['timesOfDay'][number]

/** The hour at which a part of the day begins. */
const AFTERNOON = 12
const EVENING = 17

/** Dollars per hour and guest. */
const HOURLY = [9, 42] as const
/** Slots are within this many days from today. */
const HORIZON_DAYS = 120

/** Makes the experience with this index. The experience depends only on seed and index. */
export function makeExperience(seed: number, index: number, calendar: Calendar): Experience {
  const random = new Random(seed, 'experience', index)
  const place = random.pick(words.WORLD_CITIES)
  const kind = random.pick(FITTING.get(place) ?? words.EXPERIENCE_KINDS)
  const hours = drawHours(random, kind)
  const durationMinutes = random.pick(kind.minutes)
  const maxGuests = random.whole(2, 16)
  const given = random.pick(GIVEN_NAMES)
  const travelers = kind.adults ? TRAVELER_TYPES.filter((type) => type !== 'Families') : TRAVELER_TYPES
  const experience: Draft<Experience> = {
    experienceId: `exp-${index + 1}`,
    source: SOURCE,
    title: kind.title.replace('{city}', place.city),
    byline: `${random.pick(words.BYLINES.first)} ${random.pick(words.BYLINES.second)} ${words.INVENTED_EXPERIENCE}`,
    experienceType: kind.type,
    travelerTypes: random.some(travelers, random.whole(1, 4)),
    pricePerGuest: Math.round((8 + (random.between(...HOURLY) * durationMinutes) / 60) * place.perDollar),
    currency: place.currency,
    durationMinutes,
    reviewCount: 0,
    timesOfDay: [...new Set(hours.map(timeOfDay))],
    hostLanguages: languages(random, place.language),
    accessibilityFeatures: random.chance(0.5) ? random.some(ACCESSIBILITY_FEATURES, random.whole(1, 3)) : [],
    maxGuests,
    host: { id: `host-${index + 1}`, name: given, isSuperhost: random.chance(0.3) },
    city: place.city,
    country: place.country,
    point: {
      latitude: degrees(place.latitude + 0.015 * random.bell()),
      longitude: degrees(place.longitude + 0.02 * random.bell()),
    },
    drawnPhotos: random.whole(2, 8),
    slots: drawSlots(random, hours, maxGuests, calendar),
  }
  if (random.chance(0.85)) {
    experience.reviewCount = random.whole(1, 400)
    experience.rating = Math.round(random.between(3.6, 5) * 100) / 100
  }
  if (kind.adults) experience.minAge = 18
  else if (random.chance(0.4))
    experience.minAge = random.pick(experience.travelerTypes.includes('Families') ? [6] : [6, 12, 18])
  return experience
}

/** Experiences that suit each city: no surfing without a sea. */
const FITTING = new Map(
  words.WORLD_CITIES.map((city) => [
    city,
    words.EXPERIENCE_KINDS.filter(({ needs }) => needs === undefined || city.land.includes(needs)),
  ]),
)

/** Draws one or two starting hours, earlier one first. */
function drawHours(random: Random, { hours: [first, last] }: words.ExperienceKind): readonly number[] {
  const hour = random.whole(first, last)
  const other = random.chance(0.4) ? random.whole(first, last) : hour
  return hour === other ? [hour] : [Math.min(hour, other), Math.max(hour, other)]
}

function timeOfDay(hour: number): TimeOfDay {
  return hour < AFTERNOON ? 'morning' : hour < EVENING ? 'afternoon' : 'evening'
}

function languages(random: Random, own: string): string[] {
  const others = words.HOST_LANGUAGES.filter((language) => language !== own && language !== 'English')
  const spoken = own === 'English' || random.chance(0.15) ? [own] : [own, 'English']
  return random.chance(0.3) ? [...spoken, random.pick(others)] : spoken
}

/** Draws slots, sorted by date and time. Some are sold out. One experience in thirty has none. */
function drawSlots(random: Random, hours: readonly number[], maxGuests: number, calendar: Calendar): ExperienceSlot[] {
  const slots: ExperienceSlot[] = []
  if (random.chance(1 / 30)) return slots
  const mostDaysApart = random.whole(2, 12)
  const minute = random.pick(['00', '15', '30'])
  for (let day = random.whole(2, 11); day < HORIZON_DAYS; day += random.whole(1, mostDaysApart)) {
    for (const hour of hours) {
      slots.push({
        date: calendar.day(-day),
        startTime: `${twoDigits(hour)}:${minute}`,
        seatsLeft: random.chance(0.2) ? 0 : random.whole(1, maxGuests),
      })
    }
  }
  return slots
}
