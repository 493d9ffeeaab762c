import type { Catalog } from '../../../catalog/ports/catalog.ts'
import type { Between, ChangingNoun, StampedRecord } from '../../../catalog/ports/record-pages.ts'
import { oncePer } from '../../../kit/base/once-per.ts'
import type { Words } from '../../../kit/base/words.ts'
import type { Resource } from '../resources/resource.ts'
import type { Beside, Row } from '../resources/row.ts'
import { numberWritten, rangesBehind } from './numbers-as-texts.ts'

/** Records that are read at once: some milliseconds, in which nobody else is served. */
export const AT_ONCE = 200

type NumberedNoun = Extract<ChangingNoun, 'home' | 'offer'>

const NUMBERED: ReadonlySet<ChangingNoun> = new Set<ChangingNoun>(['home', 'offer'])

function isNumbered(noun: ChangingNoun): noun is NumberedNoun {
  return NUMBERED.has(noun)
}

/** A record before it becomes rows. */
export type Found = {
  readonly [N in ChangingNoun]: { readonly noun: N; readonly key: string } & StampedRecord<RecordsOf[N]>
}[ChangingNoun]

type RecordsOf = { readonly [N in ChangingNoun]: Extract<Row, { readonly noun: N }>['record'] }

/** Where rows come from. */
export interface Origin {
  readonly catalog: Catalog
  readonly words: Words
  readonly root: string
}

/** Records of a noun: those with some keys, in the order of keys, or all. */
export interface Source {
  readonly noun: ChangingNoun
  readonly keys: readonly string[] | undefined
}

/** The records of some nouns in the order of their keys, behind a key, in batches. */
export async function* recordsBehind(
  sources: readonly Source[],
  behind: string,
  limit: number,
  { catalog }: Origin,
): AsyncGenerator<readonly Found[]> {
  const streams = await Promise.all(sources.map((source) => streamsOf(source, behind, catalog)))
  yield* merged(streams.flat(), Math.min(limit, AT_ONCE))
}

/** Takes from all streams in the order of keys, in batches. */
async function* merged(streams: readonly Stream[], size: number): AsyncGenerator<readonly Found[]> {
  for (;;) {
    await Promise.all(streams.map((stream) => stream.fill(size)))
    const open = streams.filter(({ isEmpty }) => !isEmpty)
    if (open.length === 0) return
    const batch: Found[] = []
    while (batch.length < size && open.every(({ isReady }) => isReady)) {
      const next = open.reduce((one, other) => (other.key < one.key ? other : one))
      batch.push(next.take())
    }
    yield batch
  }
}

/** Reads the next records of a noun in the order of keys, at most so many. */
type ReadNext = (limit: number) => Promise<{ readonly some: readonly Found[]; readonly isLast: boolean }>

/** Records that come one after the other, and are read some at a time. */
class Stream {
  readonly #read: ReadNext
  #waiting: readonly Found[] = []
  #at = 0
  #isAtEnd = false

  constructor(read: ReadNext) {
    this.#read = read
  }

  /** Reads on where nothing waits. */
  async fill(size: number): Promise<void> {
    while (!this.isReady && !this.#isAtEnd) {
      const { some, isLast } = await this.#read(size)
      this.#isAtEnd = isLast
      this.#waiting = some
      this.#at = 0
    }
  }

  /** Whether something waits. */
  get isReady(): boolean {
    return this.#at < this.#waiting.length
  }

  get isEmpty(): boolean {
    return !this.isReady && this.#isAtEnd
  }

