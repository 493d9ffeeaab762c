import { programVersion } from '../../kit/base/program.ts'
import { visible } from '../../kit/base/sentence.ts'
import { backUp } from '../backup/back-up.ts'
import type { Manifest } from '../backup/manifest.ts'
import { refuseDatabase } from '../serving/database.ts'
import type { Call, SingleCommand } from '../terminal/command.ts'
import { StepProgress } from '../terminal/terminal.ts'

/** `plat backup` copies a data folder in use. */
export const COMMAND: SingleCommand = {
  description:
    'Copy the catalogue, keys, credits, plans and withheld people to a new folder, beside a running service.',
  arguments: ['a folder that does not exist yet'],
  explanation: `FOLDER is made; only once all of it is written and read through does it have that name. Services answer and imports
run meanwhile: what was charged, imported or withheld before the backup began is in it. Files of an older format are
backed up as they are. Rejected rows (rejects/) and what runs reported (runs/) are left out. docs/backup.md says how
to make one every night.`,
  examples: `Example:
  ./plat backup /var/backups/plat/2026-11-22 --data kc`,
  options: ['data', 'json'],
  run: back,
}

async function back({ terminal, settings, words: [to = ''], answer }: Call): Promise<void> {
  refuseDatabase(settings, 'backup', 'pg_dump copies a database in use, catalogue, keys and credits alike')
  const progress = new StepProgress(terminal, { copying: 'Copying pages', reading: 'Reading the copy' })
  const manifest = await backUp({
    dataDir: settings.data,
    to,
    unique: String(process.pid),
    clock: terminal.clock,
    version: programVersion(),
    signal: terminal.interrupted,
    onProgress: (step, { done, total }) => progress.update(step, done, total),
  }).finally(() => progress.end())
  answer({ folder: to, ...manifest }, linesOf(manifest, to))
}

function linesOf(manifest: Manifest, to: string): readonly string[] {
  const bytes = manifest.files.reduce((sum, file) => sum + file.bytes, 0)
  const mb = (bytes / 2 ** 20).toLocaleString('en-US', { maximumFractionDigits: 1 })
  return [...storeLines(manifest), `Backed up to ${visible(to)}: ${mb} MB, read through and found whole.`]
}

/** Lists the contents of a backup, a line for each store. */
export function storeLines({ files }: Manifest): readonly string[] {
  return files.flatMap(({ name, format, rows = {} }) => {
    if (format === undefined) return []
    const shown = SHOWN_TABLES.flatMap(([table, one, more = `${one}s`]) => {
      const count = rows[table]
      return count === undefined ? [] : `${count.toLocaleString('en-US')} ${count === 1 ? one : more}`
    })
    return `${name}, format ${format}${shown.length === 0 ? '' : `: ${shown.join(', ')}`}`
  })
}

/** The tables that are listed, with the singular and plural of a row. */
const SHOWN_TABLES: readonly (readonly [table: string, one: string, more?: string])[] = [
  ['home', 'home'],
  ['building', 'building'],
  ['offer', 'offer'],
  ['experience', 'experience'],
  ['agent', 'agent'],
  ['person', 'person', 'people'],
  ['key', 'key'],
  ['suppression', 'person withheld', 'people withheld'],
  ['audit', 'call in the audit log', 'calls in the audit log'],
]
