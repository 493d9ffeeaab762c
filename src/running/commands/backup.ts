import { programVersion } from '../../kit/base/program.ts'
import { visible } from '../../kit/base/sentence.ts'
import { backUp } from '../backup/back-up.ts'
import type { Manifest } from '../backup/manifest.ts'
import { refuseDatabase } from '../serving/database.ts'
import type { Call, SingleCommand } from '../terminal/command.ts'
import { StepProgress } from '../terminal/terminal.ts'

/** `plat backup` copies a data folder, even while a service uses it. */
export const COMMAND: SingleCommand = {
  description:
    'Copy the catalog, keys, credits, plans and hidden people to a new folder. The service may keep running.',
  arguments: ['a folder that does not exist yet'],
  explanation: `Plat makes FOLDER, and gives it this name only when everything is written and checked. The service and imports can
keep running. The backup contains everything that was charged, imported or hidden before it began. Files of an older
format are copied as they are. Rejected rows (rejects/) and reports of imports (runs/) are left out. docs/backup.md
says how to make a backup every night.`,
  examples: `Example:
  ./plat backup /var/backups/plat/2026-11-22 --data kc`,
  options: ['data', 'json'],
  never: ['nobody', 'denied'],
  run: back,
}

async function back({ terminal, settings, words: [to = ''], answer }: Call): Promise<void> {
  refuseDatabase(settings, 'backup', 'use pg_dump, which copies the catalog, keys and credits of a database in use')
  const progress = new StepProgress(terminal, { copying: 'Copying pages', reading: 'Reading the copy' })
  const manifest = await backUp({
    dataDir: settings.data,
    to,
    unique: String(process.pid),
    clock: terminal.clock,
    version: programVersion(),
    signal: terminal.interrupted,
    onProgress: (step, { done, total }) => {
      terminal.interrupted.throwIfAborted()
      progress.update(step, done, total)
    },
  }).finally(() => progress.end())
  answer({ folder: to, ...manifest }, linesOf(manifest, to))
}

function linesOf(manifest: Manifest, to: string): readonly string[] {
  const bytes = manifest.files.reduce((sum, file) => sum + file.bytes, 0)
  const mb = (bytes / 2 ** 20).toLocaleString('en-US', { maximumFractionDigits: 1 })
  return [...storeLines(manifest), `Backed up to ${visible(to)}: ${mb} MB, checked and complete.`]
}

/** Describes the contents of a backup, one line per store. */
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

/** The tables to list, with the words for one row and for several rows. */
const SHOWN_TABLES: readonly (readonly [table: string, one: string, more?: string])[] = [
  ['home', 'home'],
  ['building', 'building'],
  ['offer', 'offer'],
  ['experience', 'experience'],
  ['agent', 'agent'],
  ['person', 'person', 'people'],
  ['key', 'key'],
  ['suppression', 'hidden person', 'hidden people'],
  ['audit', 'call in the audit log', 'calls in the audit log'],
]
