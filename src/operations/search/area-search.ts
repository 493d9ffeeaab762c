import { hash } from 'node:crypto'
import type { EncodedPage } from '../../catalog/query.ts'
import { flag, optional, written } from '../../params/index.ts'
import { cardsFingerprint } from '../card-maker.ts'
import { type Context, EncodedAnswer, type Operation, operation } from '../operation.ts'
import { sourceName } from '../source-name.ts'
import type { AreaKind } from './area.ts'
import { type Asked, askedOf, MOST_PAGES, MOST_RESULTS, PAGE_RESULTS, pageOf, type SearchArgs } from './asked.ts'
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

/** Written around the cards where they are, if there is room: copying a page costs more than finding it. */
function bodyOf({ cards, marginBytes }: EncodedPage, head: object): Uint8Array {
  const beginning = `${JSON.stringify(head).slice(0, -1)},"searchResults":[`
  const headBytes = Buffer.byteLength(beginning)
  const bytes = headBytes + cards.length + ENDING.length
  const hasRoom = marginBytes >= Math.max(headBytes, ENDING.length)
  const body = hasRoom
    ? Buffer.from(cards.buffer, cards.byteOffset - headBytes, bytes)
    : Buffer.allocUnsafe(bytes).fill(cards, headBytes, headBytes + cards.length)
  body.write(beginning)
  body.write(ENDING, headBytes + cards.length)
  return body
}

const ENDING = ']}'

/** To be raised whenever the head of an answer comes out otherwise for the same search. */
const HEAD_VERSION = 1

/** Everything that a body follows: data, today, words, and what was asked. Shorter and quicker than the body's own hash. */
function tagOf({ path }: AreaKind, args: SearchArgs, { today }: Asked, { catalog, words }: Context): string {
  const { catalogId, dataVersion } = catalog.about()
  let follows = `${HEAD_VERSION} ${catalogId} ${dataVersion} ${cardsFingerprint(words)} ${today} ${path}`
  for (const name in args) {
    const value = args[name]
    // free text is quoted, so that none of it passes for another parameter
    if (value !== undefined)
      follows += `\n${name}=${typeof value === 'string' ? JSON.stringify(value) : written(value)}`
  }
  return hash('sha1', follows, 'base64url')
}
