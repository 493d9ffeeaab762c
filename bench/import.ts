import { statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { currentPath } from '../src/catalog/embedded/folder.ts'
import { scratch } from '../test/e2e/program.ts'
import { bench } from './harness/bench.ts'
import type { Figures } from './harness/figures.ts'
import { writeHouseSales } from './import/house-sales.ts'
import { importSales } from './import/import-sales.ts'

/** Limits for a first import: `WANTED_SECONDS` for `WANTED_ROWS`, and bytes per home. */
const WANTED_SECONDS = 60
const WANTED_ROWS = 1_000_000
const WANTED_BYTES = 1_500

/**
 * Measures the first import of a file like King County's house sales, with the real command. Options: `--rows`,
 * `--seed`; `--sizes` lists the size of each part of the catalog.
 */
export const run = bench({ rows: 100_000, seed: 1, sizes: false }, async ({ rows, seed, sizes }, figures) => {
  const folder = scratch()
  try {
    const file = join(folder.path, 'sales.csv')
    const data = join(folder.path, 'data')
    writeHouseSales(file, rows, seed)
    const { report, seconds, usage } = await importSales(file, data)
    const homes = report.homes.new
    if (report.rowsUsed !== report.rowsRead) throw new Error(`${report.rowsRead - report.rowsUsed} rows were not used`)
    figures.add('rows', report.rowsRead, '')
    figures.add('homes', homes, '')
    const atMost = Math.max(2.5, (WANTED_SECONDS * report.rowsRead) / WANTED_ROWS)
    figures.add('whole command', seconds, 's', { atMost })
    figures.add('rows a second', report.rowsRead / seconds, '')
    figures.add('processor time, all threads', (usage.userCPUTime + usage.systemCPUTime) / 1e6, 's')
    figures.add('of it in the system', usage.systemCPUTime / 1e6, 's')
    figures.add('peak memory', usage.maxRSS / 1024, 'MB')
    figures.add('bytes a home', statSync(currentPath(data) ?? '').size / homes, '', { atMost: WANTED_BYTES })
    if (sizes) addSizes(data, figures)
  } finally {
    folder.remove()
  }
})

/** Adds figures: the bytes per home in each table, index and kind of array. */
function addSizes(data: string, figures: Figures): void {
  const database = new DatabaseSync(currentPath(data) ?? '', { readOnly: true })
  const homes = Number(database.prepare('SELECT count(*) AS homes FROM home').get()?.homes)
  const add = (heading: string, sql: string) => {
    const rows = database.prepare(sql).all()
    const each = rows.map(({ name, bytes }) => ({ name: String(name), values: [Number(bytes) / homes] }))
    figures.heading(heading)
    figures.table(
      [{ name: 'a home', unit: 'bytes' }],
      each.filter(({ values: [bytes = 0] }) => bytes >= 1),
    )
  }
  add('tables and indexes', 'SELECT name, sum(pgsize) AS bytes FROM dbstat GROUP BY name ORDER BY bytes DESC')
  const array = "rtrim(name, '0123456789/')"
  add('arrays', `SELECT ${array} AS name, sum(length(bytes)) AS bytes FROM arrays GROUP BY 1 ORDER BY bytes DESC`)
  database.close()
}
