import { existsSync, readFileSync } from 'node:fs'
import type { Clock } from '../../kit/base/clock.ts'
import { freeMemoryBytes, totalMemoryBytes } from '../../kit/base/memory.ts'
import { inMb } from '../../kit/base/sentence.ts'
import type { Settings } from '../../kit/base/settings.ts'
import { type Finding, findingsAbout } from './finding.ts'

/** The properties of the machine that a service depends on. */
export interface Machine {
  readonly nodeVersion: string
  /** The maximum number of open files of a process; undefined if the system does not report it. */
  readonly openFiles: number | undefined
  /** The memory that this process may use. `freeBytes` of it are free now. */
  readonly memoryBytes: number
  readonly freeBytes: number
}

const NODE_MAJOR = 24

/** Number of files and pipes that a service opens in addition to its connections. */
const OWN_FILES = 300

/** When this check was written. A clock that shows an earlier time is wrong. */
const WRITTEN_MS = Date.UTC(2026, 0)

export function thisMachine(): Machine {
  return {
    nodeVersion: process.versions.node,
    openFiles: openFiles(),
    memoryBytes: totalMemoryBytes(),
    freeBytes: freeMemoryBytes(),
  }
}

/** Returns the limit on open files. Node.js raised its soft limit to the hard limit at the start. */
function openFiles(): number | undefined {
  const path = '/proc/self/limits'
  if (!existsSync(path)) return undefined
  const [, soft = ''] = /^Max open files\s+(\S+)/m.exec(readFileSync(path, 'utf8')) ?? []
  return soft === 'unlimited' ? Number.POSITIVE_INFINITY : Number(soft)
}

/** @param catalogBytes The size of the catalog file; 0 without a catalog. */
export function machineFindings(
  machine: Machine,
  { connections }: Pick<Settings, 'connections'>,
  catalogBytes: number,
  clock: Clock,
): readonly Finding[] {
  return [
    nodeFinding(machine),
    filesFinding(machine, connections),
    memoryFinding(machine, catalogBytes),
    clockOf(clock),
  ]
}

function nodeFinding({ nodeVersion }: Machine): Finding {
  const { fine, look, mend } = findingsAbout('node')
  const major = Number(nodeVersion.split('.')[0])
  if (major < NODE_MAJOR) return mend(`Node ${nodeVersion} is too old: run npm ci, which installs Node ${NODE_MAJOR}.`)
  if (major > NODE_MAJOR)
    return look(`Plat is not tested with Node ${nodeVersion}: run npm ci, which installs Node ${NODE_MAJOR}.`)
  return fine(`Node ${nodeVersion}.`)
}

function filesFinding({ openFiles: limit }: Machine, connections: number): Finding {
  const { fine, look, mend } = findingsAbout('open files')
  if (limit === undefined) return look('The system does not report how many files a process may open.')
  const wanted = connections + OWN_FILES
  if (limit >= wanted) return fine(`A process may open ${limit.toLocaleString('en-US')} files; ${wanted} are enough.`)
  return mend(
    `A process may open only ${limit} files, but ${connections} connections need ${wanted}: raise the hard limit (ulimit -Hn, or LimitNOFILE of systemd), or lower PLAT_CONNECTIONS.`,
  )
}

/**
 * Returns the bytes of memory that a service needs. Measured: 1.2 GB for a catalog of 3.9 GB, 150 MB without data. More
 * memory helps, because the operating system caches the files.
 */
export function memoryWanted(catalogBytes: number): number {
  return 150 * 2 ** 20 + catalogBytes * 0.28
}

function memoryFinding({ memoryBytes, freeBytes }: Machine, catalogBytes: number): Finding {
  const { fine, look, mend } = findingsAbout('memory')
  const wanted = memoryWanted(catalogBytes)
  const what = `${catalogBytes === 0 ? 'a service' : `a catalog of ${inMb(catalogBytes)}`} needs about ${inMb(wanted)}`
  if (memoryBytes < wanted) {
    return mend(`There are only ${inMb(memoryBytes)} of memory, but ${what}: add memory, or import less data.`)
  }
  if (freeBytes < wanted) {
    return look(
      `${inMb(freeBytes)} of memory are free, and ${what}. If the service is already running, this is fine, because it uses part of the memory.`,
    )
  }
  return fine(`${inMb(memoryBytes)} of memory, ${what}.`)
}

function clockOf(clock: Clock): Finding {
  const { fine, mend } = findingsAbout('clock')
  const nowMs = clock.now()
  const now = new Date(nowMs).toISOString()
  if (nowMs < WRITTEN_MS)
    return mend(
      `The clock says ${now}, which is before this version of Plat: correct the clock, because plans depend on it.`,
    )
  return fine(`The clock says ${now}.`)
}
