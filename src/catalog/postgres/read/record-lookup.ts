import { gathering } from '../../../kit/algorithms/gathering.ts'
import type { Database, PreparedStatement } from '../../../kit/postgres/database.ts'
import { type ClimateScore, climateAreaPrefix, type MortgageRate } from '../../../model/market.ts'
import { briefOf, isStoredWithheld, outlineOf } from '../../facts/stored-home.ts'
import { type IdOf, NOUNS, type Noun, NUMBERED } from '../../ports/nouns.ts'
import type { RecordLookup } from '../../ports/record-lookup.ts'
import { shows, type Withheld } from '../../ports/withheld.ts'
import { HeldRecords } from './held-records.ts'

interface RecordRow {
  readonly record: string
}

interface StoredRow extends RecordRow {
  readonly noun: Noun
  readonly id: string
}

interface RecordLookupOptions {
  readonly database: Database
  readonly withheld: Withheld
  readonly latestRates: () => readonly MortgageRate[]
  /** Returns the version of the newest commit that this service knows. */
  readonly dataVersion: () => string
}

/**
 * Reads records by id. All requests in one turn of the event loop share a statement, whatever their record types, so a
 * call reads one committed state. If a home is not found, two more statements look for the home that the record with
 * this id was merged into.
 */
export function recordLookup(options: RecordLookupOptions): RecordLookup {
  const { database, withheld, latestRates, dataVersion } = options
  const cache = new HeldRecords(dataVersion)
  const read = gathering((keys: readonly string[]) => stored(database, keys, cache))
  const joinedTo = gathering((ids: readonly number[]) => homesJoinedTo(database, ids))
  const one = async (noun: Noun, id: number | string) => {
    const json = cache.get(noun, id)
    return json === undefined ? read(`${noun} ${id}`) : (json ?? undefined)
  }
  const home = async (id: number) => {
    const own = await one('home', id)
    if (own !== undefined || !Number.isSafeInteger(id)) return own
    const joined = await joinedTo(id)
    const json = joined === undefined ? undefined : await one('home', joined)
    return json !== undefined && isStoredWithheld(json) ? undefined : json
  }
  const jsonOf = <N extends Noun>(noun: N, id: IdOf<N>) => (noun === 'home' ? home(Number(id)) : one(noun, id))
  return {
    async get(noun, id) {
      const json = await jsonOf(noun, id)
      const record = json === undefined ? undefined : JSON.parse(json)
      return shows(noun, record, withheld) ? record : undefined
    },
    async outline(zpid) {
      const json = await jsonOf('home', zpid)
      return json === undefined ? undefined : outlineOf(json)
    },
    async briefs(zpids) {
      const records = await Promise.all(zpids.map(home))
      return records.flatMap((record) => (record === undefined ? [] : briefOf(record)))
    },
    async climateOf(areas) {
      const rows = await database.query<RecordRow>({
        name: 'climate',
        text: CLIMATE,
        values: [areas.map(climateAreaPrefix)],
      })
      return rows.map(({ record }): ClimateScore => JSON.parse(record))
    },
    latestRates: async () => latestRates(),
  }
}

/** Returns the JSON of records that exist. A key consists of the record type, a space and the id: `home 123`. */
async function stored(
  database: Database,
  keys: readonly string[],
  cache: HeldRecords,
): Promise<ReadonlyMap<string, string>> {
  const begun = cache.begin()
  const byNoun = new Map(NOUNS.map((noun): [Noun, string[]] => [noun, []]))
  for (const key of keys) {
    const space = key.indexOf(' ')
    const [noun, id] = [key.slice(0, space) as Noun, key.slice(space + 1)] // keys have this form, see `recordLookup`
    if (isStorable(noun, id)) byNoun.get(noun)?.push(id)
  }
  const wanted = [...byNoun].filter(([, ids]) => ids.length > 0)
  if (wanted.length === 0) return new Map()
  const rows = await database.query<StoredRow>(statementFor(wanted))
  const records = new Map(rows.map(({ noun, id, record }) => [`${noun} ${id}`, record]))
  for (const { noun, id, record } of rows) cache.hold(begun, noun, id, record)
  for (const [noun, ids] of wanted)
    for (const id of ids) if (!records.has(`${noun} ${id}`)) cache.hold(begun, noun, id, null)
  return records
}

function statementFor(wanted: readonly (readonly [Noun, readonly string[]])[]): PreparedStatement {
  const [first] = wanted
  if (wanted.length === 1 && first?.[1].length === 1 && first[0] !== 'agent') {
    const [noun, ids] = first
    return { name: `record-${noun}`, text: `${recordsOf(noun)} = $1`, values: ids }
  }
  const parts = wanted.map(([noun], i) => {
    const ids = `ANY($${i + 1}::${IS_NUMBERED.has(noun) ? 'int8' : 'text'}[])`
    const all = `${recordsOf(noun)} = ${ids}`
    return noun === 'agent' ? `${all} UNION ALL ${recordsOf('office')} IN (${officesOf(ids)})` : all
  })
  return {
    name: `records-${wanted.map(([noun]) => noun).join('-')}`,
    text: parts.join(' UNION ALL '),
    values: wanted.map(([, ids]) => ids),
  }
}

const IS_NUMBERED: ReadonlySet<Noun> = new Set(NUMBERED)

function recordsOf(noun: Noun): string {
  return `SELECT '${noun}' AS noun, id::text AS id, record FROM catalog.${noun} WHERE id`
}

/** Reads agents together with their offices, which callers need next. The offices are cached until then. */
function officesOf(agentIds: string): string {
  return `SELECT catalog.as_json(agent.record) ->> 'officeId' FROM catalog.agent WHERE id = ${agentIds}`
}

/** Whether a record can have this id. Other ids would make the whole statement fail, which other requests share. */
function isStorable(noun: Noun, id: string): boolean {
  return !IS_NUMBERED.has(noun) || Number.isSafeInteger(Number(id))
}

/** Returns the homes that the records with these ids were merged into. */
async function homesJoinedTo(database: Database, ids: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const rows = await database.query<JoinedHome>({ name: 'homes-joined-to', text: JOINED, values: [ids] })
  return new Map(rows.map(({ id, home }) => [id, home]))
}

interface JoinedHome {
  readonly id: number
  readonly home: number
}

const JOINED = 'SELECT id, home FROM catalog.source_home WHERE id = ANY($1::int8[])'

/** With collation "C", strings with a prefix lie between the prefix and the prefix followed by the last character. */
const CLIMATE = `SELECT record FROM unnest($1::text[]) WITH ORDINALITY AS wanted (prefix, place)
  JOIN catalog.climate ON id > prefix AND id < prefix || U&'\\+10FFFF' ORDER BY place, id`
