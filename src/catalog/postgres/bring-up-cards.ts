import { setTimeout as sleep } from 'node:timers/promises'
import { CommandFault, EXIT } from '../../base/failure.ts'
import type { Log } from '../../base/log.ts'
import type { Connection, Database } from '../../base/postgres/database.ts'
import type { CardPacker } from './card-packer.ts'
import { ownBuildingCards, ownHomeCards, ownRecordCards } from './own-cards.ts'
import type { PackedRow } from './packed-page.ts'
import { OTHER_NOUNS, PLACE_TABLES } from './place-tables.ts'
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

/**
 * Makes cards again where another program made them, or one with another origin of pictures, while all nodes serve: a
 * node makes those that are not its own for each answer. Of all nodes that start one does it at a time; each does it
 * once, so that two of different programs do not take turns for ever. Rejects where the database cannot be written.
 */
export async function bringUpCards(
  database: Database,
  packer: CardPacker,
  { before, log, isStopped }: { readonly before: string; readonly log: Log; readonly isStopped: () => boolean },
): Promise<void> {
  let made = before
  log.info({}, 'Cards in the database were made by another version or for another address: making them again.')
  const visited = new Set<string>()
  for (;;) {
    const table = await unlessBusy(() => nextTable(database, visited))
    if (isStopped()) return
    if (table === undefined) break
    if (table === 'busy') {
      await sleep(PAUSE_MS)
      continue
    }
    visited.add(table.name)
    for (let last: number | string | undefined = table.first; last !== undefined; ) {
      const done = await someOf(database, packer, table, last)
      if (isStopped()) return
      if (done !== 'busy') last = done.last
      else {
        await sleep(PAUSE_MS)
        made = await madeOf(database, made)
        if (isStopped() || made === String(packer.made)) return
      }
    }
  }
  await database.query({ name: 'cards-made', text: SET_MADE, values: [made, String(packer.made), packer.origin] })
  log.info({}, 'All cards in the database are made again.')
}

/** As far as known: the database may be away for a while. */
async function madeOf(database: Database, known: string): Promise<string> {
  const text = 'SELECT value FROM catalog.meta WHERE name = $1'
  const rows = await unlessBusy(() =>
    database.query<{ value: string }>({ name: 'cards-made-by', text, values: [CARDS_MADE] }),
  )
  return rows === 'busy' ? known : (rows[0]?.value ?? known)
}

async function unlessBusy<T>(work: () => Promise<T>): Promise<T | 'busy'> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof CommandFault && error.exitCode === EXIT.busy) return 'busy'
    throw error
  }
}

const SET_MADE = `UPDATE catalog.meta SET value = CASE name WHEN '${CARDS_MADE}' THEN $2 ELSE $3 END
  WHERE name IN ('${CARDS_MADE}', '${CARD_ORIGIN}')
    AND EXISTS (SELECT FROM catalog.meta WHERE name = '${CARDS_MADE}' AND value = $1)`

interface CardTable {
  readonly name: string
  readonly key: string
  readonly type: string
  /** Before every key. */
  readonly first: number | string
  /** On a shard it has retired rows, too, and nobody changes any while cards are made; see `CARDS_LOCK`. */
  readonly isOnShard?: boolean
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
async function nextTable(database: Database, visited: ReadonlySet<string>): Promise<CardTable | undefined> {
  const text = 'SELECT name FROM catalog.shard ORDER BY name'
  const shards = await database.query<{ name: string }>({ name: 'shards', text })
  const onShards = shards.flatMap(({ name }): CardTable[] => [
    { ...HOME_CARDS, name: `${name}.card`, isOnShard: true },
    { ...BUILDING_CARDS, name: `${name}.building_card`, isOnShard: true },
  ])
  const tables = [...(onShards.length === 0 ? [HOME_CARDS] : onShards), BUILDING_CARDS, ...OTHER_CARDS]
  return tables.find(({ name }) => !visited.has(name))
}

/** The next cards of a table, and where to go on; `busy` where somebody else makes or changes them. */
function someOf(
  database: Database,
  packer: CardPacker,
  { name, key, type, isOnShard = false, cardsOf }: CardTable,
  after: number | string,
): Promise<{ readonly last: number | string | undefined } | 'busy'> {
  return unlessBusy(() =>
    database.inTransaction(async (connection) => {
      const query = <Row extends object>(step: string, text: string, values: readonly unknown[]) =>
        connection.query<Row>({ name: `${step}-${name}`, text, values })
      const [lock] = await query<{ mine: boolean }>('lock', 'SELECT pg_try_advisory_xact_lock($1) AS mine', [
        CARDS_LOCK,
      ])
      if (lock?.mine !== true) return 'busy'
      // the row of a card is locked before its record is read, so that no writer changes either meanwhile
      const next = `SELECT ${key} AS key, made FROM ${name} WHERE ${key} > $1 ${isOnShard ? `AND ${IS_SHOWN}` : ''}
        ORDER BY ${key} LIMIT ${BATCH} ${isOnShard ? '' : 'FOR UPDATE NOWAIT'}`
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
      return { last: rows.at(-1)?.key }
    }),
  )
}
