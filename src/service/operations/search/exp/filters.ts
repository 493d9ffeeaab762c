import type { ParameterError } from '../../../../kit/base/failure.ts'
import { day, format, listOf, names, number, optional, unlogged, wholeNumber } from '../../../../kit/params/index.ts'
import type { ExperienceColumnName } from '../../../../model/experience-columns.ts'
import {
  ACCESSIBILITY_FEATURES,
  EXPERIENCE_TYPES,
  experienceTag,
  type TagKind,
  TIMES_OF_DAY,
  TRAVELER_TYPES,
} from '../../../../model/experience-words.ts'
import { agentNumber, agentSeveral, agentText } from '../../agent-words.ts'
import { filtersOf } from '../../filter-family.ts'
import type { FilterWords } from '../../filter-words.ts'

const { each, family, filter, together, when, between, some } = filtersOf<'experience'>()

/** Larger than any real booking. */
const MAX_GUESTS = 1000
const MAX_PRICE = 1e9
const MAX_HOURS = 10_000

const guests = wholeNumber(0, MAX_GUESTS)

/**
 * Group size and dates. Without dates, any day from today on matches. Without a group size, one free seat is enough. If
 * both are missing, no condition is set.
 */
const party = family('Who comes', {
  parameters: {
    checkIn: optional(day, 'First day on which it may take place; requires checkOut.'),
    checkOut: optional(day, 'Last day on which it may take place; requires checkIn.'),
    adults: optional(
      guests,
      'Number of adults. A slot needs seats for all adults, children and infants; 0 in total sets no condition.',
    ),
    children: optional(guests, 'Number of children.'),
    infants: optional(guests, 'Number of infants; each takes a seat.'),
  },
  rules: [
    {
      doc: 'Send checkIn and checkOut together; checkIn must not be after checkOut.',
      leavesOut: ['checkIn', 'checkOut'],
      check: ({ checkIn, checkOut }) => {
        if (checkIn === undefined) return checkOut === undefined ? undefined : unpaired('checkOut', checkOut, 'checkIn')
        if (checkOut === undefined) return unpaired('checkIn', checkIn, 'checkOut')
        if (checkIn <= checkOut) return undefined
        const [given, last] = [format(day, checkIn), format(day, checkOut)]
        const detail = `checkIn must be a day up to checkOut ${last}; you sent "${given}".`
        return { parameter: 'checkIn', code: 'param.invalid', detail, given }
      },
    },
  ],
  words: {
    checkIn: { label: 'First day', group: 'When' },
    checkOut: { label: 'Last day', group: 'When' },
    adults: seats('adults', 'Adults.'),
    children: seats('children', 'Children.'),
    infants: seats('infants', 'Infants; each takes a seat.'),
  },
  conditions: ({ checkIn, checkOut, adults, children, infants }, { today }) => {
    const wanted = (adults ?? 0) + (children ?? 0) + (infants ?? 0)
    if (wanted === 0 && checkIn === undefined) return []
    return when(checkIn === undefined ? 'adults' : 'checkIn', {
      kind: 'days',
      from: Math.max(today, checkIn ?? today), // starts today at the earliest, because past days cannot be booked
      to: checkOut ?? Number.POSITIVE_INFINITY,
      least: Math.max(1, wanted),
    })
  },
})

function seats(name: string, doc: string): FilterWords {
  return { agent: agentNumber(name, `seats for # ${name}`, doc, { isWhole: true, max: MAX_GUESTS }) }
}

function unpaired(given: string, on: number, missing: string): ParameterError {
  const detail = `Cannot use ${given} "${format(day, on)}" without ${missing}: give both or neither.`
  return { parameter: missing, code: 'param.missing', detail }
}

const audience = each('Kind', {
  experienceType: filter(
    optional(
      listOf(EXPERIENCE_TYPES),
      `Types of experience, separated by commas; the experience has one of them: ${EXPERIENCE_TYPES.join(', ')}.`,
    ),
    (types) => tagged('type', types),
    { label: 'Type of experience', agent: agentSeveral('types', 'or', 'Any of these.', EXPERIENCE_TYPES) },
  ),
  travelerType: filter(
    optional(
      listOf(TRAVELER_TYPES),
      `Types of travelers, separated by commas; the experience suits one of them: ${TRAVELER_TYPES.join(', ')}.`,
    ),
    (types) => tagged('traveler', types),
    {
      label: 'Made for',
      group: 'Who comes',
      agent: agentSeveral('travelers', 'or', 'Suits any of these.', TRAVELER_TYPES),
    },
  ),
})

