import { CommandFault, EXIT } from '../../base/failure.ts'
import { literal, Script } from '../../base/postgres/script.ts'
import { quote } from '../../base/sentence.ts'
import { LISTING_CLASSES } from '../../model/home-columns.ts'
import { tableOf } from './columns.ts'
import { inRing } from './in-ring.ts'
import { retiring, SPLIT, shownRows } from './shard-changes.ts'
import { columnNames, inBuckets, partedBy, SHARDED_TABLES, type ShardedTable, shardColumns } from './sharded-tables.ts'

/** A shard as it is to be. */
export interface PlannedShard {
  readonly url: string
  /** From 1: that of `shard1` is 1. */
  readonly number: number
  readonly buckets: readonly number[]
}

/** That travel at a time. */
const [ROWS, WIDE_ROWS] = [10_000, 1000]

const SCRIPT = new Script(new URL('./cluster-fdw.sql', import.meta.url))

/** What shards share, by bucket. */
export const SHARED_TABLES = SHARDED_TABLES.filter(({ spread }) => spread !== 'everywhere')

export function shardName({ number }: Pick<PlannedShard, 'number'>): string {
  return `shard${number}`
}

/** Everything that a server needs to be a shard, but rows. */
export function shardSql({ number }: PlannedShard): string {
  const tables = SHARDED_TABLES.map((table) => {
    const values = { table: table.name, columns: shardColumns(table), key: table.key }
    return `${SCRIPT.section('shard-table', values)} ${table.completing('plat_shard', table.name)}`
  })
  return [SCRIPT.section('shard', { number }), inRing('plat_shard'), ...tables].join('\n')
}

/** Everything that the coordinator has where there are shards, but the rows of tables and who reads them. */
export function coordinatorSql(shards: readonly PlannedShard[]): string {
  const tables = SHARDED_TABLES.map((table) => {
    const values = { table: table.name, columns: shardColumns(table), by: partedBy(table) }
    return SCRIPT.section('table', values)
  })
  const attached = shards.flatMap((shard) => SHARDED_TABLES.map((table) => attachingSql(table, shard)))
  return [SCRIPT.section('coordinator'), ...tables, ...shards.map(serverSql), ...attached].join('\n')
}

/** Puts the rows of the catalogue into the tables that shards share, and copies of the others on each. */
export function fillingSql(shards: readonly PlannedShard[], change: number): readonly string[] {
  const rows = LISTING_CLASSES.map((name) => `SELECT building, bucket FROM catalog.${tableOf(name)}`)
  return [
    SCRIPT.section('buildings', { rows: rows.join(' UNION ALL '), split: SPLIT }),
    ...SHARED_TABLES.map((table) => {
      const values = { table: table.name, names: columnNames(table), change }
      return SCRIPT.section('fill', values)
    }),
    ...shards.flatMap((shard) => copyingSql(shard, change)),
  ]
}

/** Copies of what is everywhere. */
function copyingSql(shard: PlannedShard, change: number): readonly string[] {
  return SHARDED_TABLES.filter(({ spread }) => spread === 'everywhere').map((table) => {
    const values = { table: table.name, names: columnNames(table), server: shardName(shard), number: shard.number }
    return SCRIPT.section('copies', { ...values, change })
  })
}

/** Puts views in the place of the tables that were filled. */
export function viewsSql(): string {
  return SHARED_TABLES.map((table) => SCRIPT.section('view', { table: table.name, shown: shownRows(table) })).join('\n')
}

/** Fills a shard that is new, and retires what it takes over. */
export function movingSql(shard: PlannedShard, change: number): readonly string[] {
  const moved = SHARED_TABLES.map((table) => {
    const values = { table: table.name, names: columnNames(table), server: shardName(shard), change }
    const buckets = inBuckets(table, shard.buckets)
    const copying = SCRIPT.section('move', { ...values, moved: buckets })
    return `${copying} ${retiring(table, change, buckets)};`
  })
  return [...moved, ...copyingSql(shard, change)]
}

/** Has the coordinator find other buckets on a shard. */
export function cutSql(shard: Pick<PlannedShard, 'number' | 'buckets'>): string {
  const cut = SHARED_TABLES.map((table) => {
    const values = { table: table.name, server: shardName(shard) }
    return `${SCRIPT.section('detach', values)} ${attachingSql(table, shard)}`
  })
  return cut.join('\n')
}

/** Notes the buckets that a shard has. */
export function notingSql(shard: Pick<PlannedShard, 'number' | 'buckets'>): string {
  const set = shard.buckets.reduce((all, bucket) => all | (1 << bucket), 0)
  return `INSERT INTO catalog.shard VALUES ('${shardName(shard)}', ${set})
    ON CONFLICT (name) DO UPDATE SET buckets = excluded.buckets;`
}

export function attachingSql(table: ShardedTable, shard: Pick<PlannedShard, 'number' | 'buckets'>): string {
  const { name, spread } = table
  const values = spread === 'everywhere' ? shard.number : shard.buckets.join(', ')
  return SCRIPT.section('attach', { table: name, server: shardName(shard), values })
}

/** Makes a server and its tables known. */
export function serverSql(shard: PlannedShard): string {
  const { hostname, port, pathname, username, password, searchParams } = new URL(shard.url)
  const other = [...searchParams.keys()].find((key) => key !== 'sslmode')
  if (other !== undefined)
    throw new CommandFault(
      `Cannot use the parameter ${quote(other)} in the address of a shard: accepted is sslmode alone.`,
      EXIT.usage,
    )
  const sslMode = searchParams.get('sslmode')
  const server = shardName(shard)
  const known = SCRIPT.section('server', {
    server,
    number: shard.number,
    host: decoded(hostname.replace(/^\[|\]$/g, '')),
    port: literal(port || '5432'),
    database: decoded(pathname.slice(1)),
    tls: sslMode === null ? '' : `, sslmode ${literal(sslMode)}`,
    user: decoded(username),
    password: decoded(password),
  })
  const tables = SHARDED_TABLES.map((table) =>
    SCRIPT.section('foreign', {
      table: table.name,
      server,
      columns: shardColumns(table),
      rows: table.isWide ? WIDE_ROWS : ROWS,
    }),
  )
  return [known, ...tables].join('\n')
}

/** A part of an address as SQL writes it. */
function decoded(part: string): string {
  return literal(decodeURIComponent(part))
}
