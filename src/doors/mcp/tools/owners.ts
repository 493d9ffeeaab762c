import { CURSOR, input, type ToolArguments, textArgument } from '../arguments.ts'
import { locationsOf, queryOf, requirePlaces, understood } from '../constraints.ts'
import { cursorFor, placeOf } from '../cursor.ts'
import { miniRow } from '../home-row.ts'
import { at, type Fields, known, listAt, numberAt, textAt } from '../json.ts'
import { Refusal } from '../refusal.ts'
import { firstOf, tableOf } from '../rows.ts'
import type { Session } from '../session.ts'
import type { Table } from '../text.ts'
import { answer, MORE, output, TABLE, type Tool } from '../tool.ts'

/** Rows per page of the operations. A tool's page may have fewer, so a cursor may point into a page. */
const PAGE_ROWS = 25

export const owners: Tool = {
  name: 'owners',
  title: 'Owners',
  description:
    'Owners of homes, as county records name them: by name, most homes first; or with owner, the homes, totals and cities of one owner, and other owners with the same mailing address. The operator records each call. 6 credits.',
  area: 'A',
  isAboutPeople: true,
  input: input({
    name: textArgument(
      'Person, company or trust: all words of the name, in any order; the last word may be incomplete.',
      200,
    ),
    place: textArgument('With name: only owners of homes in this city, ZIP code, county or state.', 200),
    owner: textArgument('One owner: the id from a search.', 200),
    cursor: CURSOR,
  }),
  output: output({ total: { type: 'integer' }, owners: TABLE, owner: { type: 'object' }, homes: TABLE, more: MORE }, [
    'total',
    'more',
  ]),
  async run(args, session) {
    const ownerId = args.text('owner')
    if (ownerId === undefined) return search(args, session)
    const other = ['name', 'place'].find((name) => args.has(name))
    if (other !== undefined) throw new Refusal(`Cannot use "${other}" with "owner", which selects one owner.`)
    return portfolio(args, ownerId, session)
  },
}

async function search(args: ToolArguments, session: Session): Promise<Fields> {
  const [name, place] = [args.text('name'), args.text('place')]
  if (name === undefined) throw new Refusal('Give "name", or "owner" with an id from a search.')
  const constraints = [
    { argument: 'name', words: name, query: { name } },
    ...(place === undefined ? [] : [{ argument: 'place', words: place, query: { place } }]),
  ]
  const { offset, page } = pageOf(args)
  const body = await session.ask('/owner/search', { ...queryOf(constraints), page })
  const [found] = requirePlaces(locationsOf(body))
  const named = constraints.map((each) =>
    each.argument === 'place' && found !== undefined ? { ...each, words: found } : each,
  )
  const total = numberAt(body, 'ownerCount') ?? 0
  const owned = tableOf(
    listAt(body, 'owners')
      .slice(offset % PAGE_ROWS)
      .map(ownerRow),
    total,
  )
  const data = { total, owners: owned, more: moreAfter(owned, offset, total, args) }
  return answer(understood(named, undefined), data, session, 'A', at(body, 'source'))
}

async function portfolio(args: ToolArguments, ownerId: string, session: Session): Promise<Fields> {
  const { offset, page } = pageOf(args)
  const query = { ownerId }
  const body = await session.ask('/owner/portfolio', { ...query, page })
  const total = numberAt(body, 'homeCount') ?? 0
  const homes = tableOf(
    listAt(body, 'homes')
      .slice(offset % PAGE_ROWS)
      .map(ownedHomeRow),
    total,
  )
  const owner = known({
    ...ownerRow(at(body, 'owner')),
    estimates: at(body, 'estimates'),
    assessments: at(body, 'assessments'),
    cities: listAt(body, 'places'),
    bounds: at(body, 'bounds'),
    same_mailing_address: firstOf(listAt(body, 'sameMailingAddress').map(ownerRow), PAGE_ROWS),
  })
  const data = { total, owner, homes, more: moreAfter(homes, offset, total, args) }
  const what = understood([{ argument: 'owner', words: ownerId, query }], undefined)
  return answer(what, data, session, 'A', at(body, 'source'))
}

function pageOf(args: ToolArguments) {
  const { offset } = placeOf(args)
  return { offset, page: String(Math.floor(offset / PAGE_ROWS) + 1) }
}

function moreAfter({ rows }: Table, offset: number, total: number, args: ToolArguments): string | null {
  const next = offset + rows.length
  return rows.length > 0 && next < total ? cursorFor(args, { offset: next }) : null
}

function ownedHomeRow(owned: unknown): Fields {
  return {
    ...miniRow(at(owned, 'home')),
    owners: textAt(owned, 'owners'),
    mailing_address: textAt(owned, 'mailingAddress'),
    source: textAt(owned, 'source'),
    date: textAt(owned, 'date'),
  }
}

function ownerRow(owner: unknown): Fields {
  return {
    owner: textAt(owner, 'ownerId'),
    name: textAt(owner, 'name'),
    kind: textAt(owner, 'kind'),
    homes: numberAt(owner, 'homeCount'),
    mailing_address: textAt(owner, 'mailingAddress'),
  }
}
