import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { plat } from '../../test/e2e/program.ts'

const USAGE = fileURLToPath(new URL('usage.mjs', import.meta.url))

/** The keys of the report of `plat import --json` that the bench reads. */
interface ImportReport {
  readonly rowsRead: number
  readonly rowsUsed: number
  readonly homes: { readonly new: number }
}

/** Runs `./plat import` on a file of `writeHouseSales`. Returns the resources that all threads of the import used. */
export async function importSales(file: string, data: string) {
  const usagePath = `${file}.usage`
  const words = ['import', file, '--mapping', 'king-county', '--data', data, '--json']
  const startMs = performance.now()
  const variables = { NODE_OPTIONS: `--import=${USAGE}`, BENCH_USAGE: usagePath }
  const { code, stdout, stderr } = await plat(words, variables)
  const seconds = (performance.now() - startMs) / 1000
  if (code !== 0) throw new Error(`the import ended with ${code}: ${stderr}`)
  const usage: NodeJS.ResourceUsage = JSON.parse(readFileSync(usagePath, 'utf8'))
  const report: ImportReport = JSON.parse(stdout)
  return { report, seconds, usage }
}
