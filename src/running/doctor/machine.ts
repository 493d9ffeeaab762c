import { existsSync, readFileSync } from 'node:fs'
import type { Clock } from '../../kit/base/clock.ts'
import { freeMemoryBytes, totalMemoryBytes } from '../../kit/base/memory.ts'
import { inMb } from '../../kit/base/sentence.ts'
import type { Settings } from '../../kit/base/settings.ts'
import { type Finding, findingsAbout } from './finding.ts'

/** The properties of the machine that a service depends on, beside its data folder. */
export interface Machine {
  readonly nodeVersion: string
  /** Cap on the open files of a process. Undefined where the system does not state it. */
  readonly openFiles: number | undefined
  /** The memory that this process may use, and how much of it is free now. */
  readonly memoryBytes: number
  readonly freeBytes: number
}

const NODE_MAJOR = 24

/** Number of files and pipes of a service beside its connections: threads, stores, logs. */
const OWN_FILES = 300

/** The date of this source. A clock before it is wrong. */
const WRITTEN_MS = Date.UTC(2026, 0)

export function thisMachine(): Machine {
  return {
    nodeVersion: process.versions.node,
    openFiles: openFiles(),
    memoryBytes: totalMemoryBytes(),
    freeBytes: freeMemoryBytes(),
  }
}

/** Returns the hard limit, to which Node raises the soft one when it starts. */
function openFiles(): number | undefined {
  const path = '/proc/self/limits'
  if (!existsSync(path)) return undefined
  const [, soft = ''] = /^Max open files\s+(\S+)/m.exec(readFileSync(path, 'utf8')) ?? []
  return soft === 'unlimited' ? Number.POSITIVE_INFINITY : Number(soft)
}

/** `catalogBytes` is the size of the catalogue's file; 0 where there is none. */
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
  if (major < NODE_MAJOR) return mend(`Node ${nodeVersion} is too old: run npm ci, which brings Node ${NODE_MAJOR}.`)
  if (major > NODE_MAJOR)
    return look(`Node ${nodeVersion} is newer than the one that Plat is tested with: npm ci brings Node ${NODE_MAJOR}.`)
  return fine(`Node ${nodeVersion}.`)
}

function filesFinding({ openFiles: limit }: Machine, connections: number): Finding {
  const { fine, look, mend } = findingsAbout('open files')
  if (limit === undefined) return look('The system does not tell how many files a process may have open.')
  const wanted = connections + OWN_FILES
  if (limit >= wanted) return fine(`${limit.toLocaleString('en-US')} files may be open, ${wanted} are enough.`)
  return mend(
    `Only ${limit} files may be open, and ${connections} connections need ${wanted}: raise the hard limit (ulimit -Hn, LimitNOFILE of systemd), or set PLAT_CONNECTIONS lower.`,
  )
}

/**
 * Measured: a service of 3.9 GB takes 2.2 GB once its cards are in memory, and one without data some 150 MB.
 * Records are read through the page cache, so more memory is faster.
 */
export function memoryWanted(catalogBytes: number): number {
  return 150 * 2 ** 20 + catalogBytes * 0.53
}

function memoryFinding({ memoryBytes, freeBytes }: Machine, catalogBytes: number): Finding {
  const { fine, look, mend } = findingsAbout('memory')
  const wanted = memoryWanted(catalogBytes)
  const what = `${catalogBytes === 0 ? 'a service' : `a catalogue of ${inMb(catalogBytes)}`} takes some ${inMb(wanted)}`
  if (memoryBytes < wanted) {
    return mend(`There are ${inMb(memoryBytes)} of memory, and ${what}: give it more, or import less.`)
  }
  if (freeBytes < wanted) {
    return look(
      `${inMb(freeBytes)} of memory are free, and ${what}: fine if the service runs already, tight otherwise.`,
    )
  }
  return fine(`${inMb(memoryBytes)} of memory, ${what}.`)
}

function clockOf(clock: Clock): Finding {
  const { fine, mend } = findingsAbout('clock')
  const nowMs = clock.now()
  const now = new Date(nowMs).toISOString()
  if (nowMs < WRITTEN_MS)
    return mend(`The clock says ${now}, before this Plat was written: periods of plans follow it, so set it right.`)
  return fine(`The clock says ${now}.`)
}
