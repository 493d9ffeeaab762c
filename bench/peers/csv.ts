import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { tableOf } from '../../src/catalog/postgres/tables/columns.ts'
import { type Listing, readListings } from './listings.ts'
import { LISTING_TABLES, rowOf } from './page.ts'

/**
 * Writes the listings of a catalog into a CSV file per table, calls `load` with the table and path of each, and removes
 * the files. `text`: the last column of listings. Returns the milliseconds that `load` took.
 */
export async function loadCsv(
  folder: string,
  dataDir: string,
  text: (words: Listing['words']) => string,
  load: (paths: ReadonlyMap<string, string>) => Promise<void>,
): Promise<number> {
  const paths = new Map([...LISTING_TABLES, 'card', 'building'].map((table) => [table, join(folder, `${table}.csv`)]))
  const files = new Map(Array.from(paths, ([table, path]) => [table, openSync(path, 'w')]))
  const put = (table: string, values: readonly (string | number | undefined)[]) =>
    writeSync(files.get(table) ?? 0, `${values.map(cell).join(',')}\n`)
  const { listings, buildings } = readListings(dataDir)
  for (const listing of listings) {
    put(tableOf(listing.listingClass), [...Object.values(rowOf(listing)), text(listing.words)])
    put('card', [listing.nth, listing.card])
  }
  for (const { number, part } of buildings) put('building', [number, part])
  for (const file of files.values()) closeSync(file)
  const startMs = performance.now()
  await load(paths)
  const tookMs = performance.now() - startMs
  for (const path of paths.values()) rmSync(path)
  return tookMs
}

/** An empty cell is NULL. */
function cell(value: string | number | undefined): string {
  return typeof value === 'string' ? `"${value.replaceAll('"', '""')}"` : String(value ?? '')
}
