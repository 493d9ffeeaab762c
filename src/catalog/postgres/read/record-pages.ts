import type { Database } from '../../../kit/postgres/database.ts'
import { CONTENTS, RecordContents } from '../../facts/record-contents.ts'
import { type IdOf, type Noun, NUMBERED, type Records } from '../../ports/nouns.ts'
import {
  type Between,
  CHANGING_NOUNS,
  type Change,
  type ChangingNoun,
  type NounContents,
  type RecordPages,
  type StampedRecord,
} from '../../ports/record-pages.ts'
import { changeTable } from '../tables/change-tables.ts'

/** Reads pages of records or of changes. Each call is one statement, so it reads one committed state. */
export function recordPages(database: Database): RecordPages {
  const countedByNoun = new Map<ChangingNoun, { readonly text: string; readonly contents: NounContents }>()
  return {
    async between(noun, ids, limit) {
      const values = [...boundsOf(noun, ids), limit]
      return stamped(noun, await database.query<StampedRow>({ name: `pages-${noun}`, text: BETWEEN[noun], values }))
    },
    async texts<N extends ChangingNoun>(noun: N, ids: Between<IdOf<N>>, limit: number) {
      const values = [...boundsOf(noun, ids), limit]
      const rows = await database.query<TextRow<IdOf<N>>>({ name: `texts-${noun}`, text: TEXTS[noun], values })
      return rows.map(({ id, record }) => ({ id, json: record }))
    },
    async ids<N extends ChangingNoun>(noun: N, ids: Between<IdOf<N>>, limit: number) {
      const values = [...boundsOf(noun, ids), limit]
      const rows = await database.query<{ id: IdOf<N> }>({ name: `ids-${noun}`, text: IDS[noun], values })
      return rows.map(({ id }) => id)
    },
    async byId(noun, ids) {
      const storable = isNumbered(noun) ? ids.filter((id) => Number.isSafeInteger(id)) : ids
      if (storable.length === 0) return []
      return stamped(
        noun,
        await database.query<StampedRow>({ name: `stamped-${noun}`, text: BY_ID[noun], values: [storable] }),
      )
    },
    async changes(nouns, sequences, limit, order = 'first') {
      const wantedNouns = CHANGING_NOUNS.filter((noun) => nouns.includes(noun))
      if (wantedNouns.length === 0) return []
      const { from, to } = wholeBetween(sequences)
      const rows = await database.query<ChangeRow>({
        name: `changes-${order}-${wantedNouns.join('-')}`,
        text: changesSql(wantedNouns, order),
        values: [from, to, limit],
      })
      return rows.map(changeIn)
    },
    async countChanges(nouns, sequences) {
      const wantedNouns = CHANGING_NOUNS.filter((noun) => nouns.includes(noun))
      if (wantedNouns.length === 0) return 0
      const { from, to } = wholeBetween(sequences)
      const [row] = await database.query<{ count: number }>({
        name: `count-changes-${wantedNouns.join('-')}`,
        text: `SELECT ${wantedNouns.map(countSql).join(' + ')} AS count`,
        values: [from, to],
      })
      return row?.count ?? 0
    },
    async contents(noun) {
      const [row] = await database.query<{ value: string }>({
        name: 'contents',
        text: OF_NOUN,
        values: [CONTENTS + noun],
      })
      const text = row?.value ?? ''
      const last = countedByNoun.get(noun)
      if (last?.text === text) return last.contents
      const contents = new RecordContents(noun, row?.value).contents()
      countedByNoun.set(noun, { text, contents })
      return contents
    },
  }
}

interface TextRow<I> {
  readonly id: I
  readonly record: string
}

interface StampedRow {
  readonly record: string
  readonly sequence: number
}

interface ChangeRow {
  readonly noun: ChangingNoun
  readonly id: string
  readonly sequence: number
  readonly gone: boolean
}

function stamped<N extends ChangingNoun>(_noun: N, rows: readonly StampedRow[]): readonly StampedRecord<Records[N]>[] {
  return rows.map(({ record, sequence }) => ({ record: JSON.parse(record), sequence }))
}

function changeIn({ noun, id, sequence, gone }: ChangeRow): Change {
  return { sequence, noun, id: isNumbered(noun) ? Number(id) : id, isGone: gone }
}

function isNumbered(noun: Noun): boolean {
  return (NUMBERED as readonly Noun[]).includes(noun)
}

function boundsOf<N extends ChangingNoun>(noun: N, ids: Between<IdOf<N>>): readonly (number | string)[] {
  const { from, to } = isNumbered(noun) ? wholeBetween(ids as Between<number>) : ids // `noun` determines the type of ids
  return [from, to]
}

/** Rounds bounds to integers, so that the server can compare them with integers. */
function wholeBetween({ from, to }: Between<number>): Between<number> {
  const most = Number.MAX_SAFE_INTEGER
  return { from: Math.max(-most, Math.ceil(from)), to: Math.min(most, Math.floor(to)) }
}

function forEachNoun(sql: (noun: ChangingNoun) => string): Readonly<Record<ChangingNoun, string>> {
  return { home: sql('home'), offer: sql('offer'), agent: sql('agent'), office: sql('office') }
}

const BETWEEN = forEachNoun(
  (noun) => `SELECT record, sequence FROM (
    SELECT id, record FROM catalog.${noun} WHERE id BETWEEN $1 AND $2 ORDER BY id LIMIT $3
  ) kept JOIN catalog.${changeTable(noun)} USING (id) ORDER BY id`,
)

const TEXTS = forEachNoun(
  (noun) => `SELECT id, record FROM catalog.${noun} WHERE id BETWEEN $1 AND $2 ORDER BY id LIMIT $3`,
)

const IDS = forEachNoun(
  (noun) =>
    `SELECT id FROM catalog.${changeTable(noun)} WHERE id BETWEEN $1 AND $2 AND NOT is_gone ORDER BY id LIMIT $3`,
)

const BY_ID = forEachNoun(
  (noun) => `SELECT record, sequence
  FROM unnest($1::${isNumbered(noun) ? 'int8' : 'text'}[]) WITH ORDINALITY wanted (id, place)
  JOIN catalog.${noun} USING (id) JOIN catalog.${changeTable(noun)} USING (id) ORDER BY place`,
)

function changesSql(nouns: readonly ChangingNoun[], order: 'first' | 'last'): string {
  const direction = order === 'first' ? '' : ' DESC'
  const ofNouns = nouns.map(
    (noun) => `(SELECT '${noun}' AS noun, id::text, sequence, is_gone FROM catalog.${changeTable(noun)}
      WHERE sequence BETWEEN $1 AND $2 ORDER BY sequence${direction} LIMIT $3)`,
  )
  return `SELECT noun, id, sequence, is_gone AS gone FROM (${ofNouns.join(' UNION ALL ')}) each
    ORDER BY sequence${direction} LIMIT $3`
}

function countSql(noun: ChangingNoun): string {
  return `(SELECT count(*) FROM catalog.${changeTable(noun)} WHERE sequence BETWEEN $1 AND $2)`
}

const OF_NOUN = 'SELECT value FROM catalog.meta WHERE name = $1'
