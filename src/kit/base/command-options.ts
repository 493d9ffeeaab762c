import { day, flag, folder, origin, type SettingKind, share, text, wholeNumber, words } from './setting-kinds.ts'

/** An option of some commands. Its value is undefined if the option is not set and has no fallback. */
export interface CommandOption<T> {
  readonly kind: SettingKind<T>
  readonly fallback?: T
  readonly doc: string
}

function option<T>(kind: SettingKind<T>, doc: string): CommandOption<T> {
  return { kind, doc }
}

/** Every command-line option that is not a setting of the service. */
export const COMMAND_OPTIONS = {
  json: option(
    flag,
    'Print one JSON document and nothing else. A failure is also one JSON document, on standard error.',
  ),
  mapping: option(
    words('NAME|FILE', 'the name of a mapping that comes with Plat, or a YAML file'),
    'How to read the files.',
  ),
  dryRun: option(flag, 'Read and check everything, but write nothing.'),
  config: option(
    words('FILE', 'a YAML file, which docs/syncing.md describes'),
    'The server to follow, and how to follow it.',
  ),
  every: option(
    words('TIME', 'a whole number with s, m, h or d, such as 15m'),
    'Repeat after this time. Without it, the command runs once.',
  ),
  keep: option(
    words('N', 'a whole number above 0'),
    'Number of backups that stay in the store. Older ones are removed once a new one is complete.',
  ),
  shrink: option(flag, 'Accept that a server suddenly has fewer than half of the records.'),
  search: option(
    words('CALL', 'path and query of a search, such as "/search/byaddress?location=Austin, TX"'),
    'The search whose results to export: path and query, as over HTTP.',
  ),
  format: option(
    words('NAME', 'csv, ndjson, geojson, parquet'),
    'Output format: csv, ndjson, geojson or parquet. Default: the file extension.',
  ),
  out: option(words('FILE', 'a file'), 'File to write. Default: standard output.'),
  draft: option(words('FILE', 'a file that does not exist yet'), 'Write the draft mapping to this file.'),
  acceptRejects: option(
    flag,
    'Import the usable rows, even if nearly all rows are rejected or the same key occurs with different places.',
  ),
  deletes: option(flag, 'Delete records: each row has the key of one record to delete.'),
  maxGone: {
    kind: { ...share, accepted: 'a number from 0 to 1 such as 0.5' },
    fallback: 0.2,
    doc: 'Largest share of a source’s homes that a complete list may remove. A list that removes more is refused.',
  },
  watch: option(folder, 'Instead of files: import the files of this folder as they arrive, until Ctrl-C.'),
  stillS: {
    kind: wholeNumber,
    fallback: 5,
    doc: 'Seconds for which a file in a watched folder must not change before it is imported.',
  },
  replace: option(
    flag,
    'Replace what is in the data folder, or the layer with the same name. The old data is deleted.',
  ),
  check: option(flag, 'Report what would be upgraded, and change nothing.'),
  days: {
    kind: wholeNumber,
    fallback: 0,
    doc: 'Instead of making a sample: let this many days pass in the existing sample. Each day is a separate change.',
  },
  deep: option(flag, 'Also read the whole catalog, the keys and the people, as check does.'),
  replaceSample: option(flag, 'Replace a sample catalog with the imported data.'),
  replaceCatalog: option(
    flag,
    'Replace the catalog, whatever its format, with the imported data. Keys, credits, people, saved searches and webhooks stay.',
  ),
  asOf: option(
    words('DAY', 'YYYY-MM-DD, YYYY-MM or a time such as 2026-01-31T06:00Z'),
    'The day, month or time that the files describe, if neither the mapping nor the file name says it.',
  ),
  file: option(
    words('FILE', 'a GeoJSON file, a shapefile (.shp or .zip), a GeoParquet or a FlatGeobuf file'),
    'The file with the polygons of the layer.',
  ),
  nameColumn: option(text, 'The column with the names of features. Default: name.'),
  idColumn: option(text, 'The column with the ids of features. Default: id, or else their numbers in the file.'),
  source: option(text, 'Where the polygons come from, as answers show it.'),
  date: option(day, 'The day that the polygons describe.'),
  attribution: option(text, 'What the maps show about the origin of the tiles. Default: what the file says.'),
  plan: option(words('NAME', 'a plan of plans.yaml'), 'Plan of the key.'),
  label: option(text, 'Of a key: its owner, as the list and the logs show it. Of a layer: the name that readers see.'),
  expires: option(words('DAY', 'a day as YYYY-MM-DD, today or later'), 'Last day on which the key works, in UTC.'),
  origins: option(
    words('ORIGINS', 'origins such as https://homes.example, separated by commas'),
    'Origins of the web pages that can use the key. With this list, the key works nowhere else.',
  ),
  addresses: option(
    words('ADDRESSES', 'IP addresses or networks such as 203.0.113.0/24, separated by commas'),
    'IP addresses and networks from which the key can be used.',
  ),
  operations: option(
    words('PATHS', 'paths such as /search/byaddress, or beginnings such as /search, separated by commas'),
    'Operations that the key may call.',
  ),
  places: option(
    words('PLACES', 'up to 5 places such as "Seattle, WA", separated by semicolons'),
    'Places whose homes the key sees.',
  ),
  purpose: option(text, 'What the key needs data about people for, if its plan asks for a purpose.'),
  readOnly: option(flag, 'The key cannot change saved searches, webhooks or keys.'),
  overlap: {
    kind: words('TIME', '0, or a whole number with s, m, h or d, such as 90s, up to 365d'),
    fallback: '24h',
    doc: 'How long the old secret keeps working.',
  },
  name: option(text, 'Instead of an id: the full name, with --address.'),
  address: option(text, 'An address where the person lives or lived, in one line.'),
  sourceId: option(
    words('SOURCE:ID', 'the name of a source, a colon, and the key that the person has there, such as persons:p1'),
    'Instead of an id: the key of the person in a source.',
  ),
  apart: option(
    words('ZPID', 'the id of a record that explain lists'),
    'Remove this record from the home permanently: no import joins it to the others again.',
  ),
  join: option(
    words('ZPID', 'the id of another home'),
    'Join this home to the explained home permanently. The explained home keeps its id.',
  ),
  absent: option(flag, 'Also accept an id, or a name with an address, that no record has yet, for later imports.'),
  yes: option(flag, 'Confirm: what is erased or removed cannot be restored.'),
  url: option(origin, 'Address of a running Plat, which answers instead of a data folder.'),
  apiKey: option(text, 'The key for calls. Default: the demo key.'),
  to: option(
    words('URL', 'an address such as postgres://user:password@host:5432/database'),
    'The database to move into.',
  ),
  csv: option(flag, 'Print CSV and nothing else.'),
  since: option(day, 'From this day on, in UTC.'),
  until: option(day, 'Up to and including this day, in UTC.'),
  key: option(words('KEYID', 'an id that keys list shows'), 'Only calls of this key.'),
  operation: option(words('PATH', 'a path such as /skip/byaddress'), 'Only calls of this operation.'),
  subject: option(text, 'Only calls whose subject contains this text.'),
} as const satisfies Readonly<Record<string, CommandOption<string> | CommandOption<number> | CommandOption<boolean>>>
