import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { odataFieldsPage } from '../src/doors/odata/fields-page.ts'
import { docs } from '../src/doors/openapi/docs.ts'
import { fieldsPage } from '../src/intake/ingest/fields-page.ts'
import { settingsPage } from '../src/running/cli/settings-page.ts'
import { examplesPage } from './examples.ts'
import { postTables } from './post-tables.ts'

/** `npm run docs` writes the generated pages and tables. With `--check`, it only lists outdated pages and tables. */
const check = process.argv.includes('--check')
const pages = [...docs(), fieldsPage(), odataFieldsPage(), await settingsPage(), await examplesPage(), ...postTables()]
const stale = pages.filter(({ path, text }) => !existsSync(path) || readFileSync(path, 'utf8') !== text)

for (const { path, text } of stale) {
  if (check) process.stderr.write(`${path} is outdated: run npm run docs\n`)
  else writeFileSync(path, text)
}
if (check && stale.length > 0) process.exitCode = 1
else process.stdout.write(`docs: ${stale.length} of ${pages.length} pages written\n`)
