import { setTimeout as sleep } from 'node:timers/promises'
import { CommandFault, EXIT } from '../../base/failure.ts'
import type { Log } from '../../base/log.ts'
import type { Connection, Database } from '../../base/postgres/database.ts'
import type { CardPacker } from './card-packer.ts'
import { IS_CITUS } from './citus.ts'
import { ownBuildingCards, ownHomeCards, ownRecordCards } from './own-cards.ts'
import type { PackedRow } from './packed-page.ts'
import { OTHER_NOUNS, PLACE_TABLES } from './place-tables.ts'
import { SORTED_THERE } from './rows.ts'
import { IS_SHOWN } from './shard-changes.ts'
import { CARDS_LOCK } from './writer-lock.ts'

/** Rows of `meta`: the origin of pictures that writers put into cards, and the `made` of all cards where it is one. */
export const CARD_ORIGIN = 'cardOrigin'
export const CARDS_MADE = 'cardsMade'
export const MADE_BY_SEVERAL = 'several'

/** Few enough for calls between two batches. */
const BATCH = 20

/** While another node makes cards, or a writer changes those that are next. */
const PAUSE_MS = 1000

/** What the names of rows of `meta` begin with that tell how far a program is; its `made` follows. */
export const CARDS_AT = 'cardsAt '

interface BringUp {
  readonly log: Log
  readonly isStopped: () => boolean
}

/**
 * Makes cards again where another program made them, or one with another origin of pictures, while all nodes serve: a
 * node makes those that are not its own for each answer. All threads and nodes of one program share the work, by what
 * the database knows of how far it is; each program does it once, so that two of them do not take turns for ever.
 * Rejects where the database cannot be written.
 */
export async function bringUpCards(database: Database, packer: CardPacker, { log, isStopped }: BringUp): Promise<void> {
  while (!isStopped()) {
    const done = await unlessBusy(() => database.inTransaction((connection) => step(connection, packer)))
    if (done === 'begun')
      log.info({}, 'Cards in the database were made by another version or for another address: making them again.')
    if (done === 'finished') log.info({}, 'All cards in the database are made again.')
    if (done === 'finished' || done === 'others finished') return
    if (done === 'busy' && !isStopped()) await sleep(PAUSE_MS)
  }
}

async function unlessBusy<T>(work: () => Promise<T>): Promise<T | 'busy'> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof CommandFault && error.exitCode === EXIT.busy) return 'busy'
    throw error
  }
}

/** How far a program is. */
interface Position {
  /** Whose cards there were when it began: another change of that means that not all will be its own. */
  readonly from: string
  /** Tables that it has begun, the last one not yet finished. */
  readonly tables: readonly string[]
  /** The last key of that table. */
  readonly last: number | string
}

/** Makes the next cards, on the one connection that does so. */
async function step(
  connection: Connection,
  packer: CardPacker,
): Promise<'busy' | 'begun' | 'on the way' | 'finished' | 'others finished'> {
  const query = <Row extends object>(name: string, text: string, values: readonly unknown[]) =>
    connection.query<Row>({ name: `cards-${name}`, text, values })
  const [lock] = await query<{ mine: boolean }>('lock', 'SELECT pg_try_advisory_xact_lock($1) AS mine', [CARDS_LOCK])
  if (lock?.mine !== true) return 'busy'
  const at = CARDS_AT + packer.made
  const told = await query<{ name: string; value: string }>('told', TOLD, [at])
  const meta = new Map(told.map(({ name, value }) => [name, value]))
  const from = meta.get(CARDS_MADE)
  if (from === undefined || from === String(packer.made)) return 'others finished'
  const known = meta.get(at)
  const position: Position = known === undefined ? { from, tables: [], last: 0 } : JSON.parse(known)
  const tables = await cardTables(connection)
  const last = tables.find(({ name }) => name === position.tables.at(-1))
  const reached = last && (await someOf(connection, packer, last, position.last))
  if (reached !== undefined) {
    await query('reached', SET_AT, [at, JSON.stringify({ ...position, last: reached })])
    return 'on the way'
  }
  const next = tables.find(({ name }) => !position.tables.includes(name))
  if (next !== undefined) {
    const begun: Position = { ...position, tables: [...position.tables, next.name], last: next.first }
    await query('reached', SET_AT, [at, JSON.stringify(begun)])
    return known === undefined ? 'begun' : 'on the way'
  }
  const isAll = position.from === from
  await query('made', SET_MADE, [isAll ? String(packer.made) : MADE_BY_SEVERAL, isAll ? packer.origin : null])
  await query('at-end', 'DELETE FROM catalog.meta WHERE name = $1', [at])
  return isAll ? 'finished' : 'others finished'
}

