import type { Context } from '../../catalog/ports/context.ts'
import type { RecordLookup } from '../../catalog/ports/record-lookup.ts'
import type { AnswerOf, Value } from '../../kit/answers/index.ts'
import {
  beyond,
  flag,
  type Handling,
  homeUrl,
  optional,
  type Parameters,
  required,
  unlogged,
  zpidBeside,
} from '../../kit/params/index.ts'
import type { Home } from '../../model/home.ts'
import type { HomeBrief, HomeOutline } from '../../model/home-brief.ts'
import { FULL_DOCUMENT, fullDocument } from '../rendering/documents/full-document.ts'
import { TRIMMED_DOCUMENT, trimmedDocument } from '../rendering/documents/trimmed-document.ts'
import { changesOfHome } from './followed.ts'
import {
  addressText,
  anyOf,
  type EmptyContainer,
  HOME_FAILURES,
  homeAtAddress,
  homeWithZpid,
  type ReadHome,
  wholeHome,
} from './identify.ts'
import { type Operation, operationLike } from './operation.ts'

/** A document about a home. `H` is the part of the home that the document needs. */
interface Document<H extends HomeBrief, D extends object> {
  /** How the paths of the document's look-ups begin. */
  readonly prefix: string
  /** How the summaries of the document's look-ups begin. */
  readonly shows: string
  readonly answer: Value<D>
  readonly empty: EmptyContainer
  readonly reader: (records: RecordLookup) => ReadHome<H>
  /** Parameters that add parts to the document. */
  readonly options: Parameters
  readonly render: (home: H, context: Context, handling: Handling | undefined, options: Options) => Promise<D>
}

type Options = Readonly<Record<string, unknown>>

export const WHOLE_DOCUMENT: Document<Home, AnswerOf<typeof FULL_DOCUMENT>> = {
  prefix: '/pro',
  shows: 'Everything known about',
  answer: FULL_DOCUMENT,
  empty: { propertyDetails: {} },
  reader: wholeHome,
  options: {
    changes: beyond(optional(flag, 'If true, the answer includes the changes of the home, as /changes returns them.')),
  },
  render: async (home, context, handling, { changes }) => ({
    ...(await fullDocument(home, context, handling)),
    ...(changes === true && { changes: await changesOfHome(home.zpid, context) }),
  }),
}

export const SHORT_DOCUMENT: Document<HomeOutline, AnswerOf<typeof TRIMMED_DOCUMENT>> = {
  prefix: '',
  shows: 'The main facts of',
  answer: TRIMMED_DOCUMENT,
  empty: { PropertyAddress: {} },
  reader: (records) => (zpid) => records.outline(zpid),
  options: {},
  render: trimmedDocument,
}

const GROUP = 'Property look-ups'

export function lookUpByAddress<H extends HomeBrief, D extends object>(document: Document<H, D>): Operation {
  const { prefix, shows, answer, empty, reader, options, render } = document
  return operationLike({
    path: `${prefix}/byaddress`,
    summary: `${shows} the property at this address.`,
    group: GROUP,
    parameters: {
      propertyaddress: unlogged(
        required(addressText, 'Address of the property as people write it, with its unit if it has one.'),
      ),
      ...options,
    },
    failures: HOME_FAILURES,
    answer,
    run: async ({ propertyaddress, ...given }, context, _texts, handling) => {
      const { catalog } = context
      const home = await homeAtAddress(propertyaddress, catalog, reader(catalog.records), empty)
      return render(home, context, handling, given)
    },
  })
}

export function lookUpByZpid<H extends HomeBrief, D extends object>(document: Document<H, D>): Operation {
  const { prefix, shows, answer, options } = document
  const beside = zpidBeside({ url: `${prefix}/byurl?url=…`, address: `${prefix}/byaddress?propertyaddress=…` })
  return operationLike({
    path: `${prefix}/byzpid`,
    summary: `${shows} the property with this id.`,
    group: GROUP,
    parameters: { zpid: required(beside, 'Property id, as searches and look-ups return it.'), ...options },
    failures: ['home.unknown'],
    answer,
    run: ({ zpid, ...given }, context, _texts, handling) => documentOf(zpid, document, context, handling, given),
  })
}

const URL_DOC = 'URL of the property, with its id in it. Any host is accepted: only the path and the query matter.'
export const REQUIRED_URL = { url: unlogged(required(homeUrl, URL_DOC)) }
export const OPTIONAL_URL = { url: unlogged(optional(homeUrl, URL_DOC)) }

export function lookUpByUrl<H extends HomeBrief, D extends object>(
  document: Document<H, D>,
  parameters: typeof REQUIRED_URL | typeof OPTIONAL_URL,
): Operation {
  const { prefix, shows, answer, options } = document
  return operationLike<typeof OPTIONAL_URL>({
    path: `${prefix}/byurl`,
    summary: `${shows} the property with this URL.`,
    group: GROUP,
    parameters: { ...parameters, ...options },
    rules: parameters === OPTIONAL_URL ? anyOf(OPTIONAL_URL, 'property') : [],
    failures: ['home.unknown'],
    answer,
    // Requests without a URL have been refused before, so the default is never used; no home has the id 0.
    run: ({ url = 0, ...given }, context, _texts, handling) => documentOf(url, document, context, handling, given),
  })
}

async function documentOf<H extends HomeBrief, D extends object>(
  zpid: number,
  { empty, reader, render }: Document<H, D>,
  context: Context,
  handling: Handling | undefined,
  given: Options,
): Promise<D> {
  return render(await homeWithZpid(zpid, reader(context.catalog.records), empty), context, handling, given)
}
