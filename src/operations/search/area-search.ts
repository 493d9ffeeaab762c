import { hash } from 'node:crypto'
import type { EncodedPage } from '../../catalog/query.ts'
import { flag, optional } from '../../params/index.ts'
import { type Context, EncodedAnswer, type Operation, operation } from '../operation.ts'
import { sourceName } from '../source-name.ts'
import type { AreaKind } from './area.ts'
import { type Asked, askedOf, MOST_PAGES, MOST_RESULTS, PAGE_RESULTS, pageOf, type SearchArgs } from './asked.ts'
import { cardsFingerprint } from './card-maker.ts'
import { explanationOf } from './explain.ts'
import { part } from './part.ts'

/** What every search takes beyond the interface. */
const BEYOND = {
  explain: optional(
    flag,
    'With true, the answer says what the query was with its defaults, and how many homes each of its conditions removed.',
  ),
  part,
}

/** The search of one kind of area with every filter. */
export function areaSearch(kind: AreaKind): Operation {
  const parameters = { ...kind.parameters, ...kind.filters.parameters, ...BEYOND }
  return operation({
    path: kind.path,
    summary: kind.summary,
    group: 'Searches',
    parameters,
    rules: [...kind.rules, ...kind.filters.rules],
    run: async (given, context) => {
      const args = given as unknown as SearchArgs // the shared filters declare these
      const { dataVersion } = context.catalog.about()
      const asked = await askedOf(kind, args, context)
      const page = await context.catalog.searchCards(pageOf(asked, args))
      const explain = args.explain ? await explanationOf(parameters, args, asked, context) : undefined
      const json = bodyOf(page, { ...headOf(page, args, asked, context), ...(explain && { explain }) })
      const unchanged = context.catalog.about().dataVersion === dataVersion
      return new EncodedAnswer(json, unchanged ? tagOf(kind, args, asked, context) : hash('sha1', json, 'base64url'))
    },
  })
}

function headOf({ total, ungrouped }: EncodedPage, { page }: SearchArgs, { area }: Asked, { catalog }: Context) {
  return {
    message: '200',
    source: sourceName(catalog.about()),
    resultsCount: {
      totalMatchingCount: total,
      ungroupedResultCount: ungrouped,
      scrapeable_count: Math.min(total, MOST_RESULTS),
    },
    pagesInfo: {
      totalPages: Math.min(MOST_PAGES, Math.ceil(total / PAGE_RESULTS)),
      currentPage: page,
      resultsPerPage: PAGE_RESULTS,
    },
    ...(area.locations && { locations: area.locations }),
  }
}

/** The cards are copied once, into the bytes that are sent. */
function bodyOf({ cards }: EncodedPage, head: object): Uint8Array {
  const beginning = `${JSON.stringify(head).slice(0, -1)},"searchResults":[`
  const headBytes = Buffer.byteLength(beginning)
  const body = Buffer.allocUnsafe(headBytes + cards.length + ENDING.length)
  body.write(beginning)
  body.set(cards, headBytes)
  body.write(ENDING, headBytes + cards.length)
  return body
}

const ENDING = ']}'

/** To be raised whenever the head of an answer comes out otherwise for the same search. */
const HEAD_VERSION = 1

/** Everything that a body follows: data, today, words, and what was asked. Shorter and quicker than the body's own hash. */
function tagOf({ path }: AreaKind, args: SearchArgs, { today }: Asked, { catalog, words }: Context): string {
  const { catalogId, dataVersion } = catalog.about()
  const follows = [HEAD_VERSION, catalogId, dataVersion, cardsFingerprint(words), today, path, args]
  return hash('sha1', JSON.stringify(follows, infinities), 'base64url')
}

/** JSON has no infinities, and a range that is open below is not one that is open above. */
function infinities(_key: string, value: unknown): unknown {
  return value === Number.POSITIVE_INFINITY || value === Number.NEGATIVE_INFINITY ? String(value) : value
}
