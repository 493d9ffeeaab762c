import { accessSync, constants, existsSync, readdirSync, type Stats, statfsSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { catalogFiles, changedMs } from '../../catalog/opening/whole-file.ts'
import { checkFolderKeys } from '../../guard/access/index.ts'
import { type Clock, DAY_MS } from '../../kit/base/clock.ts'
import { CommandFault } from '../../kit/base/failure.ts'
import { inMb, inShell } from '../../kit/base/sentence.ts'
import { readStore } from '../../kit/store/store-copy.ts'
import { type StoreFormat, upgradeRefusal, versionIn } from '../../kit/store/store-file.ts'
import { CATALOG, STORES } from '../backup/contents.ts'
import { WAITING } from '../backup/restore.ts'
import { type Finding, findingsAbout } from './finding.ts'
import { runFindings } from './runs.ts'

/** Minimum free space on the disk. Write-ahead logs of the stores need it. */
const FREE_BYTES_MIN = 256 * 2 ** 20

/** If a file is newer than the clock by more than this, the clock is wrong. */
const AHEAD_MS = DAY_MS

/** The age after which an unfinished file counts as abandoned. */
const STALE_MS = DAY_MS

export interface FolderFindings {
  readonly findings: readonly Finding[]
  readonly catalogBytes: number
}

interface LookOptions {
  /** Reads all stores completely. */
  readonly deep: boolean
  /** The node has a database. Its folder has no stores, only import reports and rejected rows, and may be missing. */
  readonly ofNode: boolean
  readonly onProgress: (done: number, total: number) => void
}

/** Checks a data folder without changing it. */
export async function lookAtFolder(dataDir: string, clock: Clock, options: LookOptions): Promise<FolderFindings> {
  const { fine, look, mend } = findingsAbout('data folder')
  const stats = statSync(dataDir, { throwIfNoEntry: false })
  if (options.ofNode && stats === undefined) return { findings: [], catalogBytes: 0 }
  if (!stats?.isDirectory()) {
    const next = `make a catalog there with ./plat sample or ./plat import, or give the right folder with --data.`
    return { findings: [mend(`There is no data folder "${dataDir}": ${next}`)], catalogBytes: 0 }
  }
  const closed = closedTo(dataDir)
  if (closed !== undefined) return { findings: [mend(closed)], catalogBytes: 0 }
  const rights = openToOthers(stats)
    ? look(openSentence(dataDir, stats))
    : fine(`Other users cannot read "${dataDir}".`)
  const runs = runFindings(dataDir, clock)
  if (options.ofNode) return { findings: [rights, ...diskFindings(dataDir, 0), ...runs], catalogBytes: 0 }
  const catalogBytes = sizeOf(dataDir)
  return {
    findings: [
      rights,
      ...modeFindings(dataDir),
      ...diskFindings(dataDir, catalogBytes),
      ...attempt('catalogue', () => storeFindings(dataDir, options)),
      ...(await ledgerFindings(dataDir, clock)),
      ...timeFindings(dataDir, clock),
      ...staleFindings(dataDir, clock),
      ...runs,
    ],
    catalogBytes,
  }
}

function closedTo(dataDir: string): string | undefined {
  try {
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
    return undefined
  } catch {
    return `You cannot read and write in "${dataDir}": run this as the user of the service, or change the owner of the folder.`
  }
}

function openToOthers({ mode }: Stats): boolean {
  return (mode & 0o077) !== 0
}

function openSentence(dataDir: string, { mode }: Stats): string {
  const rights = (mode & 0o777).toString(8)
  return `"${dataDir}" has the permissions ${rights}, so other users can read keys and personal data: run chmod 700 ${inShell(dataDir)}.`
}

/** Files that only their owner may read. Older versions of Plat created them with the system's default permissions. */
const PRIVATE = /\.sqlite(-wal|-shm)?$|^revocations$/

function modeFindings(dataDir: string): readonly Finding[] {
  const { fine, look } = findingsAbout('permissions')
  const open = (existsSync(dataDir) ? readdirSync(dataDir).map((name) => join(dataDir, name)) : [])
    .filter((path) => PRIVATE.test(basename(path)))
    .flatMap((path) => {
      const stats = statSync(path, { throwIfNoEntry: false }) // a write-ahead log can disappear at any time
      return stats !== undefined && openToOthers(stats) ? [{ path, stats }] : []
    })
  const [first, ...more] = open
  if (first === undefined) return [fine('Other users cannot read the stores.')]
  const subject = more.length === 0 ? 'has' : `and ${more.length} more files have`
  const rights = (first.stats.mode & 0o777).toString(8)
  const repair = `chmod -R go= ${inShell(dataDir)}`
  return [look(`${basename(first.path)} ${subject} the permissions ${rights} instead of 600: run ${repair}.`)]
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
    return [
      mend(`Only ${inMb(free)} are free, but a service needs ${inMb(FREE_BYTES_MIN)} for its logs: free some space.`),
    ]
  const wanted = catalogBytes * 1.4
  if (free >= wanted) return [fine(`${inMb(free)} are free.`)]
  return [look(`${inMb(free)} are free. A large import, an upgrade or a new catalog may need ${inMb(wanted)}.`)]
}

function storeFindings(dataDir: string, options: LookOptions): readonly Finding[] {
  const findings: Finding[] = []
  for (const { format, path: pathIn } of STORES) {
    const about = format === CATALOG.format ? 'catalogue' : basename(pathIn(dataDir) ?? '')
    const path = pathIn(dataDir)
    if (path === undefined || !existsSync(path)) {
      if (format === CATALOG.format) findings.push(findingsAbout(about).look(NO_CATALOG))
      continue
    }
    findings.push(...attempt(about, () => [storeFinding(about, path, format, options)]))
  }
  return findings
}

const NO_CATALOG =
  'The folder has no catalog: ./plat serve makes a sample, ./plat import imports your data, and ./plat restore restores a backup.'

/** Runs a check, and returns a thrown CommandFault as a finding. */
function attempt(about: string, work: () => readonly Finding[]): readonly Finding[] {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof CommandFault)) throw error
    return [findingsAbout(about).mend(error.message)]
  }
}

