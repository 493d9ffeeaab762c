import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { CATALOG_FORMAT } from '../../src/catalog/embedded/format.ts'
import { checkAll } from '../../src/kit/store/store-check.ts'

/**
 * Describes a data folder as the next program would find it: for each current store, its format version and the number
 * of rows per table (not the rows, whose ids, secrets and times differ between runs). Throws if a store is damaged, or
 * if a store that the folder names is missing.
 */
export function stateOf(dataDir: string): string {
  const pointer = join(dataDir, 'catalogue')
  const catalogue = existsSync(pointer) ? readFileSync(pointer, 'utf8').trim() : undefined
  const stores = readdirSync(dataDir).filter((name) => /^(access|people)\.sqlite$/.test(name))
  return JSON.stringify([
    ...stores.map((name) => [name, rowsIn(join(dataDir, name), false)]),
    ['catalogue', catalogue === undefined ? 'none' : rowsIn(join(dataDir, catalogue), true)],
  ])
}

function rowsIn(path: string, isCatalog: boolean): readonly string[] {
  assert(existsSync(path), `${path} is named and not there`)
  const database = new DatabaseSync(path)
  try {
    const version = Number(Object.values(database.prepare('PRAGMA user_version').get() ?? {})[0])
    assert.deepEqual(checkAll(database, isCatalog ? CATALOG_FORMAT.checkRows : undefined), [], `${path} is damaged`)
    const tables = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").all()
    const count = (table: unknown) => database.prepare(`SELECT count(*) AS rows FROM "${String(table)}"`).get()?.rows
    return [`version ${version}`, ...tables.map(({ name }) => `${String(name)} ${String(count(name))}`)]
  } finally {
    database.close()
  }
}
