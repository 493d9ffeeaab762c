import { LISTING_CLASSES } from '../../model/home-columns.ts'
import { BUCKETS } from './buckets.ts'
import { PACKED_COLUMNS } from './card-packer.ts'
import { REGION_COLUMNS, SQL_COLUMNS, tableOf } from './columns.ts'
import { quoted } from './conditions.ts'

/** Texts are compared byte by byte, as everywhere in Plat, whatever the collation of the database. */
export const TEXT = 'text COLLATE "C"'

/** How the rows of a table are spread over shards. */
export type Spread =
  /** By the bucket of the home. */
  | 'bucket'
  /** By the id, as `bucketOfId` has it. */
  | 'id'
  /** All rows are on every shard, and on the coordinator. */
  | 'everywhere'

/** A table that is spread over shards where a catalogue has some; see `cluster.ts`. */
export interface ShardedTable {
  readonly name: string
  /** Whose changed records its rows are derived from, unless they are such records. */
  readonly noun: 'home' | 'building'
  /** The id of such a record. */
  readonly key: string
  readonly spread: Spread
  /** As `CREATE TABLE` takes them. */
  readonly columns: string
  /** A row is kilobytes long. */
  readonly isWide?: boolean
  /** What completes a table of that name: indexes, but for its primary key, and how bytes are stored. */
  completing(schema: string, table: string): string
}

/** As `COPY` and `SELECT` take them. */
export function columnNames({ columns }: Pick<ShardedTable, 'columns'>): string {
  return columns
    .split(',')
    .map((column) => column.trim().split(' ')[0])
    .join(', ')
}

/** What partitions of the table are told apart by: in a table that is everywhere, whose copy a row is. */
export function partedBy({ spread, key }: ShardedTable): string {
  if (spread === 'id') return `(${bucketOfId(key)})`
  return spread === 'bucket' ? 'bucket' : 'shard'
}

/** Records are looked up by nothing but their id, and so lie by it: a bucket for each sixteenth. */
export function bucketOfId(id: string): string {
  return `${id} % ${BUCKETS}`
}

/** The columns of the table on a shard: rows say since and until which change they are shown; see `table-rows.ts`. */
export function shardColumns({ spread, columns }: ShardedTable): string {
  const copy = spread === 'everywhere' ? ', shard int2 NOT NULL' : ''
  return `${columns}${copy}, since int8 NOT NULL, until int8 NOT NULL`
}

function classTable(name: string): ShardedTable {
  return {
    name,
    noun: 'home',
    key: 'zpid',
    spread: 'bucket',
    columns: `zpid int8 NOT NULL, place point,
    ${SQL_COLUMNS.map((column) => `${quoted(column.name)} ${column.type}`).join(', ')},
    "zipNumber" int4, building ${TEXT}, area ${TEXT}, number ${TEXT}, agent ${TEXT}, bucket int2 NOT NULL`,
    completing: (schema, table) => `
  ${REGION_COLUMNS.map((region) => `CREATE INDEX ${table}_${region} ON ${schema}.${table} (${quoted(region)});`).join(' ')}
  CREATE INDEX ${table}_place ON ${schema}.${table} USING gist (place);
  CREATE INDEX ${table}_area ON ${schema}.${table} (area) WHERE area IS NOT NULL;
  CREATE INDEX ${table}_number ON ${schema}.${table} (number) WHERE number IS NOT NULL;
  CREATE INDEX ${table}_agent ON ${schema}.${table} (agent) WHERE agent IS NOT NULL;`,
  }
}

function textTable(name: string): ShardedTable {
  return {
    name: `${name}_text`,
    noun: 'home',
    key: 'zpid',
    spread: 'bucket',
    columns: 'zpid int8 NOT NULL, words tsvector NOT NULL, bucket int2 NOT NULL',
    completing: (schema, table) =>
      `CREATE INDEX ${table}_words ON ${schema}.${table} USING gin (words) WITH (fastupdate = off);`,
  }
}

/** Cards are stored as they are sent, and never compressed once more: they are copied, not searched. */
function storedAsSent(schema: string, table: string): string {
  return `ALTER TABLE ${schema}.${table} ALTER packed SET STORAGE EXTERNAL;`
}

const CARD: ShardedTable = {
  name: 'card',
  noun: 'home',
  key: 'zpid',
  spread: 'bucket',
  columns: `zpid int8 NOT NULL, bucket int2 NOT NULL, ${PACKED_COLUMNS}`,
  isWide: true,
  completing: storedAsSent,
}

const BUILDING_CARD: ShardedTable = {
  name: 'building_card',
  noun: 'building',
  key: 'lot_id',
  spread: 'everywhere',
  columns: `lot_id ${TEXT} NOT NULL, ${PACKED_COLUMNS}`,
  isWide: true,
  completing: storedAsSent,
}

/** The records of homes. */
export const HOME_TABLE: ShardedTable = {
  name: 'home',
  noun: 'home',
  key: 'id',
  spread: 'id',
  columns: 'id int8 NOT NULL, record text NOT NULL',
  isWide: true,
  completing: () => '',
}

/**
 * What searches of homes read. There is one table per class, so the class is not a filter. Rows are narrow: words and
 * cards have tables of their own.
 */
export const DERIVED_TABLES: readonly ShardedTable[] = [
  ...LISTING_CLASSES.map(tableOf).flatMap((name) => [classTable(name), textTable(name)]),
  CARD,
  BUILDING_CARD,
]

/** Everything that is spread over shards. */
export const SHARDED_TABLES: readonly ShardedTable[] = [...DERIVED_TABLES, HOME_TABLE]

/** A condition on rows that some buckets have. */
export function inBuckets(table: ShardedTable, buckets: readonly number[]): string {
  return `${partedBy(table)} IN (${buckets.join(', ')})`
}