function storeFinding(about: string, path: string, format: StoreFormat, { deep, onProgress }: LookOptions): Finding {
  const { fine, look, mend } = findingsAbout(about)
  const version = versionIn(path, format)
  const refusal = upgradeRefusal(path, format, version)
  if (refusal !== undefined) return mend(refusal.message)
  if (deep) readStore(path, format, ({ done, total }) => onProgress(done, total))
  const read = deep ? ', and all of it can be read' : ''
  const size = inMb(statSync(path).size)
  if (version === format.version) return fine(`The ${format.noun} has format ${version} and ${size}${read}.`)
  return look(
    `The ${format.noun} has format ${version}${read}. The next start converts it to format ${format.version}, or run ./plat upgrade now.`,
  )
}

async function ledgerFindings(dataDir: string, clock: Clock): Promise<readonly Finding[]> {
  const { fine, mend } = findingsAbout('keys and credits')
  try {
    const faults = await checkFolderKeys(dataDir, clock)
    return faults.length === 0 ? [fine('Keys, credits and plans are consistent.')] : faults.map(mend)
  } catch (error) {
    if (error instanceof CommandFault) return [mend(error.message)]
    throw error
  }
}

function timeFindings(dataDir: string, clock: Clock): readonly Finding[] {
  const changed = safely(() => changedMs(dataDir))
  if (changed === undefined || changed <= clock.now() + AHEAD_MS) return []
  const when = new Date(changed).toISOString()
  return [findingsAbout('clock').mend(`The catalog was changed at ${when}, which is in the future: correct the clock.`)]
}

/** Finds temporary files that killed processes left behind. */
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
  if (names.length === 0) return [fine('There are no unfinished files.')]
  const what = names.map((name) => inShell(name)).join(' ')
  return [look(`Unfinished files that are more than a day old: ${what}. Remove them if no command is writing them.`)]
}

function safely<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch (error) {
    if (error instanceof CommandFault) return undefined // reported above
    throw error
  }
}
