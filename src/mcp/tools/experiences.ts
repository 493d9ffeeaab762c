import { ACCESSIBILITY_FEATURES, EXPERIENCE_TYPES, TRAVELER_TYPES } from '../../model/experience-words.ts'
import { type Given, input } from '../arguments.ts'
import { type Constraint, chosenOf, locationsOf, queryOf, requirePlaces, understood } from '../constraints.ts'
import { cursorFor, placeOf } from '../cursor.ts'
import { at, type Fields, listAt, numberAt, textAt, textsAt } from '../json.ts'
import { plainNumber } from '../ranges.ts'
import { Refusal } from '../refusal.ts'
import { clipped, tableOf } from '../rows.ts'
import { answer, MORE, output, TABLE, type Tool } from '../tool.ts'

const TIMES = ['morning', 'afternoon', 'evening']
const LIMIT = 10
const SLOTS = 3

const GUESTS = { type: 'integer', minimum: 0, maximum: 1000 } as const

export const experiences: Tool = {
  name: 'experiences',
  title: 'Guest experiences',
  description:
    'Guided experiences in a city or country that have free seats: with dates, on a day from date_from to date_to; with guests, seats for all of them at once. Prices per guest in the currency of each. 1 credit.',
  area: 'C',
  input: input(
    {
      place: {
        type: 'string',
        maxLength: 1000,
        description: 'City ("Paris, France") or country; up to 5, separated by semicolons.',
      },
      date_from: { type: 'string', format: 'date', description: 'First day; with date_to, the same day for one day.' },
      date_to: { type: 'string', format: 'date', description: 'Last day.' },
      adults: { ...GUESTS, description: 'Adults.' },
      children: { ...GUESTS, description: 'Children.' },
      infants: { ...GUESTS, description: 'Infants; each takes a seat.' },
      types: {
        type: 'array',
        minItems: 1,
        maxItems: EXPERIENCE_TYPES.length,
        items: { type: 'string', enum: EXPERIENCE_TYPES },
        description: 'Any of these.',
      },
      travelers: {
        type: 'array',
        minItems: 1,
        maxItems: TRAVELER_TYPES.length,
        items: { type: 'string', enum: TRAVELER_TYPES },
        description: 'Suits any of these.',
      },
      times: {
        type: 'array',
        minItems: 1,
        maxItems: 3,
        items: { type: 'string', enum: TIMES },
        description: 'Any of these.',
      },
      price_min: {
        type: 'number',
        minimum: 0,
        maximum: 1e9,
        description: 'Per guest, in the currency of the experience.',
      },
      price_max: { type: 'number', minimum: 0, maximum: 1e9, description: 'Likewise.' },
      hours_min: { type: 'number', minimum: 0, maximum: 10_000, description: 'At least so long.' },
      hours_max: { type: 'number', minimum: 0, maximum: 10_000, description: 'At most so long.' },
      accessibility: {
        type: 'array',
        minItems: 1,
        maxItems: ACCESSIBILITY_FEATURES.length,
        items: { type: 'string', enum: ACCESSIBILITY_FEATURES },
        description: 'All of these.',
      },
      language: { type: 'string', maxLength: 60, description: 'English name of a language that the host speaks.' },
      limit: { type: 'integer', minimum: 1, maximum: 20, default: LIMIT, description: `Rows; ${LIMIT} if left out.` },
      cursor: { type: 'string', maxLength: 400, description: 'From "more" of the last answer.' },
    },
    ['place'],
  ),
  output: output({ total: { type: 'integer' }, experiences: TABLE, more: MORE }, ['total', 'experiences', 'more']),
  async run(given, session) {
    const constraints = constraintsOf(given)
    const { offset, inner } = placeOf(given)
    const query = queryOf(constraints)
    const body = await session.ask('C', '/search/exp/bydestination', {
      ...query,
      ...(inner !== undefined && { nextPageCursor: inner }),
    })
    const places = requirePlaces(locationsOf(body), 'Give a city with its country, or a country.')
    const told = constraints.map((each) => (each.argument === 'place' ? { ...each, words: places.join('; ') } : each))
    const page = listAt(body, 'searchResults')
    const wanted = page.slice(offset, offset + (given.number('limit') ?? LIMIT))
    const table = tableOf(wanted.map(row))
    const next = offset + table.rows.length
    const data = {
      total: numberAt(body, 'total') ?? 0,
      experiences: table,
      more:
        next < page.length
          ? cursorFor(given, { offset: next, ...(inner !== undefined && { inner }) })
          : after(given, body),
    }
    return answer(understood(told, undefined, listAt(body, 'warnings')), data, session, 'C', at(body, 'source'))
  },
}