  get key(): string {
    return (this.#waiting[this.#at] as Found).key // asked for where one waits
  }

  take(): Found {
    this.#at += 1
    return this.#waiting[this.#at - 1] as Found // likewise
  }
}

/** Reads records whose ids are whole numbers in a range. */
function numbered(noun: NumberedNoun, { from, to }: Between<number>, { pages }: Catalog): Stream {
  let next = from
  return new Stream(async (limit) => {
    const some = (await pages.between(noun, { from: next, to }, limit)).map((stamped) => foundOf(noun, stamped))
    next = Number(some.at(-1)?.key) + 1
    return { some, isLast: some.length < limit }
  })
}

/** Reads records whose ids are texts behind another one, which a range of texts includes. */
function textual(noun: Exclude<ChangingNoun, NumberedNoun>, behind: string, { pages }: Catalog): Stream {
  let last = behind
  return new Stream(async (limit) => {
    const records = await pages.between(noun, { from: last, to: LAST_TEXT }, limit + 1)
    const all = records.map((stamped) => foundOf(noun, stamped))
    const some = all.filter(({ key }) => key !== last)
    last = some.at(-1)?.key ?? last
    return { some, isLast: all.length <= limit }
  })
}

/** Looks up records by key. */
function named(noun: ChangingNoun, keys: readonly string[], catalog: Catalog): Stream {
  let at = 0
  return new Stream(async (limit) => {
    const some = keys.slice(at, at + limit).map((key) => [noun, key] as const)
    at += limit
    const byKey = await lookUp(some, catalog)
    return { some: some.flatMap(([, key]) => byKey.get(`${noun} ${key}`) ?? []), isLast: at >= keys.length }
  })
}

/** Ends every text that an id can be. */
const LAST_TEXT = '\u{10FFFF}'

async function streamsOf({ noun, keys }: Source, behind: string, catalog: Catalog): Promise<readonly Stream[]> {
  if (keys !== undefined) return [named(noun, keys.slice(firstBehind(keys, behind)), catalog)]
  if (!isNumbered(noun)) return [textual(noun, behind, catalog)]
  const digits = await digitsOf(noun, catalog)
  return rangesBehind(behind, digits).map((range) => numbered(noun, range, catalog))
}

/** The place of the first of some keys in order that comes behind another one. */
function firstBehind(keys: readonly string[], behind: string): number {
  let low = 0
  let high = keys.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((keys[middle] as string) > behind) high = middle
    else low = middle + 1
  }
  return low
}

interface Digits {
  readonly version: string
  readonly digits: Promise<ReadonlySet<number>>
}

const digitsKept = oncePer((_catalog: Catalog) => new Map<ChangingNoun, Digits>())

/** How many digits the ids of a noun have in a catalogue as it is. */
function digitsOf(noun: NumberedNoun, catalog: Catalog): Promise<ReadonlySet<number>> {
  const version = catalog.version()
  const kept = digitsKept(catalog)
  const before = kept.get(noun)
  if (before?.version === version) return before.digits
  const digits = readDigits(noun, catalog)
  kept.set(noun, { version, digits })
  digits.catch(() => kept.delete(noun))
  return digits
}

async function readDigits(noun: NumberedNoun, { pages }: Catalog): Promise<ReadonlySet<number>> {
  const digits = new Set<number>()
  for (const range of rangesBehind('')) {
    const first = await pages.ids(noun, range, 1)
    if (first.length > 0) digits.add(String(range.to).length)
  }
  return digits
}

/** Records with some keys, in their order. Keys that no record has are left out. */
export async function* recordsNamed(
  keys: readonly (readonly [noun: ChangingNoun, key: string])[],
  { catalog }: Origin,
): AsyncGenerator<readonly Found[]> {
  for (let from = 0; from < keys.length; from += AT_ONCE) {
    const some = keys.slice(from, from + AT_ONCE)
    const byKey = await lookUp(some, catalog)
    yield some.flatMap(([noun, key]) => byKey.get(`${noun} ${key}`) ?? [])
  }
}

/** Records by noun and key. */
async function lookUp(
  keys: readonly (readonly [noun: ChangingNoun, key: string])[],
  { pages }: Catalog,
): Promise<ReadonlyMap<string, Found>> {
  const byNoun = new Map<ChangingNoun, string[]>()
  for (const [noun, key] of keys) {
    const ofNoun = byNoun.get(noun)
    if (ofNoun === undefined) byNoun.set(noun, [key])
    else ofNoun.push(key)
  }
  const read = Array.from(byNoun, async ([noun, ofNoun]) => {
    const ids = isNumbered(noun) ? ofNoun.flatMap((key) => numberWritten(key) ?? []) : ofNoun
    const records = await pages.byId(noun, ids)
    return records.map((stamped) => foundOf(noun, stamped))
  })
  const records = (await Promise.all(read)).flat()
  return new Map(records.map((one) => [`${one.noun} ${one.key}`, one]))
}

