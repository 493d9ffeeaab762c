import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** Ticks per second. Linux reports processor time in these ticks, whatever the kernel's own tick rate is. */
const TICKS_PER_S = 100

/**
 * Parses the processor time of all threads in seconds from `/proc/PID/stat`. The text includes the process's name,
 * which can contain any characters.
 */
export function cpuSecondsIn(stat: string): number {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [user, system] = [fields[11], fields[12]].map(Number)
  return ((user ?? Number.NaN) + (system ?? Number.NaN)) / TICKS_PER_S
}

/** Parses the memory in use in megabytes from `/proc/PID/smaps_rollup`. Processes share the size of shared memory. */
export function memoryMbIn(rollup: string): number {
  return Number(/^Pss:\s*(\d+) kB$/m.exec(rollup)?.[1] ?? Number.NaN) / 1024
}

/**
 * Parses the processor time of one thread in seconds from `/proc/PID/task/TID/schedstat`. Unlike `stat`, this file is
 * exact.
 */
export function threadSecondsIn(schedstat: string): number {
  return Number(schedstat.split(' ', 1)[0]) / 1e9
}

/**
 * Returns the processor time of all threads of a process in seconds. Exact only to 10 ms if the kernel has no
 * `schedstat`.
 */
export function cpuSeconds(pid: number): number {
  if (!existsSync(`/proc/${pid}/schedstat`)) return cpuSecondsIn(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  const files = readdirSync(`/proc/${pid}/task`).map((thread) => `/proc/${pid}/task/${thread}/schedstat`)
  return files.reduce((sum, file) => sum + threadSecondsIn(readFileSync(file, 'utf8')), 0)
}

export function memoryMb(pid: number): number {
  return memoryMbIn(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))
}

/** Returns the ids of a process and of all running processes that it or its descendants started. */
export function processesUnder(pid: number): number[] {
  const threads = readdirSync(`/proc/${pid}/task`)
  const started = threads.flatMap((thread) => readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' '))
  return [pid, ...started.filter((each) => each !== '').flatMap((each) => processesUnder(Number(each)))]
}

/** How much a process has read so far: from disk, page cache and sockets. */
export interface ReadSoFar {
  readonly calls: number
  readonly bytes: number
}

/** Parses the counts in `/proc/PID/io`. */
export function readIn(io: string): ReadSoFar {
  const field = (name: string) => Number(new RegExp(`^${name}: (\\d+)$`, 'm').exec(io)?.[1] ?? Number.NaN)
  return { calls: field('syscr'), bytes: field('rchar') }
}

/** Returns how much all threads of a process have read so far. */
export function readSoFar(pid: number): ReadSoFar {
  return readIn(readFileSync(`/proc/${pid}/io`, 'utf8'))
}