/** A writer that changes either is not waited for. */
const TOLD = `SELECT name, value FROM catalog.meta WHERE name IN ('${CARDS_MADE}', $1) ORDER BY name FOR UPDATE NOWAIT`

const SET_AT = 'INSERT INTO catalog.meta VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value'

const SET_MADE = `UPDATE catalog.meta SET value = CASE name WHEN '${CARDS_MADE}' THEN $1 ELSE $2 END
  WHERE name = '${CARDS_MADE}' OR name = '${CARD_ORIGIN}' AND $2::text IS NOT NULL`

interface CardTable {
  readonly name: string
  readonly key: string
  readonly type: string
  /** Before every key. */
  readonly first: number | string
  /** On a shard it has retired rows, too, and nobody changes any while cards are made; see `CARDS_LOCK`. */
  readonly isOnShard?: boolean
  /** Citus locks no rows of several workers, so nobody changes any meanwhile, either. */
  readonly isOnWorkers?: boolean
  cardsOf(connection: Connection, packer: CardPacker, keys: readonly never[]): Promise<ReadonlyMap<unknown, PackedRow>>
}

const HOME_CARDS: CardTable = { name: 'catalog.card', key: 'zpid', type: 'int8', first: -1, cardsOf: ownHomeCards }
const BUILDING_CARDS: CardTable = {
  name: 'catalog.building_card',
  key: 'lot_id',
  type: 'text',
  first: '',
  cardsOf: ownBuildingCards,
}
const OTHER_CARDS = OTHER_NOUNS.map(
  (noun): CardTable => ({
    name: `catalog.${PLACE_TABLES[noun].cards}`,
    key: 'key',
    type: 'int8',
    first: -1,
    cardsOf: ownRecordCards(noun),
  }),
)

/** Shards are visited one by one, since each finds its next cards by itself; and also one that was added meanwhile. */
async function cardTables(connection: Connection): Promise<readonly CardTable[]> {
  const text = 'SELECT name FROM catalog.shard ORDER BY name'
  const shards = await connection.query<{ name: string }>({ name: 'shards', text })
  const onShards = shards.flatMap(({ name }): CardTable[] => [
    { ...HOME_CARDS, name: `${name}.card`, isOnShard: true },
    { ...BUILDING_CARDS, name: `${name}.building_card`, isOnShard: true },
  ])
  const isOnWorkers = (await connection.query({ name: 'is-citus', text: IS_CITUS })).length > 0
  const here = onShards.length === 0 ? [{ ...HOME_CARDS, isOnWorkers }] : onShards
  return [...here, BUILDING_CARDS, ...OTHER_CARDS]
}

/** Makes the next cards of a table, and answers the key of the last one; undefined where there are no more. */
async function someOf(
  connection: Connection,
  packer: CardPacker,
  { name, key, type, isOnShard = false, isOnWorkers = false, cardsOf }: CardTable,
  after: number | string,
): Promise<number | string | undefined> {
  const query = <Row extends object>(what: string, text: string, values: readonly unknown[]) =>
    connection.query<Row>({ name: `${what}-${name}`, text, values })
  if (isOnShard) await connection.run(SORTED_THERE)
  // the row of a card is locked before its record is read, so that no writer changes either meanwhile
  const next = `SELECT ${key} AS key, made FROM ${name} WHERE ${key} > $1 ${isOnShard ? `AND ${IS_SHOWN}` : ''}
    ORDER BY ${key} LIMIT ${BATCH} ${isOnShard || isOnWorkers ? '' : 'FOR UPDATE NOWAIT'}`
  const rows = await query<{ key: never; made: number }>('next', next, [after])
  const keys = rows.filter(({ made }) => made !== packer.made).map((row) => row.key)
  const own = keys.length === 0 ? [] : [...(await cardsOf(connection, packer, keys))]
  const cards = own.map(([, card]) => card)
  const store = `UPDATE ${name} kept SET packed = own.packed, sum = own.sum, bytes = own.bytes, made = $5
    FROM unnest($1::${type}[], $2::bytea[], $3::int8[], $4::int4[]) AS own (key, packed, sum, bytes)
    WHERE kept.${key} = own.key ${isOnShard ? `AND kept.${key} = ANY($1) AND ${IS_SHOWN}` : ''}`
  await query('store', store, [
    own.map(([of]) => of),
    cards.map(({ packed }) => packed),
    cards.map(({ sum }) => sum),
    cards.map(({ bytes }) => bytes),
    packer.made,
  ])
  return rows.at(-1)?.key
}
