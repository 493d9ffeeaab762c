import { CURSOR, dayArgument, input, type ToolArguments, textArgument, wholeArgument } from '../arguments.ts'
import { type Constraint, locationsOf, queryOf, requirePlaces, understood } from '../constraints.ts'
import { cursorFor, placeOf } from '../cursor.ts'
import { experienceDialect } from '../dialects.ts'
import type { Door } from '../door.ts'
import { pastDays } from '../doubts.ts'
import { at, type Fields, joined, listAt, numberAt, textAt, textsAt } from '../json.ts'
import { Refusal } from '../refusal.ts'
import { clipped, tableOf } from '../rows.ts'
import { answer, MORE, output, TABLE, type Tool } from '../tool.ts'

const LIMIT = 10
/** Maximum number of time slots per table row. `requested`: the model requests certain days. `next`: it does not. */
const SLOTS = { next: 3, requested: 8 } as const

export const experiences: Tool = {
  name: 'experiences',
  title: 'Guest experiences',
  description:
    'Guided experiences with free seats in a city or country. date_from and date_to: experiences on these days, with their slots and free seats. Guests: enough seats for all of them together. Prices per guest, each in its own currency. 1 credit.',
  area: 'C',
  input: input(
    {
      place: textArgument('City ("Paris, France") or country; up to 5, separated by semicolons.', 1000),
      date_from: dayArgument('First day. Needs date_to: the same day for one day.'),
      date_to: dayArgument('Last day.'),
      ...experienceDialect.properties,
      limit: wholeArgument([1, 20, LIMIT], 'Rows.'),
      cursor: CURSOR,
    },
    ['place'],
  ),
  output: output({ total: { type: 'integer' }, experiences: TABLE, more: MORE }, ['total', 'experiences', 'more']),
  async run(args, session) {
    const constraints = constraintsOf(args, session.door)
    session.doubts.push(...pastDays(args, ['date_from', 'date_to'], session.door.today('C')))
    const { offset, inner } = placeOf(args)
    const query = queryOf(constraints)
    const body = await session.ask('/search/exp/bydestination', {
      ...query,
      ...(inner !== undefined && { nextPageCursor: inner }),
    })
    const places = requirePlaces(locationsOf(body), 'Give a city with its country, or a country.')
    const named = constraints.map((each) => (each.argument === 'place' ? { ...each, words: places.join('; ') } : each))
    const page = listAt(body, 'searchResults')
    const wanted = page.slice(offset, offset + (args.number('limit') ?? LIMIT))
    const total = numberAt(body, 'total') ?? 0
    const table = tableOf(
      wanted.map((experience) => row(experience, args)),
      total,
    )
    const next = offset + table.rows.length
    const data = {
      total,
      experiences: table,
      more:
        next < page.length
          ? cursorFor(args, { offset: next, ...(inner !== undefined && { inner }) })
          : after(args, body),
    }
    return answer(understood(named, undefined, listAt(body, 'warnings')), data, session, 'C', at(body, 'source'))
  },
}

/** Returns the cursor of the operation's next page; null after the last page. */
function after(args: ToolArguments, body: Fields): string | null {
  const inner = textAt(body, 'nextPageCursor')
  return inner === null ? null : cursorFor(args, { offset: 0, inner })
}

function constraintsOf(args: ToolArguments, { today, words }: Door): Constraint[] {
  const [place = '', from, to] = ['place', 'date_from', 'date_to'].map((name) => args.text(name))
  if ((from === undefined) !== (to === undefined))
    throw new Refusal('Give date_from and date_to together; for a single day both are that day.')
  return [
    { argument: 'place', words: place, query: { searchDestinations: place } },
    ...(from === undefined || to === undefined
      ? []
      : [{ argument: 'dates', words: `on a day from ${from} to ${to}`, query: { checkIn: from, checkOut: to } }]),
    ...experienceDialect.constraints(args, { today: today('C'), portal: words.Portal }),
  ]
}

function row(experience: unknown, args: ToolArguments): Fields {
  const [from = '', to = '9'] = ['date_from', 'date_to'].map((name) => args.text(name))
  const slots = listAt(experience, 'availability').filter((slot) => {
    const date = textAt(slot, 'date') ?? ''
    return date >= from && date <= to
  })
  const first = slots
    .slice(0, SLOTS[args.has('date_from') ? 'requested' : 'next'])
    .map((slot) => `${textAt(slot, 'date')} ${textAt(slot, 'startTime')} (${numberAt(slot, 'seatsLeft')} seats)`)
  return {
    id: textAt(experience, 'experienceId'),
    title: clipped(textAt(experience, 'title'), 100),
    city: joined([textAt(experience, 'location', 'city'), textAt(experience, 'location', 'country')]),
    type: textAt(experience, 'experienceType'),
    price_per_guest: `${numberAt(experience, 'pricePerGuest')} ${textAt(experience, 'currency')}`,
    minutes: numberAt(experience, 'durationMinutes'),
    rating: numberAt(experience, 'rating'),
    reviews: numberAt(experience, 'reviewCount'),
    languages: textsAt(experience, 'hostLanguages').join(', ') || null,
    max_guests: numberAt(experience, 'maxGuests') || null,
    min_age: numberAt(experience, 'minAge'),
    [args.has('date_from') ? 'slots_then' : 'next_slots']: first.join('; ') || null,
    slots: slots.length,
    url: textAt(experience, 'url'),
  }
}
