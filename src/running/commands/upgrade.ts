import { existsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { folderStore } from '../../catalog/opening/catalog-store.ts'
import { requireFree } from '../../guard/access/index.ts'
import { CommandFault, EXIT } from '../../kit/base/failure.ts'
import { quote } from '../../kit/base/sentence.ts'
import { requireDiskSpace } from '../../kit/store/disk-space.ts'
import { openStoreFile, type StoreFormat, upgradeRefusal, versionIn } from '../../kit/store/store-file.ts'
import { STORES } from '../backup/contents.ts'
import { catalogStoreOf } from '../serving/backend.ts'
import { bringUpResults } from '../serving/bring-up.ts'
import { cardsOf } from '../serving/words.ts'
import type { Call, SingleCommand } from '../terminal/command.ts'
import { showing, type Terminal } from '../terminal/terminal.ts'
import { changeCatalog } from './change-catalog.ts'

/** `plat upgrade` converts the files of a data folder to the formats of this version. */
export const COMMAND: SingleCommand = {
  description: 'Convert the files of a data folder to the formats of this version of Plat, in place.',
  explanation: `Every command converts the files that it opens. With this command, you choose when that happens; --check only shows what
would happen. Each file is read in full and converted in one transaction, so it stays unchanged if you interrupt it.
To upgrade a catalog, you need as much free space as the catalog is large. Older versions of Plat cannot read the new formats: make a backup
first (./plat backup).`,
  examples: `Examples:
  ./plat upgrade --check --data kc
  ./plat upgrade --data kc`,
  options: ['data', 'check', 'json'],
  run: upgrade,
}

/** A store in the folder and the version of its format. */
interface ExistingStore {
  readonly format: StoreFormat
  readonly path: string
  readonly version: number
}

async function upgrade(call: Call): Promise<void> {
  const { terminal, settings, options, answer } = call
  const { check = false } = options
  if (settings.databaseUrl !== '') return upgradeDatabase(call, check)
  const stores = storesIn(settings.data)
  for (const { format, path, version } of stores) {
    const refusal = upgradeRefusal(path, format, version)
    if (refusal !== undefined) throw refusal
  }
  const older = stores.filter(({ format, version }) => version < format.version)
  if (!check) {
    if (older.length > 0) requireFree(settings.data) // because an older service would continue to write the older format
    for (const each of older) bringUp(each, terminal)
    if (stores.some(isCatalog)) bringUpResults(folderStore(settings.data), cardsOf(settings), terminal)
  }
  answer(
    { upgraded: !check, files: stores.map(documentOf) },
    stores.map((each) => lineOf(each, check)),
  )
}

/** Upgrades the tables of a database, and data that an older version computed. Nodes can keep running. */
async function upgradeDatabase(call: Call, check: boolean): Promise<void> {
  if (check) throw new CommandFault(CHECK_OF_A_DATABASE, EXIT.usage)
  const store = await catalogStoreOf(call.settings)
  const { name } = store
  if (store.isDerivedByOlder(cardsOf(call.settings))) await changeCatalog(call, store, () => {}) // the commit computes the data again
  call.answer({ upgraded: true, files: [], database: name }, [`The tables of ${name} are up to date.`])
}

const CHECK_OF_A_DATABASE =
  'Cannot use --check with PLAT_DATABASE_URL: use ./plat doctor, which shows the version of the tables and changes nothing.'

function storesIn(dataDir: string): readonly ExistingStore[] {
  const stores = STORES.flatMap(({ format, path: pathIn }) => {
    const path = pathIn(dataDir)
    return path === undefined || !existsSync(path) ? [] : { format, path, version: versionIn(path, format) }
  })
  if (stores.length > 0) return stores
  throw new CommandFault(
    `There is nothing to upgrade in ${quote(dataDir)}: it has no catalog. ./plat sample and ./plat import make one.`,
    EXIT.noInput,
  )
}

function isCatalog({ format }: ExistingStore): boolean {
  return format === STORES[0]?.format
}

function bringUp({ format, path }: ExistingStore, terminal: Terminal): void {
  refuseTooLarge(path, format)
  showing(terminal, `Upgrading the ${format.noun}`, (onUpgrade) => openStoreFile(path, format, { onUpgrade }).close())
}

/** Throws if the disk has too little free space to upgrade a store. Otherwise the upgrade would fail after minutes. */
function refuseTooLarge(path: string, { noun }: StoreFormat): void {
  requireDiskSpace(dirname(path), statSync(path).size, `The upgrade of the ${noun} ${path}`)
}

function documentOf({ format, path, version }: ExistingStore): object {
  return { path, what: format.noun, format: version, wanted: format.version }
}

function lineOf({ format, path, version }: ExistingStore, check: boolean): string {
  const what = `The ${format.noun} ${path}`
  if (version === format.version) return `${what} has format ${version}, the current format.`
  if (check) return `${what} has format ${version}: ./plat upgrade converts it to format ${format.version}.`
  return `${what} was converted from format ${version} to format ${format.version}.`
}
