import { CommandFault, EXIT } from '../../base/failure.ts'
import { type Connection, Database } from '../../base/postgres/database.ts'
import type { BringUp } from '../../base/postgres/migrations.ts'
import { type ClassTable, PLACE_CLASSES } from './place-tables.ts'
import { IS_SHOWN } from './shard-changes.ts'
import { DERIVED_TABLES } from './sharded-tables.ts'
import { readShards } from './shards.ts'

const TABLES: readonly ClassTable[] = [...DERIVED_TABLES, ...PLACE_CLASSES]

/** Building an index takes as long as it takes. */
const SHARD_MS = 3_600_000

/**
 * Adds the columns that an older Plat had no use for, to all shards where there are some. They stand behind the others
 * and are empty until everything is derived again: nodes of both versions go on reading.
 */
export const SEARCH_COLUMNS: BringUp = {
  isNeeded: async (connection) => (await lackingIn(connection)).length > 0,
  async run(connection) {
    const lacking = await lackingIn(connection)
    const shards = await readShards(connection)
    if (shards === undefined) throw new CommandFault(UNKNOWN_SHARDS, EXIT.denied)
    for (const { url } of shards) await addOnShard(url, lacking)
    await connection.run(lacking.map((table) => addingSql(table, shards.length > 0)).join('\n'))
  },
}

const UNKNOWN_SHARDS =
  'A column has to be added on all shards, and this user of the database must not know their addresses: start this Plat once as the user who made the cluster.'

interface Lacking {
  readonly table: ClassTable
  /** Names of those that are there, in their order. */
  readonly there: readonly string[]
  /** Those that are not, as `CREATE TABLE` takes them. */
  readonly added: readonly string[]
}

async function lackingIn(connection: Connection): Promise<readonly Lacking[]> {
  const values = [TABLES.map(({ name }) => name)]
  const rows = await connection.query<{ table: string; name: string }>({
    name: 'search-columns',
    text: COLUMNS,
    values,
  })
  const there = Map.groupBy(rows, ({ table }) => table)
  return TABLES.flatMap((table) => {
    const names = there.get(table.name)?.map(({ name }) => name) ?? []
    const added = table.columns
      .split(',')
      .map((column) => column.trim())
      .filter((column) => !names.includes(nameOf(column)))
    return added.length === 0 ? [] : [{ table, there: names, added }]
  })
}

const COLUMNS = `SELECT relname::text AS "table", attname::text AS name
  FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
  WHERE relnamespace = 'catalog'::regnamespace AND relname = ANY($1) AND attnum > 0 AND NOT attisdropped ORDER BY attnum`

function nameOf(column: string): string {
  return (column.split(' ')[0] ?? '').replaceAll('"', '')
}

async function addOnShard(url: string, lacking: readonly Lacking[]): Promise<void> {
  const ofHomes = lacking.filter(({ table }) => isSharded(table))
  const shard = await Database.open({ url, connections: 1 })
  try {
    await shard.inTransaction(
      (connection) => connection.run(ofHomes.map((each) => alteringSql('plat_shard', each)).join('\n')),
      SHARD_MS,
    )
  } finally {
    await shard.close()
  }
}

function isSharded({ name }: ClassTable): boolean {
  return DERIVED_TABLES.some((table) => table.name === name)
}

/** On the server of the catalogue. */
function addingSql(lacking: Lacking, hasShards: boolean): string {
  const { table, there, added } = lacking
  if (!hasShards || !isSharded(table)) return alteringSql('catalog', lacking)
  const isEverywhere = DERIVED_TABLES.some(({ name, spread }) => name === table.name && spread === 'everywhere')
  const names = [...there, ...added.map(nameOf)].map((name) => `"${name}"`).join(', ')
  const shown = `CREATE OR REPLACE VIEW catalog.${table.name} AS SELECT ${names} FROM shards.${table.name} WHERE ${IS_SHOWN};`
  return `${columnsSql('shards', lacking)} ${isEverywhere ? alteringSql('catalog', lacking) : shown}`
}

function alteringSql(schema: string, lacking: Lacking): string {
  const { name, completing } = lacking.table
  return `${columnsSql(schema, lacking)} ${completing(schema, name).replaceAll('CREATE INDEX', 'CREATE INDEX IF NOT EXISTS')}`
}

/** Rows that are there have no value. */
function columnsSql(schema: string, { table, added }: Lacking): string {
  const columns = added.map((column) => `ADD COLUMN IF NOT EXISTS ${column.replace(' NOT NULL', '')}`)
  return `ALTER TABLE ${schema}.${table.name} ${columns.join(', ')};`
}
