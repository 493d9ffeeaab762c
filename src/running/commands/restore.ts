import { Command } from 'commander'
import { visible } from '../../kit/base/sentence.ts'
import { restore } from '../backup/restore.ts'
import { refuseDatabase } from '../serving/database.ts'
import { printJson } from '../terminal/command-group.ts'
import { EXIT_CODES_HELP, readTold, type Told, withOptions } from '../terminal/options.ts'
import { Progress, type Terminal } from '../terminal/terminal.ts'
import { storeLines } from './backup.ts'

const AFTER_HELP = `
A folder that holds data, or that a service has open, is refused; --replace loses what it holds. Each file is compared
with its checksum before any takes its place. If a restore is killed while files take their places, every command
refuses the folder until a restore has ended.

What came after the backup is lost. Keys that were revoked since then work again, and people who were withheld or
erased since then are back: do it again before the service starts.
${EXIT_CODES_HELP}

Example:
  ./plat restore /var/backups/plat/2026-11-22 --data kc`

export function restoreCommand(terminal: Terminal): Command {
  const command = new Command('restore')
    .summary('put a backup back into a data folder')
    .description('Put back what ./plat backup has copied.')
    .argument('<folder>', 'a folder that ./plat backup made')
    .addHelpText('after', AFTER_HELP)
    .action((folder: string) => putBack(terminal, folder, readTold(command, terminal)))
  return withOptions(command, ['data', 'replace', 'json'])
}

async function putBack(terminal: Terminal, from: string, { settings, options }: Told): Promise<void> {
  refuseDatabase(settings, 'restore', 'pg_restore puts back what pg_dump has copied')
  const progress = new Progress(terminal, 'Copying bytes')
  const manifest = await restore({
    from,
    dataDir: settings.data,
    replace: options.replace ?? false,
    signal: terminal.interrupted,
    onProgress: (done, total) => progress.update(done, total),
  }).finally(() => progress.end())
  if (options.json) {
    printJson(terminal, { from, data: settings.data, ...manifest })
    return
  }
  for (const line of storeLines(manifest)) terminal.print(line)
  terminal.print(`Restored to ${visible(settings.data)} as it was at ${manifest.began}.`)
  terminal.note(
    'Keys revoked and people withheld or erased since then are back: do it again before the service starts.',
  )
}