/** Records in the order in which they changed last, from a sequence number on, forwards or backwards. */
export async function* recordsByChange(
  nouns: readonly ChangingNoun[],
  span: { readonly from: number; readonly to: number; readonly order: 'first' | 'last' },
  limit: number,
  { catalog }: Origin,
): AsyncGenerator<readonly Found[]> {
  const size = Math.min(limit, AT_ONCE)
  let { from, to } = span
  for (;;) {
    const changes = await catalog.pages.changes(nouns, { from, to }, size, span.order)
    const last = changes.at(-1)?.sequence
    if (last === undefined) return
    const there = changes.filter(({ isGone }) => !isGone)
    const byKey = await lookUp(
      there.map(({ noun, id }) => [noun, String(id)]),
      catalog,
    )
    // A record that has changed since then comes again behind its new number.
    yield there.flatMap(({ noun, id, sequence }) => {
      const record = byKey.get(`${noun} ${id}`)
      return record?.sequence === sequence ? record : []
    })
    if (changes.length < size) return
    if (span.order === 'first') from = last + 1
    else to = last - 1
  }
}

function foundOf<N extends ChangingNoun>(noun: N, stamped: StampedRecord<RecordsOf[N]>): Found {
  return { noun, ...stamped, key: keyOf(noun, stamped.record) } as Found // of this noun
}

function keyOf(noun: ChangingNoun, record: object): string {
  return String(Reflect.get(record, ID_KEYS[noun]))
}

const ID_KEYS: Readonly<Record<ChangingNoun, string>> = {
  home: 'zpid',
  offer: 'offerId',
  agent: 'agentId',
  office: 'officeId',
}

/** The rows of a resource that records tell, and what stands beside them. */
export async function rowsOf(
  records: readonly Found[],
  resource: Resource,
  needsPeople: boolean,
  origin: Origin,
): Promise<readonly Row[]> {
  const beside = await besideOf(records, needsPeople, origin)
  const rows = records.map((one): Row => ({ ...one, part: 0, beside }))
  const { parts } = resource
  return parts === undefined
    ? rows
    : rows.flatMap((row) => Array.from({ length: parts.count(row) }, (_, part): Row => ({ ...row, part })))
}

/** Looks up the agents whom records name, and their offices. */
async function besideOf(
  records: readonly Found[],
  needsPeople: boolean,
  { catalog, words, root }: Origin,
): Promise<Beside> {
  const about = catalog.about()
  if (!needsPeople) return { about, words, root, agents: NOBODY, offices: NO_OFFICES }
  const agentIds = new Set<string>()
  const officeIds = new Set<string>()
  for (const one of records) {
    if (one.noun === 'agent' && one.record.officeId !== undefined) officeIds.add(one.record.officeId)
    if (one.noun !== 'home') continue
    const { listAgentId, coListAgentId, buyerAgentId } = one.record.listing ?? {}
    for (const id of [listAgentId, coListAgentId, buyerAgentId]) if (id !== undefined) agentIds.add(id)
  }
  const agents = await catalog.pages.byId('agent', [...agentIds])
  for (const { record } of agents) if (record.officeId !== undefined) officeIds.add(record.officeId)
  const offices = await catalog.pages.byId('office', [...officeIds])
  return {
    about,
    words,
    root,
    agents: new Map(agents.map((agent) => [agent.record.agentId, agent])),
    offices: new Map(offices.map((office) => [office.record.officeId, office])),
  }
}

const NOBODY: Beside['agents'] = new Map()
const NO_OFFICES: Beside['offices'] = new Map()
