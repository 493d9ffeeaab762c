import { Random } from '../base/random.ts'
import type { Experience, ExperienceSlot } from '../model/experience.ts'
import { ACCESSIBILITY_FEATURES, TRAVELER_TYPES } from '../model/experience-words.ts'
import { degrees } from './atlas.ts'
import type { Calendar } from './calendar.ts'
import type { Draft } from './facts.ts'
import { SOURCE } from './identity.ts'
import * as words from './words/experiences.ts'
import { GIVEN_NAMES } from './words/names.ts'

type TimeOfDay = Experience['timesOfDay'][number]

const TIMES: readonly TimeOfDay[] = ['morning', 'afternoon', 'evening']
/** Start hours: the first, and how many follow. */
const STARTS: Readonly<Record<TimeOfDay, readonly [first: number, hours: number]>> = {
  morning: [7, 4],
  afternoon: [12, 5],
  evening: [17, 4],
}
const DURATIONS_MINUTES = [45, 60, 90, 120, 150, 180, 240, 300, 480] as const
/** Slots fall within this many days from today. */
const HORIZON_DAYS = 120

/** Experience `index` of area C; it depends on the seed and its index alone. */
export function makeExperience(seed: number, index: number, calendar: Calendar): Experience {
  const random = new Random(seed, 'experience', index)
  const place = random.pick(words.WORLD_CITIES)
  const [experienceType, titles] = random.pick(words.EXPERIENCE_KINDS)
  const timesOfDay = random.some(TIMES, random.whole(1, 2))
  const maxGuests = random.whole(2, 16)
  const given = random.pick(GIVEN_NAMES)
  const experience: Draft<Experience> = {
    experienceId: `exp-${index + 1}`,
    source: SOURCE,
    title: random.pick(titles).replace('{city}', place.city),
    byline: random.pick(words.BYLINES),
    experienceType,
    travelerTypes: random.some(TRAVELER_TYPES, random.whole(1, 4)),
    pricePerGuest: Math.round(random.between(12, 190) * place.perDollar),
    currency: place.currency,
    durationMinutes: random.pick(DURATIONS_MINUTES),
    reviewCount: 0,
    timesOfDay,
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
    slots: drawSlots(random, timesOfDay, maxGuests, calendar),
  }
  if (random.chance(0.85)) {
    experience.reviewCount = random.whole(1, 400)
    experience.rating = Math.round(random.between(3.6, 5) * 100) / 100
  }
  if (random.chance(0.4)) experience.minAge = random.pick([6, 12, 18])
  return experience
}

function languages(random: Random, own: string): string[] {
  const others = words.HOST_LANGUAGES.filter((language) => language !== own && language !== 'English')
  const spoken = own === 'English' || random.chance(0.15) ? [own] : [own, 'English']
  return random.chance(0.3) ? [...spoken, random.pick(others)] : spoken
}

/** In order of date and time; some are sold out. One experience in thirty has no dates at all. */
function drawSlots(
  random: Random,
  timesOfDay: readonly TimeOfDay[],
  maxGuests: number,
  calendar: Calendar,
): ExperienceSlot[] {
  const slots: ExperienceSlot[] = []
  if (random.chance(1 / 30)) return slots
  const mostDaysApart = random.whole(2, 12)
  for (let day = random.whole(1, 10); day < HORIZON_DAYS; day += random.whole(1, mostDaysApart)) {
    for (const time of timesOfDay) {
      const [first, hours] = STARTS[time]
      slots.push({
        date: calendar.day(-day),
        startTime: `${String(first + random.below(hours)).padStart(2, '0')}:${random.chance(0.5) ? '00' : '30'}`,
        seatsLeft: random.chance(0.2) ? 0 : random.whole(1, maxGuests),
      })
    }
  }
  return slots
}
