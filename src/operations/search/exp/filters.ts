import type { ParameterError } from '../../../base/failure.ts'
import {
  type ExperienceColumnName,
  experienceTag,
  type TagKind,
  TIMES_OF_DAY,
} from '../../../model/experience-columns.ts'
import { ACCESSIBILITY_FEATURES, EXPERIENCE_TYPES, TRAVELER_TYPES } from '../../../model/experience-words.ts'
import { day, listOf, names, number, optional, wholeNumber, written } from '../../../params/index.ts'
import { filtersOf } from '../../filter-family.ts'

const { each, family, filter, together, when, between, some } = filtersOf<'experience'>()

/** Nobody books for more at once. */
const MOST_GUESTS = 1000
const MOST_PRICE = 1e9
const MOST_HOURS = 10_000

const guests = wholeNumber(0, MOST_GUESTS)

/** Who comes, and when. A party without dates may come on any day; dates without a party ask for a single seat. */
const party = family({
  parameters: {
    checkIn: optional(day, 'First day on which it may take place; with checkOut.'),
    checkOut: optional(day, 'Last day on which it may take place; with checkIn.'),
    adults: optional(guests, 'Adults who come along. A slot needs seats for adults, children and infants.'),
    children: optional(guests, 'Children who come along.'),
    infants: optional(guests, 'Infants who come along; each takes a seat.'),
  },
  rules: [
    {
      doc: 'checkIn and checkOut are given together, checkIn not after checkOut.',
      leavesOut: ['checkIn', 'checkOut'],
      check: ({ checkIn, checkOut }) => {
        if (checkIn === undefined) return checkOut === undefined ? undefined : alone('checkOut', checkOut, 'checkIn')
        if (checkOut === undefined) return alone('checkIn', checkIn, 'checkOut')
        if (checkIn <= checkOut) return undefined
        const [given, last] = [written(day, checkIn), written(day, checkOut)]
        const detail = `Cannot read checkIn "${given}": accepted is a day that is not after checkOut ${last}.`
        return { parameter: 'checkIn', code: 'param.invalid', detail, given }
      },
    },
  ],
  conditions: ({ checkIn, checkOut, adults, children, infants }, { today }) => {
    const counts = [adults, children, infants].filter((count) => count !== undefined)
    if (counts.length === 0 && checkIn === undefined) return []
    const seats = counts.reduce((sum, count) => sum + count, 0)
    return when(checkIn === undefined ? 'adults' : 'checkIn', {
      kind: 'days',
      from: Math.max(today, checkIn ?? today), // nothing before today can be booked
      to: checkOut ?? Number.POSITIVE_INFINITY,
      least: Math.max(1, seats),
    })
  },
})

function alone(given: string, on: number, missing: string): ParameterError {
  const detail = `${missing} is missing beside ${given} "${written(day, on)}": accepted are both or neither.`
  return { parameter: missing, code: 'param.missing', detail }
}

const audience = each({
  experienceType: filter(
    optional(listOf(EXPERIENCE_TYPES), `Kinds of experience, by comma; one of them: ${EXPERIENCE_TYPES.join(', ')}.`),
    (types) => tagged('type', types),
  ),
  travelerType: filter(
    optional(listOf(TRAVELER_TYPES), `Whom it is meant for, by comma; one of them: ${TRAVELER_TYPES.join(', ')}.`),
    (types) => tagged('traveler', types),
  ),
})

const price = family({
  parameters: {
    pricePerGuest_min: optional(
      number(0, MOST_PRICE, '20'),
      'Lowest price for one guest, in the currency of the experience.',
    ),
    pricePerGuest_max: optional(
      number(0, MOST_PRICE, '80'),
      'Highest price for one guest, in the currency of the experience.',
    ),
  },
  rules: [inOrder('pricePerGuest_min', 'pricePerGuest_max')],
  conditions: (args) => bounds('pricePerGuest_min', 'pricePerGuest', args.pricePerGuest_min, args.pricePerGuest_max),
})

const duration = family({
  parameters: {
    minDuration: optional(number(0, MOST_HOURS, '1.5'), 'Hours that it takes at least, decimals allowed.'),
    maxDuration: optional(number(0, MOST_HOURS, '4'), 'Hours that it takes at most, decimals allowed.'),
  },
  rules: [inOrder('minDuration', 'maxDuration')],
  conditions: ({ minDuration, maxDuration }) =>
    bounds('minDuration', 'durationMinutes', minutesOf(minDuration), minutesOf(maxDuration)),
})

function inOrder<B extends string>(least: B, most: B) {
  return {
    doc: `${least} is not above ${most}.`,
    leavesOut: [least],
    check: (args: Readonly<Record<B, number | undefined>>): ParameterError | undefined => {
      const { [least]: min = 0, [most]: max = Number.POSITIVE_INFINITY } = args
      if (min <= max) return undefined
      const detail = `Cannot read ${least} "${min}": accepted are numbers up to ${most} ${max}.`
      return { parameter: least, code: 'param.invalid', detail, given: String(min) }
    },
  }
}

function bounds(
  parameter: string,
  column: ExperienceColumnName,
  min = Number.NEGATIVE_INFINITY,
  max = Number.POSITIVE_INFINITY,
) {
  return when(parameter, between(column, min, max))
}

const MINUTES = 60

/** Rounded to a millionth, so that 1.1 hours are exactly 66 minutes. */
function minutesOf(hours: number | undefined): number | undefined {
  return hours === undefined ? undefined : Math.round(hours * MINUTES * 1e6) / 1e6
}

const offered = each({
  timeOfDay: filter(
    optional(listOf(TIMES_OF_DAY), `When it takes place, by comma; one of them: ${TIMES_OF_DAY.join(', ')}.`),
    some,
  ),
  hostLanguages: filter(
    optional(names('English,French'), 'Languages that the host speaks, by their English names and comma; one of them.'),
    (languages) => tagged('language', languages),
  ),
  accessibilityFeatures: filter(
    optional(
      listOf(ACCESSIBILITY_FEATURES),
      `What it must offer, by comma; all of them: ${ACCESSIBILITY_FEATURES.join(', ')}.`,
    ),
    (features) => features.flatMap((feature) => tagged('accessibility', [feature]) ?? []),
  ),
})

/** One of these tags; an empty list asks for nothing. */
function tagged(kind: TagKind, texts: readonly string[]) {
  if (texts.length === 0) return undefined
  return { kind: 'tags', tags: texts.map((text) => experienceTag(kind, text)) } as const
}

/** The filters of area C. */
export const experienceFilters = together(party, audience, price, duration, offered)
