import type { Database } from '../../../kit/postgres/database.ts'
import { goneTo, kindsIn } from '../../facts/logged-event.ts'
import { statesBefore } from '../../facts/record-undo.ts'
import {
  type ChangeLog,
  LOGGED_NOUNS,
  type LogBounds,
  type LogEnd,
  type LoggedChange,
  type LoggedNoun,
} from '../../ports/change-log.ts'
import { type Noun, NUMBERED } from '../../ports/nouns.ts'
import { LOG_BOUNDS, logTable } from '../tables/change-tables.ts'

/**
 * Reads the change log, with one statement per call. A statement returns events and current records, from which earlier
 * states are computed.
 */
export function changeLog(database: Database): ChangeLog {
  const ask = async (name: string, text: string, values: readonly unknown[]) =>
    historiesIn(await database.query<Row>({ name: `log-${name}`, text, values }))
  return {
    async bounds() {
      const [bounds] = await database.query<LogBounds>({ name: 'log-bounds', text: LOG_BOUNDS, values: [] })
      return { after: Number(bounds?.after), upTo: Number(bounds?.upTo) }
    },
    async between<N extends LoggedNoun>(
      nouns: readonly N[],
      { after, upTo }: LogBounds,
      limit: number,
      end: LogEnd = 'first',
    ) {
      const wantedNouns = LOGGED_NOUNS.filter((noun) => (nouns as readonly LoggedNoun[]).includes(noun))
      if (wantedNouns.length === 0) return []
      const histories = await ask(`${end}-${wantedNouns.join('-')}`, betweenSql(wantedNouns, end), [after, upTo, limit])
      const changes = [...histories.values()].flatMap(changesOf).filter(({ sequence }) => sequence <= upTo)
      // The statement also returned later events of the same records, which are dropped here.
      return changes.sort((one, other) => one.sequence - other.sequence).slice(0, limit) as LoggedChange<N>[]
    },
    async ofRecord<N extends LoggedNoun>(noun: N, id: LoggedChange<N>['id'], limit: number) {
      if (!isStorable(noun, id)) return []
      const histories = await ask(`of-${noun}`, OF_RECORD[noun], [id, limit])
      return [...histories.values()].flatMap(changesOf) as unknown as LoggedChange<N>[] // the statement reads this type's log
    },
    async recordsAt(noun, ids, sequence) {
      const storableIds = ids.filter((id) => isStorable(noun, id))
      if (storableIds.length === 0) return []
      const histories = await ask(`at-${noun}`, RECORDS_AT[noun], [storableIds, sequence])
      return storableIds.flatMap((id) => (stateBefore(histories.get(`${noun} ${id}`)) as never) ?? []) // the records have the requested type
    },
  }
}

/** An event, or a current record. */
interface Row {
  readonly noun: LoggedNoun
  readonly id: string
  /** Null for a current record. */
  readonly sequence: number | null
  readonly kinds: number
  readonly undo: Uint8Array
  /** Null for an event. */
  readonly record: string | null
}

type EventRow = Row & { readonly sequence: number }

/** A current record with its events. */
interface History {
  record: object | undefined
  /** Newest first. */
  readonly events: EventRow[]
}

function historiesIn(rows: readonly Row[]): ReadonlyMap<string, History> {
  const histories = new Map<string, History>()
  for (const row of rows) {
    const key = `${row.noun} ${row.id}`
    const history = histories.get(key) ?? { record: undefined, events: [] }
    histories.set(key, history)
    if (isEvent(row)) history.events.push(row)
    else history.record = JSON.parse(row.record ?? 'null')
  }
  for (const { events } of histories.values()) events.sort((one, other) => other.sequence - one.sequence)
  return histories
}

function isEvent(row: Row): row is EventRow {
  return row.sequence !== null
}

