import { storable } from '../../../kit/postgres/storable.ts'
import {
  type ColumnKind,
  PROPERTY_COLUMN_KINDS,
  PROPERTY_COLUMNS,
  type PropertyColumnName,
} from '../../../model/property-columns.ts'
import { shortText } from '../../facts/short-text.ts'
import { quoted } from './columns.ts'
import { type SearchTable, TEXT } from './home-tables.ts'

/** The types of columns. Numbers are stored exactly, so that comparisons with any bound are correct. */
const TYPES: Readonly<Record<ColumnKind, string>> = {
  number: 'float8',
  moment: 'float8',
  day: 'int4',
  boolean: 'int2',
  text: TEXT,
  id: TEXT,
  list: 'text[]',
}

/** The columns whose values come from the record. Wide columns come first, so that PostgreSQL needs no padding. */
export const RECORD_COLUMNS = (Object.keys(PROPERTY_COLUMNS) as (keyof typeof PROPERTY_COLUMNS)[]) // its keys
  .sort((one, other) => widthRank(one) - widthRank(other))

function widthRank(name: PropertyColumnName): number {
  return ['float8', 'int4', 'int2', TEXT, 'text[]'].indexOf(TYPES[PROPERTY_COLUMN_KINDS[name]])
}

/**
 * Indexes for conditions and sort orders. There are few, since each slows down imports. An index sorts pages by its
 * first column. Its other columns are often requested with it, so the table need not be read.
 */
const INDEXES: Readonly<Partial<Record<PropertyColumnName, string>>> = {
  City: '',
  StateOrProvince: ', "YearBuilt" NULLS FIRST',
  PostalCode: '',
  PropertySubType: '',
  StandardStatus: ', "ModificationTimestamp") INCLUDE ("BedroomsTotal", "ListPrice"',
  ListPrice: '',
  YearBuilt: '',
  ModificationTimestamp: '',
}

/** Whether an index returns rows sorted by this column. */
export function isInOrder(column: PropertyColumnName): boolean {
  return column in INDEXES
}

/** Columns whose index finds only equal values. */
const IDS = [
  'ListingId',
  'ParcelNumber',
  'ListAgentKey',
  'ListOfficeKey',
] as const satisfies readonly PropertyColumnName[]

const column = (name: (typeof RECORD_COLUMNS)[number]) => `${quoted(name)} ${TYPES[PROPERTY_COLUMN_KINDS[name]]}`

/**
 * All homes and offers, even unlisted ones, with the columns of OData's resource Property. NULL means no value, or an
 * empty list. The table is vacuumed once 1 % of its rows have changed, because only after a vacuum can PostgreSQL count
 * rows without reading the table.
 */
export const PROPERTY_TABLE: SearchTable & { readonly key: string } = {
  name: 'property',
  key: 'key, noun',
  columns: `key ${TEXT} NOT NULL, noun ${TEXT} NOT NULL, "ModificationTimestamp" float8 NOT NULL,
    "unitX" float8, "unitY" float8, "unitZ" float8, place point, ${RECORD_COLUMNS.map(column).join(', ')}`,
  completing: `CREATE INDEX property_place ON catalog.property USING gist (place);
  ${Object.entries(INDEXES)
    .map(([name, rest]) => `CREATE INDEX property_${name} ON catalog.property (${quoted(name)} NULLS FIRST${rest});`)
    .join('\n  ')}
  CREATE INDEX property_open_houses ON catalog.property (key) WHERE "OpenHousesCount" IS NOT NULL;
  ${IDS.map((name) => `CREATE INDEX property_${name} ON catalog.property (${quoted(name)}) WHERE ${quoted(name)} IS NOT NULL;`).join('\n  ')}
  ALTER TABLE catalog.property
    SET (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_insert_scale_factor = 0.01);`,
}

/** Returns a string as a column of this kind stores it. Shortens long strings, because indexes do not accept them. */
export function storedText(kind: ColumnKind, text: string): string {
  if (kind === 'list') return text
  return kind === 'id' ? shortText(text) : inCodeUnitOrder(shortText(text))
}

/** Formats a list as PostgreSQL reads it. */
export function listText(texts: readonly string[]): string {
  return `{${texts.map((text) => `"${text.replace(/["\\]/g, '\\$&')}"`).join(',')}}`
}

/** Without these characters, strings sort the same by UTF-16 code units as by code points. */
const LATER = /[\ud800-\uffff]/
const [PRIVATE, SUPPLEMENTARY, LAST_PRIVATE] = [0xe000, 0x1_0000, 0x10_e000]

/**
 * Transforms a string so that PostgreSQL, which compares code points, sorts it as JavaScript does, by UTF-16 code
 * units. The code points U+E000 to U+FFFF swap places with all higher ones.
 */
function inCodeUnitOrder(text: string): string {
  if (!LATER.test(text)) return text
  return storable(text)
    .toWellFormed()
    .replace(/[\u{e000}-\u{10ffff}]/gu, (character) => {
      const point = character.codePointAt(0) ?? 0
      return String.fromCodePoint(
        point >= SUPPLEMENTARY ? point - SUPPLEMENTARY + PRIVATE : point - PRIVATE + LAST_PRIVATE,
      )
    })
}

/** Returns the original of a string that `inCodeUnitOrder` transformed. */
export function textOfOrder(text: string): string {
  if (!LATER.test(text)) return text
  return text.replace(/[\u{e000}-\u{10ffff}]/gu, (character) => {
    const point = character.codePointAt(0) ?? 0
    return String.fromCodePoint(
      point >= LAST_PRIVATE ? point - LAST_PRIVATE + PRIVATE : point - PRIVATE + SUPPLEMENTARY,
    )
  })
}
