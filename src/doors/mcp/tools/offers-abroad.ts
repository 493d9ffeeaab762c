import { CURSOR, detailArgument, input, textArgument, wholeArgument } from '../arguments.ts'
import { locationsOf, queryOf, requirePlaces, understood } from '../constraints.ts'
import { cursorFor, placeOf } from '../cursor.ts'
import { offerDialect, offerKind, offerOrder } from '../dialects.ts'
import { at, type Fields, joined, listAt, numberAt, textAt, textsAt } from '../json.ts'
import { clipped, tableOf } from '../rows.ts'
import { answer, MORE, output, TABLE, type Tool } from '../tool.ts'

const LIMIT = 10
const LIMIT_MAX = 50

export const offersAbroad: Tool = {
  name: 'offers_abroad',
  title: 'The second portal’s offers (Poland)',
  description:
    'Properties for sale or rent in Poland: prices in PLN, areas in square meters. One kind per call; 1 credit. "3 rooms" is rooms=3, "3+" is rooms_min=3. A minimum or maximum excludes unknown and hidden numbers.',
  area: 'B',
  input: input(
    {
      ...offerKind.properties,
      place: textArgument(
        'City, "District, City", county, province or Polska; up to 5, separated by semicolons.',
        1000,
      ),
      ...offerDialect.properties,
      ...offerOrder.properties,
      limit: wholeArgument([1, LIMIT_MAX, LIMIT], 'Rows.'),
      detail: detailArgument('full adds description, equipment, photo, URL.'),
      cursor: CURSOR,
    },
    ['kind', 'place'],
  ),
  output: output({ kind: { type: 'string' }, total: { type: 'integer' }, offers: TABLE, more: MORE }, [
    'kind',
    'total',
    'offers',
    'more',
  ]),
  async run(args, session) {
    const place = args.text('place') ?? ''
    const facts = { today: session.door.today('B'), portal: session.door.words.Portal }
    const constraints = [
      ...offerKind.constraints(args, facts),
      { argument: 'place', words: place, query: { location: place } },
      ...offerDialect.constraints(args, facts),
      ...offerOrder.constraints(args, facts),
    ]
    const limit = args.number('limit') ?? LIMIT
    const { offset } = placeOf(args)
    // The operation's pages begin at multiples of the page size, but a cursor may point to any row.
    const page = Math.floor(offset / LIMIT_MAX) + 1
    const query = queryOf(constraints)
    const body = await session.ask('/search/bylocation', {
      ...query,
      resultCount: String(LIMIT_MAX),
      page: String(page),
    })
    const places = requirePlaces(locationsOf(body), 'Give a city, a county or a province of Poland.')
    const named = constraints.map((each) => (each.argument === 'place' ? { ...each, words: places.join('; ') } : each))
    const from = offset % LIMIT_MAX
    const pageRows = listAt(body, 'searchResults').slice(from, from + limit)
    const total = numberAt(body, 'total') ?? 0
    const offers = tableOf(
      pageRows.map((offer) => offerRow(offer, args.text('detail') === 'full')),
      total,
    )
    const next = offset + offers.rows.length
    const data = {
      kind: args.text('kind'),
      total,
      offers,
      more: offers.rows.length > 0 && next < total ? cursorFor(args, { offset: next }) : null,
    }
    return answer(understood(named, undefined, listAt(body, 'warnings')), data, session, 'B', at(body, 'source'))
  },
}

function offerRow(offer: unknown, full: boolean): Fields {
  const place = at(offer, 'location')
  const row = {
    id: String(numberAt(offer, 'id')),
    title: clipped(textAt(offer, 'title'), 100),
    place: joined([textAt(place, 'street'), textAt(place, 'district'), textAt(place, 'city')]),
    price_pln: numberAt(offer, 'price'),
    pln_per_m2: numberAt(offer, 'pricePerMeter'),
    area_m2: numberAt(offer, 'area'),
    rooms: numberAt(offer, 'rooms'),
    type: textAt(offer, 'propertyType'),
    year: numberAt(offer, 'yearBuilt'),
    offered: textAt(offer, 'createdAt')?.slice(0, 10) ?? null,
    agency: textAt(offer, 'agency', 'name'),
  }
  if (!full) return row
  return {
    ...row,
    floor: textAt(offer, 'floor'),
    market: textAt(offer, 'market'),
    owner: textAt(offer, 'ownerType'),
    heating: textAt(offer, 'heating'),
    extras: textsAt(offer, 'extras').join(', ') || null,
    latitude: numberAt(place, 'latitude'),
    longitude: numberAt(place, 'longitude'),
    photo: textAt(listAt(offer, 'images')[0], 'medium'),
    url: textAt(offer, 'url'),
    description: clipped(textAt(offer, 'description'), 300),
  }
}
