import { accessSync, constants, existsSync, readdirSync, type Stats, statfsSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { catalogFiles, changedMs } from '../../catalog/opening/whole-file.ts'
import { checkFolderKeys } from '../../guard/access/index.ts'
import { type Clock, DAY_MS } from '../../kit/base/clock.ts'
import { CommandFault } from '../../kit/base/failure.ts'
import { inMb, inShell } from '../../kit/base/sentence.ts'
import { isStoreInUse, readStore } from '../../kit/store/store-copy.ts'
import { type StoreFormat, upgradeRefusal, versionIn } from '../../kit/store/store-file.ts'
import { CATALOG, STORES } from '../backup/contents.ts'
import { WAITING } from '../backup/restore.ts'
import { type Finding, findingsAbout } from './finding.ts'

/** With less free space, the logs of stores and leases find no room. */
const FREE_BYTES_MIN = 256 * 2 ** 20

/** A clock is wrong if it is behind the moments in files by more than this. A smaller lag may be the file system's. */
const AHEAD_MS = DAY_MS

/** A file left half written for longer than this has no owner any more. */
const STALE_MS = DAY_MS

export interface FolderLook {
  readonly findings: readonly Finding[]
  readonly catalogBytes: number
  /** Whether a service or a command has the folder open. */
  readonly isInUse: boolean
}

/**
 * Examines a data folder and changes nothing. `deep` reads all of its stores. `ofNode` means a node over a database: it
 * keeps no store in the folder, only what imports write beside the catalogue, and the folder may be missing.
 */
export async function lookAtFolder(
  dataDir: string,
  clock: Clock,
  { deep = false, ofNode = false },
): Promise<FolderLook> {
  const { fine, look, mend } = findingsAbout('data folder')
  const stats = statSync(dataDir, { throwIfNoEntry: false })
  if (ofNode && stats === undefined) return { findings: [], catalogBytes: 0, isInUse: false }
  if (!stats?.isDirectory()) {
    const next = `make a catalogue there with ./plat sample or ./plat import, or name the right folder with --data.`
    return { findings: [mend(`There is no data folder "${dataDir}": ${next}`)], catalogBytes: 0, isInUse: false }
  }
  const closed = closedTo(dataDir)
  if (closed !== undefined) return { findings: [mend(closed)], catalogBytes: 0, isInUse: false }
  const rights = openToOthers(stats)
    ? look(openSentence(dataDir, stats))
    : fine(`"${dataDir}" is closed to other users.`)
  if (ofNode) return { findings: [rights, ...diskFindings(dataDir, 0)], catalogBytes: 0, isInUse: false }
  const stores = attempt('catalogue', () => lookAtStores(dataDir, deep))
  const catalogBytes = sizeOf(dataDir)
  return {
    findings: [
      rights,
      ...modeFindings(dataDir),
      ...diskFindings(dataDir, catalogBytes),
      ...stores.findings,
      ...(await ledgerFindings(dataDir, clock)),
      ...timeFindings(dataDir, clock),
      ...staleFindings(dataDir, clock),
    ],
    catalogBytes,
    isInUse: stores.isInUse,
  }
}

function closedTo(dataDir: string): string | undefined {
  try {
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
    return undefined
  } catch {
    return `This user may not read and write in "${dataDir}": run as the user of the service, or change the folder's owner.`
  }
}

function openToOthers({ mode }: Stats): boolean {
  return (mode & 0o077) !== 0
}

function openSentence(dataDir: string, { mode }: Stats): string {
  const rights = (mode & 0o777).toString(8)
  return `"${dataDir}" has the permissions ${rights}, so other users may get at keys and people: chmod 700 ${inShell(dataDir)}.`
}

/** Stores and what belongs to them: an older version made them with the permissions that the system gives. */
const PRIVATE = /\.sqlite(-wal|-shm)?$|^revocations$/

function modeFindings(dataDir: string): readonly Finding[] {
  const { fine, look } = findingsAbout('permissions')
  const open = (existsSync(dataDir) ? readdirSync(dataDir).map((name) => join(dataDir, name)) : [])
    .filter((path) => PRIVATE.test(basename(path)))
    .flatMap((path) => {
      const stats = statSync(path, { throwIfNoEntry: false }) // a log may be gone by now
      return stats !== undefined && openToOthers(stats) ? [{ path, stats }] : []
    })
  const [first, ...more] = open
  if (first === undefined) return [fine('Stores are closed to other users.')]
  const others = more.length === 0 ? 'has' : `and ${more.length} more files have`
  const rights = (first.stats.mode & 0o777).toString(8)
  const repair = `chmod -R go= ${inShell(dataDir)}`
  return [look(`${basename(first.path)} ${others} the permissions ${rights}, new stores have 600: ${repair}.`)]
}

function sizeOf(dataDir: string): number {
  const sizes = catalogFiles(dataDir).map((name) => statSync(join(dataDir, name)).size)
  return Math.max(0, ...sizes)
}

function diskFindings(dataDir: string, catalogBytes: number): readonly Finding[] {
  const { fine, look, mend } = findingsAbout('disk')
  const { bavail, bsize } = statfsSync(dataDir)
  const free = bavail * bsize
  if (free < FREE_BYTES_MIN)
    return [mend(`${inMb(free)} are free: a service needs ${inMb(FREE_BYTES_MIN)} for its logs, so free some space.`)]
  const wanted = catalogBytes * 1.4
  if (free >= wanted) return [fine(`${inMb(free)} are free.`)]
  const why = `a catalogue that is made anew, an upgrade or a large import may need ${inMb(wanted)}`
  return [look(`${inMb(free)} are free, and ${why}.`)]
}

function lookAtStores(dataDir: string, deep: boolean): { findings: readonly Finding[]; isInUse: boolean } {
  const findings: Finding[] = []
  let isInUse = false
  for (const { format, path: pathIn } of STORES) {
    const about = format === CATALOG.format ? 'catalogue' : basename(pathIn(dataDir) ?? '')
    const path = pathIn(dataDir)
    if (path === undefined || !existsSync(path)) {
      if (format === CATALOG.format) findings.push(findingsAbout(about).look(NO_CATALOG))
      continue
    }
    const looked = attempt(about, () => {
      isInUse ||= isStoreInUse(path, format)
      return { findings: [storeFinding(about, path, format, deep)], isInUse }
    })
    findings.push(...looked.findings)
  }
  return { findings, isInUse }
}

const NO_CATALOG =
  'The folder has no catalogue: ./plat serve makes a sample in it, ./plat import brings in your data, ./plat restore a backup.'

/** Turns a failure to read into a finding. */
function attempt<T extends { findings: readonly Finding[]; isInUse: boolean }>(about: string, work: () => T) {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof CommandFault)) throw error
    return { findings: [findingsAbout(about).mend(error.message)], isInUse: false }
  }
}

