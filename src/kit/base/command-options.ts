import { day, flag, folder, origin, type SettingKind, share, text, wholeNumber, words } from './setting-kinds.ts'

/** An option of some commands. It has no value if it is not set and has no fallback. */
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
  json: option(flag, 'Print one JSON document and nothing else; a failure is one too, on standard error.'),
  mapping: option(
    words('NAME|FILE', 'the name of a mapping that comes with Plat, or a YAML file'),
    'How to read the files.',
  ),
  dryRun: option(flag, 'Read and check everything, write nothing.'),
  config: option(words('FILE', 'a YAML file, which docs/syncing.md describes'), 'Which server to follow, and how.'),
  every: option(
    words('TIME', 'a whole number with s, m, h or d, such as 15m'),
    'Go on, and look again after this time; without it, once.',
  ),
  shrink: option(flag, 'Believe a server that suddenly names fewer than half of the records.'),
  search: option(
    words('CALL', 'path and query of a search, such as "/search/byaddress?location=Austin, TX"'),
    'The search whose results are exported: path and query, as over HTTP.',
  ),
  format: option(
    words('NAME', 'csv, ndjson, geojson, parquet'),
    'csv, ndjson, geojson or parquet; what the name of the file ends in, where it is left out.',
  ),
  out: option(words('FILE', 'a file'), 'File to write; standard output where it is left out.'),
  draft: option(words('FILE', 'a file that does not exist yet'), 'Write the draft mapping to this file.'),
  acceptRejects: option(
    flag,
    'Import the rows that can be used, even if nearly all are rejected or keys stand for several places.',
  ),
  deletes: option(flag, 'Each row only names a record to delete, by the key of the mapping.'),
  maxGone: {
    kind: { ...share, accepted: 'a number from 0 to 1 such as 0.5' },
    fallback: 0.2,
    doc: 'Share of the homes of a source that a complete list may take away; one that takes more is refused.',
  },
  watch: option(folder, 'Instead of files: take up the files of this folder as they arrive, until Ctrl-C.'),
  stillS: {
    kind: wholeNumber,
    fallback: 5,
    doc: 'Seconds that a file of a watched folder must stay as it is before it is taken up.',
  },
  replace: option(
    flag,
    'Put the backup in the place of what the folder holds, or the layer in that of the one of its name; either is lost.',
  ),
  check: option(flag, 'Tell what would be upgraded, and change nothing.'),
  days: {
    kind: wholeNumber,
    fallback: 0,
    doc: 'Instead of making a sample: let so many days pass in the one there is, each a change of its own.',
  },
  deep: option(flag, 'Read all of the catalogue, the keys and the people too, as check does.'),
  replaceSample: option(flag, 'Replace a sample catalogue with the imported data.'),
  replaceCatalog: option(
    flag,
    'Replace the catalog, whatever its format, with the imported data. Keys, credits, people, saved searches and webhooks stay.',
  ),
  asOf: option(
    words('DAY', 'YYYY-MM-DD, YYYY-MM or a time such as 2026-01-31T06:00Z'),
    'The day, month or time that the files describe, if neither the mapping nor the file name says.',
  ),
  file: option(
    words('FILE', 'a GeoJSON file, a shapefile (.shp or .zip), a GeoParquet or a FlatGeobuf file'),
    'The file with the polygons of the layer.',
  ),
  nameColumn: option(text, 'The column with the names of features; the one called name, where it is left out.'),
  idColumn: option(text, 'The column with the ids of features; the one called id, or else their numbers in the file.'),
  source: option(text, 'Where the polygons come from, for answers.'),
  date: option(day, 'The day as of which the polygons are.'),
  plan: option(words('NAME', 'a plan of plans.yaml'), 'Plan of the key.'),
  label: option(text, 'Whose key it is, for the list and the logs; or what readers call a layer.'),
  expires: option(words('DAY', 'a day as YYYY-MM-DD, today or later'), 'Last day on which the key works, in UTC.'),
  overlap: {
    kind: words('TIME', '0, or a whole number with s, m, h or d, such as 90s, up to 365d'),
    fallback: '24h',
    doc: 'How long the old secret keeps working.',
  },
  name: option(text, 'Instead of an id: the whole name, with --address.'),
  address: option(text, 'An address where the person lives or lived, in one line.'),
  sourceId: option(
    words('SOURCE:ID', 'the name of a source, a colon, and the key that the person has there, such as persons:p1'),
    'Instead of an id: the key that the person has in a source.',
  ),
  apart: option(
    words('ZPID', 'the id of a record that explain lists'),
    'Take this record out of the home, for good: no import joins it to the others again.',
  ),
  join: option(
    words('ZPID', 'the id of another home'),
    'Join this home to the home that is explained, for good; the latter keeps its id.',
  ),
  absent: option(flag, 'Accept an id, or a name with an address, that no record has now, for later imports.'),
  yes: option(flag, 'Confirm: what is erased or removed cannot be restored.'),
  url: option(origin, 'Address of area A of a running Plat, which answers instead of a data folder.'),
  apiKey: option(text, 'The key to call with; the demo key, where it is left out.'),
  to: option(
    words('URL', 'an address such as postgres://user:password@host:5432/database'),
    'The database to move into.',
  ),
  csv: option(flag, 'Print CSV and nothing else.'),
  since: option(day, 'From this day on, in UTC.'),
  until: option(day, 'Up to and including this day, in UTC.'),
  key: option(words('KEYID', 'an id that keys list shows'), 'Calls of one key.'),
  operation: option(words('PATH', 'a path such as /skip/byaddress'), 'Calls of one operation.'),
  subject: option(text, 'Calls whose subject contains this text.'),
} as const satisfies Readonly<Record<string, CommandOption<string> | CommandOption<number> | CommandOption<boolean>>>
