import { LISTING_CLASSES } from '../../../model/home-columns.ts'
import { CARD_COLUMNS } from '../cards.ts'
import { quoted, REGION_COLUMNS, SQL_COLUMNS, tableOf } from './columns.ts'

/** Texts are compared byte by byte, as everywhere in Plat, whatever the collation of the database. */
export const TEXT = 'text COLLATE "C"'

/** A table that searches read, whose columns follow from what its noun is searched by. */
export interface SearchTable {
  readonly name: string
  /** The columns as `CREATE TABLE` takes them. */
  readonly columns: string
  /** Statements that complete the table: its indexes, and how bytes are stored. */
  readonly completing: string
}

/** A table that searches of homes read. */
export interface HomeTable extends SearchTable {
  /** The noun whose changed records the rows are derived from. */
  readonly noun: 'home' | 'building'
  /** The column that holds the id of such a record: the primary key. */
  readonly key: string
}

/** The names of columns as `COPY` and `SELECT` take them. */
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

/** There is one table per class, so the class is not a filter. Rows are narrow: words and cards have their own tables. */
export const HOME_TABLES: readonly HomeTable[] = [
  ...LISTING_CLASSES.map(tableOf).flatMap((name) => [classTable(name), textTable(name)]),
  cardTable('card', 'home', 'zpid', 'int8'),
  cardTable('building_card', 'building', 'lot_id', TEXT),
]
