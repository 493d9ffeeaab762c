import { LISTING_CLASSES } from '../../../model/home-columns.ts'
import { CARD_COLUMNS } from '../cards.ts'
import { quoted, REGION_COLUMNS, SQL_COLUMNS, tableOf } from './columns.ts'

/** Texts are compared byte by byte, as everywhere in Plat, regardless of the database's collation. */
export const TEXT = 'text COLLATE "C"'

/** A table that searches read. Its columns follow from the description of the noun. */
export interface SearchTable {
  readonly name: string
  /** The columns, as `CREATE TABLE` takes them. */
  readonly columns: string
  /** Statements that complete the table: its indexes and storage settings. */
  readonly completing: string
}

/** A table that searches of homes read. */
export interface HomeTable extends SearchTable {
  /** The noun from whose records the rows are derived. */
  readonly noun: 'home' | 'building'
  /** The primary key, which contains the id of the record. */
  readonly key: string
}

/** The names of the columns, as `COPY` and `SELECT` take them. */
export function columnNames({ columns }: Pick<SearchTable, 'columns'>): string {
  return columns
    .split(',')
    .map((column) => column.trim().split(' ')[0])
    .join(', ')
}

function classTable(name: string): HomeTable {
  return {
    name,
    noun: 'home',
    key: 'zpid',
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
    noun: 'home',
    key: 'zpid',
    columns: 'zpid int8 NOT NULL, words tsvector NOT NULL',
    completing: `CREATE INDEX ${name}_text_words ON catalog.${name}_text USING gin (words) WITH (fastupdate = off);`,
  }
}

function cardTable(name: string, noun: HomeTable['noun'], key: string, type: string): HomeTable {
  return { name, noun, key, columns: `${key} ${type} NOT NULL, ${CARD_COLUMNS}`, completing: '' }
}

/**
 * Each class has its own table, so the class is not a filter. Rows are narrow: words and cards have their own tables.
 */
export const HOME_TABLES: readonly HomeTable[] = [
  ...LISTING_CLASSES.map(tableOf).flatMap((name) => [classTable(name), textTable(name)]),
  cardTable('card', 'home', 'zpid', 'int8'),
  cardTable('building_card', 'building', 'lot_id', TEXT),
]