function storeFinding(about: string, path: string, format: StoreFormat, deep: boolean): Finding {
  const { fine, look, mend } = findingsAbout(about)
  const version = versionIn(path, format)
  const refusal = upgradeRefusal(path, format, version)
  if (refusal !== undefined) return mend(refusal.message)
  if (deep) readStore(path, format, () => {})
  const read = deep ? ', read through and found whole' : ''
  const size = inMb(statSync(path).size)
  if (version === format.version) return fine(`The ${format.noun} has format ${version} and ${size}${read}.`)
  return look(
    `The ${format.noun} has format ${version}${read}: the next start upgrades it to ${format.version}, or ./plat upgrade now.`,
  )
}

async function ledgerFindings(dataDir: string, clock: Clock): Promise<readonly Finding[]> {
  const { fine, mend } = findingsAbout('keys and credits')
  try {
    const faults = await checkFolderKeys(dataDir, clock)
    return faults.length === 0 ? [fine('Keys, credits and plans fit together.')] : faults.map(mend)
  } catch (error) {
    if (error instanceof CommandFault) return [mend(error.message)]
    throw error
  }
}

function timeFindings(dataDir: string, clock: Clock): readonly Finding[] {
  const changed = safely(() => changedMs(dataDir))
  if (changed === undefined || changed <= clock.now() + AHEAD_MS) return []
  const when = new Date(changed).toISOString()
  return [findingsAbout('clock').mend(`The catalogue was changed at ${when}, which is to come: set the clock right.`)]
}

/** Finds files that killed processes left behind. */
function staleFindings(dataDir: string, clock: Clock): readonly Finding[] {
  const { fine, look } = findingsAbout('left over')
  const current = safely(() => CATALOG.path(dataDir))
  const names = readdirSync(dataDir).filter((name) => {
    const isHalf = name === WAITING || /\.(partial|new)$/.test(name)
    const isOld = catalogFiles(dataDir).includes(name) && join(dataDir, name) !== current
    return (
      (isHalf || isOld) &&
      (statSync(join(dataDir, name), { throwIfNoEntry: false })?.mtimeMs ?? 0) < clock.now() - STALE_MS
    )
  })
  if (names.length === 0) return [fine('Nothing half written is left over.')]
  const what = names.map((name) => inShell(name)).join(' ')
  return [
    look(`Left half written a day ago or longer, and read by nobody: ${what}; remove it if nothing is being written.`),
  ]
}

function safely<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch (error) {
    if (error instanceof CommandFault) return undefined // reported above
    throw error
  }
}