const price = family('Price and cost', {
  parameters: {
    pricePerGuest_min: optional(
      number(0, MAX_PRICE, '20'),
      'Minimum price per guest, in the currency of the experience.',
    ),
    pricePerGuest_max: optional(
      number(0, MAX_PRICE, '80'),
      'Maximum price per guest, in the currency of the experience.',
    ),
  },
  rules: [inOrder('pricePerGuest_min', 'pricePerGuest_max')],
  words: {
    pricePerGuest_min: {
      label: 'Price per guest, at least',
      agent: agentNumber('price_min', 'at least # per guest', 'Per guest, in the currency of the experience.', {
        isMoney: true,
      }),
    },
    pricePerGuest_max: {
      label: 'Price per guest, at most',
      agent: agentNumber('price_max', 'at most # per guest', 'Per guest, in the currency of the experience.', {
        isMoney: true,
      }),
    },
  },
  conditions: (args) => bounds('pricePerGuest_min', 'pricePerGuest', args.pricePerGuest_min, args.pricePerGuest_max),
})

const duration = family('When', {
  parameters: {
    minDuration: optional(number(0, MAX_HOURS, '1.5'), 'Minimum duration in hours, decimals allowed.'),
    maxDuration: optional(number(0, MAX_HOURS, '4'), 'Maximum duration in hours, decimals allowed.'),
  },
  rules: [inOrder('minDuration', 'maxDuration')],
  words: {
    minDuration: {
      label: 'Hours, at least',
      agent: agentNumber('hours_min', 'at least # hours', 'Minimum duration.', { max: MAX_HOURS }),
    },
    maxDuration: {
      label: 'Hours, at most',
      agent: agentNumber('hours_max', 'at most # hours', 'Maximum duration.', { max: MAX_HOURS }),
    },
  },
  conditions: ({ minDuration, maxDuration }) =>
    bounds('minDuration', 'durationMinutes', minutesOf(minDuration), minutesOf(maxDuration)),
})

function inOrder<B extends string>(minName: B, maxName: B) {
  return {
    doc: `${minName} must not exceed ${maxName}.`,
    leavesOut: [minName],
    check: (args: Readonly<Record<B, number | undefined>>): ParameterError | undefined => {
      const { [minName]: min = 0, [maxName]: max = Number.POSITIVE_INFINITY } = args
      if (min <= max) return undefined
      const detail = `${minName} must be at most ${maxName} ${max}; you sent "${min}".`
      return { parameter: minName, code: 'param.invalid', detail, given: String(min) }
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

/** Converts hours to minutes, rounded to a millionth: 1.1 hours are then exactly 66 minutes. */
function minutesOf(hours: number | undefined): number | undefined {
  return hours === undefined ? undefined : Math.round(hours * MINUTES * 1e6) / 1e6
}

const offered = each('What it has', {
  timeOfDay: filter(
    optional(
      listOf(TIMES_OF_DAY),
      `Times of day, separated by commas; the experience takes place at one of them: ${TIMES_OF_DAY.join(', ')}.`,
    ),
    some,
    { label: 'Time of day', group: 'When', agent: agentSeveral('times', 'or', 'Any of these.', TIMES_OF_DAY) },
  ),
  hostLanguages: filter(
    unlogged(
      optional(
        names('English,French'),
        'English names of languages, separated by commas; the host speaks one of them.',
      ),
    ),
    (languages) => tagged('language', languages),
    {
      label: 'Languages of the host',
      agent: agentText('language', 'host speaks #', 'English name of a language that the host speaks.', 60),
    },
  ),
  accessibilityFeatures: filter(
    optional(
      listOf(ACCESSIBILITY_FEATURES),
      `Accessibility features that the experience must all have, separated by commas: ${ACCESSIBILITY_FEATURES.join(', ')}.`,
    ),
    (features) => features.flatMap((feature) => tagged('accessibility', [feature]) ?? []),
    { label: 'Accessibility', agent: agentSeveral('accessibility', 'and', 'All of these.', ACCESSIBILITY_FEATURES) },
  ),
})

/** Matches any of these tags; undefined for an empty list, which sets no condition. */
function tagged(kind: TagKind, texts: readonly string[]) {
  if (texts.length === 0) return undefined
  return { kind: 'tags', tags: texts.map((text) => experienceTag(kind, text)) } as const
}

/** The filters of area C (experiences). */
export const experienceFilters = together(party, audience, price, duration, offered)