/** The cursor of the operation's next page; null on its last. */
function after(given: Given, body: Fields): string | null {
  const inner = textAt(body, 'nextPageCursor')
  return inner === null ? null : cursorFor(given, { offset: 0, inner })
}

function constraintsOf(given: Given): Constraint[] {
  const [place = '', from, to, language] = ['place', 'date_from', 'date_to', 'language'].map((name) => given.text(name))
  if ((from === undefined) !== (to === undefined))
    throw new Refusal('Give date_from and date_to together; for a single day both are that day.')
  return [
    { argument: 'place', words: place, query: { searchDestinations: place } },
    ...(from === undefined || to === undefined
      ? []
      : [{ argument: 'dates', words: `on a day from ${from} to ${to}`, query: { checkIn: from, checkOut: to } }]),
    ...['adults', 'children', 'infants'].flatMap((name) =>
      number(given, name, name, (count) => `seats for ${count} ${name}`),
    ),
    ...chosenOf(given, 'types', 'experienceType', 'or'),
    ...chosenOf(given, 'travelers', 'travelerType', 'or'),
    ...chosenOf(given, 'times', 'timeOfDay', 'or'),
    ...chosenOf(given, 'accessibility', 'accessibilityFeatures', 'and'),
    ...number(given, 'price_min', 'pricePerGuest_min', (price) => `at least ${plainNumber(price)} per guest`),
    ...number(given, 'price_max', 'pricePerGuest_max', (price) => `at most ${plainNumber(price)} per guest`),
    ...number(given, 'hours_min', 'minDuration', (hours) => `at least ${hours} hours`),
    ...number(given, 'hours_max', 'maxDuration', (hours) => `at most ${hours} hours`),
    ...(language === undefined
      ? []
      : [{ argument: 'language', words: `host speaks ${language}`, query: { hostLanguages: language } }]),
  ]
}

function number(given: Given, argument: string, parameter: string, words: (value: number) => string): Constraint[] {
  const value = given.number(argument)
  return value === undefined ? [] : [{ argument, words: words(value), query: { [parameter]: String(value) } }]
}

function row(experience: unknown): Fields {
  const slots = listAt(experience, 'availability')
  const first = slots
    .slice(0, SLOTS)
    .map((slot) => `${textAt(slot, 'date')} ${textAt(slot, 'startTime')} (${numberAt(slot, 'seatsLeft')} seats)`)
  return {
    id: textAt(experience, 'experienceId'),
    title: clipped(textAt(experience, 'title'), 100),
    city: [textAt(experience, 'location', 'city'), textAt(experience, 'location', 'country')]
      .filter((each) => each !== null)
      .join(', '),
    type: textAt(experience, 'experienceType'),
    price_per_guest: `${numberAt(experience, 'pricePerGuest')} ${textAt(experience, 'currency')}`,
    minutes: numberAt(experience, 'durationMinutes'),
    rating: numberAt(experience, 'rating'),
    reviews: numberAt(experience, 'reviewCount'),
    languages: textsAt(experience, 'hostLanguages').join(', ') || null,
    max_guests: numberAt(experience, 'maxGuests'),
    min_age: numberAt(experience, 'minAge'),
    next_slots: first.join('; ') || null,
    slots: slots.length,
    url: textAt(experience, 'url'),
  }
}
