import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { Figures } from './figures.ts'
import { writeHouseSales } from './import/house-sales.ts'
import { stagesIn } from './import/stages.ts'
import { wholeNumber } from './options.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const USAGE = new URL('import/usage.mjs', import.meta.url)

/** What is wanted of an import, for the sizes that it is wanted of. */
const WANTED_SECONDS = 60
const WANTED_ROWS = 1_000_000
const WANTED_BYTES = 1_500

/**
 * The first import of house sales like those of King County, by the real command: `--rows N`, `--seed N`, `--stages`
 * for a second import, with where its time goes, `--sizes` for what takes how much of the catalogue, `--json`.
 */
export async function benchImport(args: readonly string[]): Promise<void> {
  const { values: options } = parseArgs({
    args: [...args],
    options: {
      rows: { type: 'string', default: '100000' },
      seed: { type: 'string', default: '1' },
      stages: { type: 'boolean', default: false },
      sizes: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    },
  })
  const rows = wholeNumber('rows', options.rows)
  const seed = wholeNumber('seed', options.seed)
  const figures = new Figures(options.json)
  const folder = mkdtempSync(join(tmpdir(), 'plat-bench-import-'))
  try {
    const file = join(folder, 'sales.csv')
    writeHouseSales(file, rows, seed)
    measure(file, join(folder, 'data'), figures)
    if (options.sizes) tellSizes(join(folder, 'data'), figures)
    if (options.stages) tellStages(file, folder, figures)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  figures.end()
}

/** What an import tells of itself with `--json`, as far as it is used here. */
interface Told {
  readonly rowsRead: number
  readonly rowsUsed: number
  readonly homes: { readonly new: number }
}

function measure(file: string, data: string, figures: Figures): void {
  const usagePath = `${file}.usage`
  const start = performance.now()
  const told = imported(['./plat'], file, data, { NODE_OPTIONS: `--import=${USAGE.href}`, BENCH_USAGE: usagePath })
  const seconds = (performance.now() - start) / 1000
  const usage: NodeJS.ResourceUsage = JSON.parse(readFileSync(usagePath, 'utf8'))
  const homes = told.homes.new
  figures.add('rows', told.rowsRead, '')
  figures.add('homes', homes, '')
  if (told.rowsUsed !== told.rowsRead) throw new Error(`${told.rowsRead - told.rowsUsed} rows were not used`)
  figures.add('whole command', seconds, 's', {
    atMost: Math.max(2.5, (WANTED_SECONDS * told.rowsRead) / WANTED_ROWS),
  })
  figures.add('rows a second', told.rowsRead / seconds, '')
  figures.add('processor time, all threads', (usage.userCPUTime + usage.systemCPUTime) / 1e6, 's')
  figures.add('of it in the system', usage.systemCPUTime / 1e6, 's')
  figures.add('peak memory', usage.maxRSS / 1024, 'MB')
  figures.add('bytes a home', statSync(catalogueIn(data)).size / homes, '', { atMost: WANTED_BYTES })
}

function imported(command: readonly string[], file: string, data: string, environment: NodeJS.ProcessEnv): Told {
  const [program = '', ...words] = command
  const asked = [...words, 'import', file, '--mapping', 'king-county', '--data', data, '--json']
  const env = { ...process.env, ...environment }
  const { status, stdout, stderr } = spawnSync(program, asked, { cwd: ROOT, env, encoding: 'utf8' })
  if (status !== 0) throw new Error(`the import ended with ${status}: ${stderr}`)
  return JSON.parse(stdout)
}

function catalogueIn(data: string): string {
  const name = readdirSync(data).find((each) => /^catalogue.*\.sqlite$/.test(each))
  if (name === undefined) throw new Error(`${data} has no catalogue`)
  return join(data, name)
}

/** Bytes a home of each table, index and kind of array. */
function tellSizes(data: string, figures: Figures): void {
  const database = new DatabaseSync(catalogueIn(data), { readOnly: true })
  const homes = Number(database.prepare('SELECT count(*) AS homes FROM home').get()?.homes)
  const tell = (heading: string, sql: string) => {
    const rows = database.prepare(sql).all()
    const told = rows.map(({ name, bytes }) => ({ name: String(name), values: [Number(bytes) / homes] }))
    figures.heading(heading)
    figures.table(
      [{ name: 'a home', unit: 'bytes' }],
      told.filter(({ values: [bytes = 0] }) => bytes >= 1),
    )
  }
  tell('tables and indexes', 'SELECT name, sum(pgsize) AS bytes FROM dbstat GROUP BY name ORDER BY bytes DESC')
  const array = "rtrim(name, '0123456789/')"
  tell('arrays', `SELECT ${array} AS name, sum(length(bytes)) AS bytes FROM arrays GROUP BY 1 ORDER BY bytes DESC`)
  database.close()
}

function tellStages(file: string, folder: string, figures: Figures): void {
  const profiles = join(folder, 'profiles')
  mkdirSync(profiles)
  const command = [process.execPath, '--cpu-prof', `--cpu-prof-dir=${profiles}`, join(ROOT, 'src/main.ts')]
  imported(command, file, join(folder, 'profiled'), {})
  for (const { thread, seconds } of stagesIn(profiles)) {
    figures.heading(thread)
    const rows = [...seconds].map(([name, value]) => ({ name, values: [value] }))
    figures.table([{ name: 'time', unit: 's' }], rows)
  }
}
