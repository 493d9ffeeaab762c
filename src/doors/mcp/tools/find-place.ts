import { input, textArgument } from '../arguments.ts'
import { understood } from '../constraints.ts'
import { at, listAt, numberAt, textAt } from '../json.ts'
import { tableOf } from '../rows.ts'
import { answer, output, TABLE, type Tool } from '../tool.ts'

export const findPlace: Tool = {
  name: 'find_place',
  title: 'Find a place or address',
  description:
    'Completes the beginning of a place name or address, and tolerates typos; finds homes by a whole parcel number (APN). Returns cities, neighborhoods, ZIP codes and counties with the number of homes for sale, for rent and sold; homes and buildings with ids. Use it if a place is unknown or ambiguous; send the name as place to other tools. At most ten. 1 credit.',
  area: 'A',
  input: input({ query: textArgument('Beginning of a name or address, or a parcel number.') }, ['query']),
  output: output({ total: { type: 'integer', description: 'Number of results, at most ten.' }, results: TABLE }, [
    'total',
    'results',
  ]),
  async run(args, session) {
    const query = args.text('query') ?? ''
    const body = await session.ask('/autocomplete', { query, totals: 'true' })
    const places = listAt(body, 'results').map((result) => ({
      name: textAt(result, 'display'),
      type: textAt(result, 'metaData', 'regionType') ?? textAt(result, 'metaData', 'addressType') ?? 'address',
      id: idOf(at(result, 'metaData')),
      for_sale: numberAt(result, 'totals', 'forSale'),
      for_rent: numberAt(result, 'totals', 'forRent'),
      sold: numberAt(result, 'totals', 'sold'),
      latitude: numberAt(result, 'metaData', 'lat'),
      longitude: numberAt(result, 'metaData', 'lng'),
    }))
    const what = understood(
      [{ argument: 'query', words: `begins or is spelled like "${query}"`, query: { query } }],
      undefined,
    )
    const data = { total: places.length, results: tableOf(places) }
    return answer(what, data, session, 'A', at(body, 'source'))
  },
}

/** Returns the id of a home. Null for a region, which the tools take by name. */
function idOf(place: unknown): string | null {
  const zpid = numberAt(place, 'zpid')
  return zpid === null ? null : String(zpid)
}
