import { LISTING_CLASSES } from '../../model/home-columns.ts'
import { REGION_COLUMNS, SQL_COLUMNS, tableOf } from './columns.ts'
import { quoted } from './conditions.ts'

/** Texts are compared byte by byte, as everywhere in Plat, whatever the collation of the database. */
export const TEXT = 'text COLLATE "C"'

/** A table that searches of homes read. */
export interface SearchTable {
  readonly name: string
  /** As `CREATE TABLE` takes them; `search-row.ts` has their values in the same order. */
  readonly columns: string
  /** Of a table of that name, but for its primary key. */
  indexes(schema: string, table: string): string
}

/** As `COPY` and `SELECT` take them. */
export function columnNames({ columns }: SearchTable): string {
  return columns
    .split(',')
    .map((column) => column.trim().split(' ')[0])
    .join(', ')
}

function classTable(name: string): SearchTable {
  return {
    name,
    columns: `zpid int8 NOT NULL, place point,
    ${SQL_COLUMNS.map((column) => `${quoted(column.name)} ${column.type}`).join(', ')},
    "zipNumber" int4, building ${TEXT}, area ${TEXT}, number ${TEXT}, agent ${TEXT}, bucket int2 NOT NULL`,
    indexes: (schema, table) => `
  ${REGION_COLUMNS.map((region) => `CREATE INDEX ${table}_${region} ON ${schema}.${table} (${quoted(region)});`).join(' ')}
  CREATE INDEX ${table}_place ON ${schema}.${table} USING gist (place);
  CREATE INDEX ${table}_area ON ${schema}.${table} (area) WHERE area IS NOT NULL;
  CREATE INDEX ${table}_number ON ${schema}.${table} (number) WHERE number IS NOT NULL;
  CREATE INDEX ${table}_agent ON ${schema}.${table} (agent) WHERE agent IS NOT NULL;`,
  }
}

function textTable(name: string): SearchTable {
  return {
    name: `${name}_text`,
    columns: 'zpid int8 NOT NULL, words tsvector NOT NULL, bucket int2 NOT NULL',
    indexes: (schema, table) =>
      `CREATE INDEX ${table}_words ON ${schema}.${table} USING gin (words) WITH (fastupdate = off);`,
  }
}

/**
 * One table per class, so the class is not a filter. Rows are narrow: words and cards have tables of their own. On one
 * server they have no partitions: a search finds its place by an index, and hundreds of tables would cost each connection
 * memory. `cluster.ts` makes those.
 */
export const SEARCH_TABLES: readonly SearchTable[] = LISTING_CLASSES.map(tableOf).flatMap((name) => [
  classTable(name),
  textTable(name),
])
