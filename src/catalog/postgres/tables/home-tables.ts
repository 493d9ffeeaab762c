import { LISTING_CLASSES } from '../../../model/home-columns.ts'
import { CARD_COLUMNS } from '../cards.ts'
import { quoted, REGION_COLUMNS, SQL_COLUMNS, tableOf } from './columns.ts'

/** Compares strings byte by byte, as everywhere in Plat, whatever the collation of the database. */
export const TEXT = 'text COLLATE "C"'

/** A table that searches read. Its columns follow from the description of a record type. */
export interface SearchTable {
  readonly name: string
  /** The columns, in the form that `CREATE TABLE` requires. */
  readonly columns: string
  /** Statements that complete the table with indexes and storage settings. */
  readonly completing: string
}

/** A table that searches of homes read. */
export interface HomeTable extends SearchTable {
  /** The type of records from which rows are derived. */
  readonly noun: 'home' | 'building'
  /** The column with the id of the record. */
  readonly id: string
  /** The columns of the primary key. */
  readonly key: string
}

/** The names of the columns, in the form that `COPY` and `SELECT` require. */
export function columnNames({ columns }: Pick<SearchTable, 'columns'>): string {
  return columns
    .split(',')
    .map((column) => column.trim().split(' ')[0])
    .join(', ')
}

const OF_HOMES = { noun: 'home', id: 'zpid', key: 'zpid, state' } as const

function classTable(name: string): HomeTable {
  return {
    name,
    ...OF_HOMES,
    columns: `zpid int8 NOT NULL, place point,
    ${SQL_COLUMNS.map((column) => `${quoted(column.name)} ${column.type}`).join(', ')},
    "zipNumber" int4, building ${TEXT}, area ${TEXT}, number ${TEXT}, layers int8[]`,
    completing: `
  ${REGION_COLUMNS.map((region) => `CREATE INDEX ${name}_${region} ON catalog.${name} (${quoted(region)});`).join(' ')}
  CREATE INDEX ${name}_place ON catalog.${name} USING gist (place);
  CREATE INDEX ${name}_area ON catalog.${name} (area) WHERE area IS NOT NULL;
  CREATE INDEX ${name}_number ON catalog.${name} (number) WHERE number IS NOT NULL;
  CREATE INDEX ${name}_layers ON catalog.${name} USING gin (layers) WITH (fastupdate = off) WHERE layers IS NOT NULL;`,
  }
}

function textTable(name: string): HomeTable {
  return {
    name: `${name}_text`,
    ...OF_HOMES,
    columns: 'zpid int8 NOT NULL, state int8 NOT NULL, words tsvector NOT NULL',
    completing: `CREATE INDEX ${name}_text_words ON catalog.${name}_text USING gin (words) WITH (fastupdate = off);`,
  }
}

/**
 * The tables for searches of homes, one per listing class. Rows are narrow, since words and search results (JSON) are
 * in other tables.
 */
export const HOME_TABLES: readonly HomeTable[] = [
  ...LISTING_CLASSES.map(tableOf).flatMap((name) => [classTable(name), textTable(name)]),
  { name: 'card', ...OF_HOMES, columns: `zpid int8 NOT NULL, state int8 NOT NULL, ${CARD_COLUMNS}`, completing: '' },
  {
    name: 'building_card',
    noun: 'building',
    id: 'lot_id',
    key: 'lot_id',
    columns: `lot_id ${TEXT} NOT NULL, ${CARD_COLUMNS}`,
    completing: '',
  },
]
