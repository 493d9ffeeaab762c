import type { Database } from '../../../kit/postgres/database.ts'
import { CONTENTS, RecordContents } from '../../facts/record-contents.ts'
import { type Noun, NUMBERED, type Records } from '../../ports/nouns.ts'
import {
  type Between,
  CHANGING_NOUNS,
  type Change,
  type ChangingNoun,
  type NounContents,
  type RecordPages,
  type StampedRecord,
} from '../../ports/record-pages.ts'
import { changeTable, MOMENTS } from '../tables/change-tables.ts'

/** Records with their changes, and changes: one statement a call, and so one committed state. */
export function recordPages(database: Database): RecordPages {
  const countedByNoun = new Map<ChangingNoun, { readonly text: string; readonly contents: NounContents }>()
  return {
    async between(noun, ids, limit) {
      const { from, to } = isNumbered(noun) ? wholeBetween(ids as Between<number>) : ids // as the noun says
      return stamped(
        noun,
        await database.query<StampedRow>({
          name: `pages-${noun}`,
          text: BETWEEN[noun],
          values: [from, to, limit],
        }),
      )
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
      const asked = CHANGING_NOUNS.filter((noun) => nouns.includes(noun))
      if (asked.length === 0) return []
      const { from, to } = wholeBetween(sequences)
      const rows = await database.query<ChangeRow>({
        name: `changes-${order}-${asked.join('-')}`,
        text: changesSql(asked, order),
        values: [from, to, limit],
      })
      return rows.map(changeIn)
    },
    async sequenceAt(moment) {
      const { to } = wholeBetween({ from: 0, to: moment })
      const [row] = await database.query<{ sequence: number }>({ name: 'sequence-at', text: AT, values: [to] })
      return row?.sequence ?? 0
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

interface StampedRow {
  readonly record: string
  readonly sequence: number
  readonly moment: number
}

interface ChangeRow {
  readonly noun: ChangingNoun
  readonly id: string
  readonly sequence: number
  readonly gone: boolean
  readonly moment: number
}

function stamped<N extends ChangingNoun>(_noun: N, rows: readonly StampedRow[]): readonly StampedRecord<Records[N]>[] {
  return rows.map(({ record, sequence, moment }) => ({ record: JSON.parse(record), sequence, changedMs: moment }))
}

function changeIn({ noun, id, sequence, gone, moment }: ChangeRow): Change {
  return { sequence, changedMs: moment, noun, id: isNumbered(noun) ? Number(id) : id, isGone: gone }
}

function isNumbered(noun: Noun): boolean {
  return (NUMBERED as readonly Noun[]).includes(noun)
}

/** Bounds that the server can compare with whole numbers. */
function wholeBetween({ from, to }: Between<number>): Between<number> {
  const most = Number.MAX_SAFE_INTEGER
  return { from: Math.max(-most, Math.ceil(from)), to: Math.min(most, Math.floor(to)) }
}

/** The moment of the commit that made a change. */
const ITS_MOMENT = `CROSS JOIN LATERAL (
    SELECT moment FROM catalog.${MOMENTS} made WHERE made.sequence >= change.sequence ORDER BY made.sequence LIMIT 1
  ) made`

function forEachNoun(sql: (noun: ChangingNoun) => string): Readonly<Record<ChangingNoun, string>> {
  return { home: sql('home'), offer: sql('offer'), agent: sql('agent'), office: sql('office') }
}

const BETWEEN = forEachNoun(
  (noun) => `SELECT record, sequence, moment FROM (
    SELECT id, record FROM catalog.${noun} WHERE id BETWEEN $1 AND $2 ORDER BY id LIMIT $3
  ) kept JOIN catalog.${changeTable(noun)} change USING (id) ${ITS_MOMENT} ORDER BY id`,
)

const BY_ID = forEachNoun(
  (noun) => `SELECT record, sequence, moment
  FROM unnest($1::${isNumbered(noun) ? 'int8' : 'text'}[]) WITH ORDINALITY asked (id, place)
  JOIN catalog.${noun} USING (id) JOIN catalog.${changeTable(noun)} change USING (id) ${ITS_MOMENT} ORDER BY place`,
)

function changesSql(nouns: readonly ChangingNoun[], order: 'first' | 'last'): string {
  const direction = order === 'first' ? '' : ' DESC'
  const ofNouns = nouns.map(
    (noun) => `(SELECT '${noun}' AS noun, id::text, sequence, is_gone FROM catalog.${changeTable(noun)}
      WHERE sequence BETWEEN $1 AND $2 ORDER BY sequence${direction} LIMIT $3)`,
  )
  return `SELECT noun, id, sequence, is_gone AS gone, moment FROM (
    SELECT * FROM (${ofNouns.join(' UNION ALL ')}) each ORDER BY sequence${direction} LIMIT $3
  ) change ${ITS_MOMENT} ORDER BY sequence${direction}`
}

const AT = `SELECT sequence FROM catalog.${MOMENTS} WHERE moment <= $1 ORDER BY moment DESC LIMIT 1`

const OF_NOUN = 'SELECT value FROM catalog.meta WHERE name = $1'
