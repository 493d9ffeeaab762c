import type { Database } from '../../base/postgres/database.ts'
import { BUCKETS } from './buckets.ts'
import { SHARD_SCHEMA } from './dialect.ts'
import { gathering } from './gathering.ts'
import { type Following, inOneState } from './one-state.ts'
import { bucketOfId } from './sharded-tables.ts'
import type { Shard, Shards } from './shards.ts'

type Get = (id: number) => Promise<string | undefined>

/** Reads the JSON of homes. */
export interface HomeRecords {
  /** By the id of no other than this home. */
  readonly get: Get
  /** Takes up the newest state where what is read is of an older one than a change; tells whether it was. */
  follow(change: number | undefined): Promise<boolean>
}

export interface HomeRecordsOptions extends Following {
  readonly database: Database
  readonly shards: Shards
  /** Whether homes are on several servers: what is asked of one then waits for no other. */
  areHomesSpread(): boolean
}

interface Row {
  readonly id: number
  readonly record: string
}

/** Records of homes lie by their ids: where nodes ask shards themselves, each is asked once for all of its own. */
export function homeRecords(options: HomeRecordsOptions): HomeRecords {
  const { database, shards, areHomesSpread } = options
  const throughDatabase = gathering((ids: readonly number[]) => storedIn(database, ids))
  const inBuckets = Array.from({ length: BUCKETS }, (_, bucket) =>
    gathering((ids: readonly number[]) => storedIn(database, ids, bucket)),
  )
  /** Of a state: there is one object for each of its shards. */
  const onShards = new WeakMap<Shard, Get>()
  const onShard = (shard: Shard, change: number) => {
    const known = onShards.get(shard)
    if (known !== undefined) return known
    const made = gathering((ids: readonly number[]) => storedOn(shards, shard, change, ids))
    onShards.set(shard, made)
    return made
  }
  const get: Get = async (id) => {
    if (!Number.isSafeInteger(id)) return undefined // would fail the statement, and with it whoever else asks
    return inOneState(options, async ({ distribution }) => {
      const bucket = id % BUCKETS
      if (distribution === undefined) return ((areHomesSpread() && inBuckets[bucket]) || throughDatabase)(id)
      const shard = distribution.shards.find(({ buckets }) => (buckets & (1 << bucket)) !== 0)
      return shard && onShard(shard, distribution.change)(id)
    })
  }
  return {
    get,
    async follow(change = 0) {
      const state = options.state()
      if (state.distribution === undefined || state.distribution.change >= change) return false
      await options.renew(state)
      return true
    },
  }
}

/** `bucket`: that all these homes are in, so that one shard is asked. */
async function storedIn(
  database: Database,
  ids: readonly number[],
  bucket?: number,
): Promise<ReadonlyMap<number, string>> {
  const { name, is, value } = byId(ids, '$1')
  const text = `SELECT id, record FROM catalog.home WHERE ${is}`
  return recordsOf(
    await database.query<Row>(
      bucket === undefined
        ? { name, text, values: [value] }
        : { name: `${name}-bucket`, text: `${text} AND ${bucketOfId('id')} = $2`, values: [value, bucket] },
    ),
  )
}

async function storedOn(
  shards: Shards,
  { url }: Shard,
  change: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const { is, value } = byId(ids, '$2')
  const text = `SELECT id, record FROM ${SHARD_SCHEMA}.home WHERE ${is} AND since <= $1 AND until > $1`
  return recordsOf(await shards.read<Row>(url, change, { text, values: [change, value] }))
}

/** One is looked up more cheaply than a list of one. */
function byId(ids: readonly number[], sign: string) {
  const [only] = ids
  return ids.length === 1
    ? { name: 'record-home', is: `id = ${sign}`, value: only }
    : { name: 'records-home', is: `id = ANY(${sign})`, value: ids }
}

function recordsOf(rows: readonly Row[]): ReadonlyMap<number, string> {
  return new Map(rows.map(({ id, record }) => [id, record]))
}
