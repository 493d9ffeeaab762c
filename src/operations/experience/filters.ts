import type { ParameterError } from '../../base/failure.ts'
import type { Condition, QueryNode } from '../../catalog/query.ts'
import { type ExperienceColumnName, experienceTag, type TagKind, TIMES_OF_DAY } from '../../model/experience-columns.ts'
import { ACCESSIBILITY_FEATURES, EXPERIENCE_TYPES, TRAVELER_TYPES } from '../../model/experience-words.ts'
import {
  type Args,
  day,
  listInAnyCase,
  names,
  number,
  optional,
  type Rule,
  wholeNumber,
  written,
} from '../../params/index.ts'

/** Nobody books for more at once. */
const MOST_GUESTS = 1000
const MOST_PRICE = 1e9
const MOST_HOURS = 10_000

const guests = wholeNumber(0, MOST_GUESTS)

/** The filters of area C: their parameters, declared once. */
export const EXPERIENCE_FILTERS = {
  checkIn: optional(day, 'First day on which it may take place; with checkOut.'),
  checkOut: optional(day, 'Last day on which it may take place; with checkIn.'),
  adults: optional(guests, 'Adults who come along. A slot needs seats for adults, children and infants.'),
  children: optional(guests, 'Children who come along.'),
  infants: optional(guests, 'Infants who come along; each takes a seat.'),
  experienceType: optional(
    listInAnyCase(EXPERIENCE_TYPES),
    `Kinds of experience, by comma; one of them: ${EXPERIENCE_TYPES.join(', ')}.`,
  ),
  travelerType: optional(
    listInAnyCase(TRAVELER_TYPES),
    `Whom it is meant for, by comma; one of them: ${TRAVELER_TYPES.join(', ')}.`,
  ),
  pricePerGuest_min: optional(
    number(0, MOST_PRICE, '20'),
    'Lowest price for one guest, in the currency of the experience.',
  ),
  pricePerGuest_max: optional(
    number(0, MOST_PRICE, '80'),
    'Highest price for one guest, in the currency of the experience.',
  ),
  minDuration: optional(number(0, MOST_HOURS, '1.5'), 'Hours that it takes at least, decimals allowed.'),
  maxDuration: optional(number(0, MOST_HOURS, '4'), 'Hours that it takes at most, decimals allowed.'),
  timeOfDay: optional(
    listInAnyCase(TIMES_OF_DAY),
    `When it takes place, by comma; one of them: ${TIMES_OF_DAY.join(', ')}.`,
  ),
  hostLanguages: optional(
    names('English,French'),
    'Languages that the host speaks, by their English names and comma; one of them.',
  ),
  accessibilityFeatures: optional(
    listInAnyCase(ACCESSIBILITY_FEATURES),
    `What it must offer, by comma; all of them: ${ACCESSIBILITY_FEATURES.join(', ')}.`,
  ),
}

export type ExperienceFilterArgs = Args<typeof EXPERIENCE_FILTERS>

const MINUTES = 60

/** What several of them must satisfy together. */
export const EXPERIENCE_RULES: readonly Rule<typeof EXPERIENCE_FILTERS>[] = [
  {
    doc: 'checkIn and checkOut are given together, checkIn not after checkOut.',
    check: ({ checkIn, checkOut }) => {
      if (checkIn === undefined) return checkOut === undefined ? undefined : alone('checkOut', checkOut, 'checkIn')
      if (checkOut === undefined) return alone('checkIn', checkIn, 'checkOut')
      if (checkIn <= checkOut) return undefined
      const [given, last] = [written(day, checkIn), written(day, checkOut)]
      const detail = `Cannot read checkIn "${given}": accepted is a day that is not after checkOut ${last}.`
      return { parameter: 'checkIn', code: 'param.invalid', detail, given }
    },
  },
  inOrder('pricePerGuest_min', 'pricePerGuest_max'),
  inOrder('minDuration', 'maxDuration'),
]

function alone(given: string, on: number, missing: string): ParameterError {
  const detail = `${missing} is missing beside ${given} "${written(day, on)}": accepted are both or neither.`
  return { parameter: missing, code: 'param.missing', detail }
}

type Bound = 'pricePerGuest_min' | 'pricePerGuest_max' | 'minDuration' | 'maxDuration'

function inOrder(least: Bound, most: Bound): Rule<typeof EXPERIENCE_FILTERS> {
  return {
    doc: `${least} is not above ${most}.`,
    check: ({ [least]: min = 0, [most]: max = Number.POSITIVE_INFINITY }) => {
      if (min <= max) return undefined
      const detail = `Cannot read ${least} "${min}": accepted are numbers up to ${most} ${max}.`
      return { parameter: least, code: 'param.invalid', detail, given: String(min) }
    },
  }
}

/** What the filters ask of an experience; `today` is a day number, before which nothing can be booked. */
export function experienceConditions(args: ExperienceFilterArgs, today: number): readonly Condition<'experience'>[] {
  return [
    ...bookable(args, today),
    ...within('pricePerGuest_min', 'pricePerGuest', args.pricePerGuest_min, args.pricePerGuest_max),
    ...within('minDuration', 'durationMinutes', minutesOf(args.minDuration), minutesOf(args.maxDuration)),
    ...(args.timeOfDay?.length ? when('timeOfDay', { kind: 'flags', all: [], some: args.timeOfDay, none: [] }) : []),
    ...oneOfThem('experienceType', 'type', args.experienceType),
    ...oneOfThem('travelerType', 'traveler', args.travelerType),
    ...oneOfThem('hostLanguages', 'language', args.hostLanguages),
    ...(args.accessibilityFeatures ?? []).flatMap((name) =>
      oneOfThem('accessibilityFeatures', 'accessibility', [name]),
    ),
  ]
}

/** A party without dates may come on any day; dates without a party ask for a single seat. */
function bookable(args: ExperienceFilterArgs, today: number): readonly Condition<'experience'>[] {
  const { checkIn, checkOut } = args
  const counts = [args.adults, args.children, args.infants].filter((count) => count !== undefined)
  if (counts.length === 0 && checkIn === undefined) return []
  const seats = counts.reduce((sum, count) => sum + count, 0)
  return when(checkIn === undefined ? 'adults' : 'checkIn', {
    kind: 'days',
    from: checkIn === undefined ? today : Math.max(today, checkIn),
    to: checkOut ?? Number.POSITIVE_INFINITY,
    least: Math.max(1, seats),
  })
}

/** 1.1 hours are 66 minutes, not a hair more. */
function minutesOf(hours: number | undefined): number | undefined {
  return hours === undefined ? undefined : Math.round(hours * MINUTES * 1e6) / 1e6
}

function when(parameter: string, node: QueryNode<'experience'>): readonly Condition<'experience'>[] {
  return [{ parameter, node }]
}

function within(
  parameter: string,
  column: ExperienceColumnName,
  min = Number.NEGATIVE_INFINITY,
  max = Number.POSITIVE_INFINITY,
): readonly Condition<'experience'>[] {
  if (min === Number.NEGATIVE_INFINITY && max === Number.POSITIVE_INFINITY) return []
  return when(parameter, { kind: 'range', column, min, max, orMissing: false })
}

/** An empty list asks for nothing. */
function oneOfThem(
  parameter: string,
  kind: TagKind,
  texts: readonly string[] = [],
): readonly Condition<'experience'>[] {
  if (texts.length === 0) return []
  return when(parameter, { kind: 'tags', tags: texts.map((text) => experienceTag(kind, text)) })
}
