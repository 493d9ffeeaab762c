import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { checkKeys } from '../../guard/access/index.ts'
import { checkPeople } from '../../guard/privacy/index.ts'
import { checkSubscriptions } from '../../guard/subscriptions/index.ts'
import { CommandFault, EXIT } from '../../kit/base/failure.ts'
import { quote } from '../../kit/base/sentence.ts'
import type { StoreReport } from '../../kit/store/store-report.ts'
import { MANIFEST } from '../backup/manifest.ts'
import { catalogStoreOf } from '../serving/backend.ts'
import type { Call, SingleCommand } from '../terminal/command.ts'
import { showing } from '../terminal/terminal.ts'

/** `plat check` reads everything in a data folder and reports damage. */
export const COMMAND: SingleCommand = {
  description:
    'Find damage in a data folder: read the whole catalog, the keys, saved searches and hidden people. In a database, read the catalog.',
  explanation: `The service may keep running; it then reports the damage too (plat_catalog_damaged). The check changes nothing, except
that it first upgrades keys, searches and people of an older format. It exits with 65 if something is damaged.`,
  examples: `Example:
  ./plat check --data kc`,
  options: ['data'],
  run: check,
}

async function check({ terminal, settings }: Call): Promise<void> {
  const dataDir = settings.data
  const store = await catalogStoreOf(settings)
  if (store.isFolder && existsSync(join(dataDir, MANIFEST))) {
    throw new CommandFault(
      `${quote(dataDir)} is a backup: restore it into a new folder, which checks every file of the backup.`,
      EXIT.usage,
    )
  }
  const reports = showing(terminal, 'Reading rows', (onProgress) => [
    store.check(({ done, total }) => onProgress(done, total)),
    ...(store.isFolder ? [checkKeys(dataDir), checkSubscriptions(dataDir), checkPeople(dataDir)] : []),
  ]).filter((report) => report !== undefined)
  if (reports.length === 0) {
    throw new CommandFault(
      `There is nothing to check in "${store.name}": make a catalog with ./plat sample or ./plat import.`,
      EXIT.noInput,
    )
  }
  for (const line of reports.flatMap(linesOf)) terminal.print(line)
  const damaged = reports.filter(({ findings }) => findings.length > 0)
  if (damaged.length === 0) return
  throw new CommandFault(`Damaged: ${damaged.map(({ path }) => path).join(', ')}.`, EXIT.data)
}

function linesOf({ noun, path, findings, advice }: StoreReport): string[] {
  if (findings.length === 0) return [`The ${noun} ${path} is intact.`]
  const next = advice === '' ? [] : [`The ${noun} ${path} is damaged: ${advice}.`]
  return [...findings.map((finding) => `${path}: ${finding}`), ...next]
}