/** Returns the changes of a record, newest first. */
function changesOf({ record, events }: History): readonly LoggedChange[] {
  const before = events[0]?.noun === 'agent' ? [] : statesBefore(record, events)
  return events.map(
    ({ sequence, noun, id, kinds, undo }, i) =>
      ({
        sequence,
        noun,
        id: isNumbered(noun) ? Number(id) : id,
        kinds: kindsIn(kinds),
        before: before[i],
        after: i === 0 ? record : before[i - 1],
        ...goneTo(kindsIn(kinds), undo),
      }) as LoggedChange, // `noun` determines the record's type
  )
}

/** Returns the record as it was before all events in `history`. */
function stateBefore(history: History | undefined): object | undefined {
  if (history === undefined || history.events.length === 0) return history?.record
  return statesBefore(history.record, history.events).at(-1)
}

function isNumbered(noun: Noun): boolean {
  return (NUMBERED as readonly Noun[]).includes(noun)
}

function isStorable(noun: Noun, id: number | string): boolean {
  return !isNumbered(noun) || Number.isSafeInteger(id)
}

function typeOf(noun: Noun): string {
  return isNumbered(noun) ? 'int8' : 'text'
}

/** SQL for the sequence number after which the log is complete. */
const AFTER = `(SELECT after FROM (${LOG_BOUNDS}) bounds)`

/** Returns SQL for the events of a record type. */
const eventsSql = (noun: LoggedNoun) =>
  `SELECT '${noun}' AS noun, id::text, sequence, kinds, undo, NULL AS record FROM catalog.${logTable(noun)}`

/** Returns SQL for current records, in the columns of events. Empty for agents, whose earlier states nobody needs. */
const recordsSql = (noun: LoggedNoun, ids: string) =>
  noun === 'agent'
    ? ''
    : `UNION ALL SELECT '${noun}', id::text, NULL, NULL, NULL, record FROM catalog.${noun} WHERE id = ANY(${ids})`

/**
 * Returns SQL for events between two sequence numbers. An array of ids makes the planner look up each id, even if it
 * expects many rows.
 */
function betweenSql(nouns: readonly LoggedNoun[], end: LogEnd): string {
  const order = `ORDER BY sequence${end === 'last' ? ' DESC' : ''} LIMIT $3`
  const first = nouns.map(
    (noun) => `(SELECT '${noun}' AS noun, id::text, sequence FROM catalog.${logTable(noun)}
      WHERE sequence > greatest($1::int8, ${AFTER}) AND sequence <= $2 ${order})`,
  )
  const all = nouns.map((noun) => {
    const ids = `(SELECT array_agg(DISTINCT id) FROM page WHERE noun = '${noun}')::${typeOf(noun)}[]`
    return `${eventsSql(noun)} WHERE id = ANY(${ids}) AND sequence >= (SELECT min(sequence) FROM page) ${recordsSql(noun, ids)}`
  })
  return `WITH page AS MATERIALIZED (SELECT * FROM (${first.join(' UNION ALL ')}) each ${order})
    ${all.join(' UNION ALL ')}`
}

/** Finds all events of a record before it selects the last ones, because the index by sequence number would be slow. */
const OF_RECORD = forEachNoun(
  (noun) => `WITH found AS MATERIALIZED (
      ${eventsSql(noun)} WHERE id = $1 AND sequence > ${AFTER}
    ) (SELECT * FROM found ORDER BY sequence DESC LIMIT $2) ${recordsSql(noun, `ARRAY[$1::${typeOf(noun)}]`)}`,
)

const RECORDS_AT = forEachNoun(
  (noun) => `${eventsSql(noun)} WHERE id = ANY($1::${typeOf(noun)}[]) AND sequence > greatest($2::int8, ${AFTER})
    ${recordsSql(noun, `$1::${typeOf(noun)}[]`)}`,
)

function forEachNoun(sql: (noun: LoggedNoun) => string): Readonly<Record<LoggedNoun, string>> {
  return { home: sql('home'), offer: sql('offer'), experience: sql('experience'), agent: sql('agent') }
}
