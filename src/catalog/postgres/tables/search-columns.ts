import type { Connection } from '../../../kit/postgres/database.ts'
import type { BringUp } from '../../../kit/postgres/migrations.ts'
import { HOME_TABLES, type SearchTable } from './home-tables.ts'
import { PLACE_CLASSES } from './place-tables.ts'
import { PROPERTY_TABLE } from './property-table.ts'

const TABLES: readonly SearchTable[] = [...HOME_TABLES, ...PLACE_CLASSES, PROPERTY_TABLE]

/**
 * Adds the columns that an older Plat had no use for. They stand behind the others and are empty until everything is
 * derived again: nodes of both versions go on reading.
 */
export const SEARCH_COLUMNS: BringUp = {
  isNeeded: async (connection) => (await lackingIn(connection)).length > 0,
  async run(connection) {
    await connection.run((await lackingIn(connection)).map(addingSql).join('\n'))
  },
}

interface Lacking {
  readonly table: SearchTable
  /** The columns that are not there, as `CREATE TABLE` takes them. */
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
    return added.length === 0 ? [] : [{ table, added }]
  })
}

const COLUMNS = `SELECT relname::text AS "table", attname::text AS name
  FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
  WHERE relnamespace = 'catalog'::regnamespace AND relname = ANY($1) AND attnum > 0 AND NOT attisdropped ORDER BY attnum`

function nameOf(column: string): string {
  return (column.split(' ')[0] ?? '').replaceAll('"', '')
}

/** Rows that are there have no value. */
function addingSql({ table: { name, completing }, added }: Lacking): string {
  const columns = added.map((column) => `ADD COLUMN ${column.replace(' NOT NULL', '')}`)
  return `ALTER TABLE catalog.${name} ${columns.join(', ')};
    ${completing.replaceAll('CREATE INDEX', 'CREATE INDEX IF NOT EXISTS')}`
}
