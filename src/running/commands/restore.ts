import { visible } from '../../kit/base/sentence.ts'
import { restore } from '../backup/restore.ts'
import { refuseDatabase } from '../serving/database.ts'
import type { Call, SingleCommand } from '../terminal/command.ts'
import { showing } from '../terminal/terminal.ts'
import { storeLines } from './backup.ts'

/** `plat restore` puts a backup back into a data folder. */
export const COMMAND: SingleCommand = {
  description: 'Put back what ./plat backup has copied.',
  arguments: ['a folder that ./plat backup made'],
  explanation: `A folder that holds data, or that a service has open, is refused; --replace loses what it holds. Each file is compared
with its checksum before any takes its place. If a restore is killed while files take their places, every command
refuses the folder until a restore has ended.

What came after the backup is lost. Keys that were revoked since then work again, and people who were withheld or
erased since then are back: do it again before the service starts.`,
  examples: `Example:
  ./plat restore /var/backups/plat/2026-11-22 --data kc`,
  options: ['data', 'replace', 'json'],
  run: putBack,
}

async function putBack({ terminal, settings, options, words: [from = ''], answer }: Call): Promise<void> {
  refuseDatabase(settings, 'restore', 'pg_restore puts back what pg_dump has copied')
  const { data: dataDir } = settings
  const { interrupted: signal } = terminal
  const manifest = await showing(terminal, 'Copying bytes', (onProgress) =>
    restore({ from, dataDir, replace: options.replace ?? false, signal, onProgress }),
  )
  answer({ from, data: dataDir, ...manifest }, [
    ...storeLines(manifest),
    `Restored to ${visible(dataDir)} as it was at ${manifest.began}.`,
  ])
  if (!options.json)
    terminal.note(
      'Keys revoked and people withheld or erased since then are back: do it again before the service starts.',
    )
}
