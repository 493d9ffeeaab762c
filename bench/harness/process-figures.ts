import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** Clock ticks a second, in which Linux tells processor time, whatever the kernel's own. */
const TICKS_PER_S = 100

/** Processor time of all threads by `/proc/PID/stat`, in seconds. The name in it may hold any characters. */
export function cpuSecondsIn(stat: string): number {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [user, system] = [fields[11], fields[12]].map(Number)
  return ((user ?? Number.NaN) + (system ?? Number.NaN)) / TICKS_PER_S
}

/** Memory in use now by `/proc/PID/status`, in megabytes. */
export function memoryMbIn(status: string): number {
  return Number(/^VmRSS:\s*(\d+) kB$/m.exec(status)?.[1] ?? Number.NaN) / 1024
}

/** Processor time of one thread by `/proc/PID/task/TID/schedstat`, in seconds: exact, unlike `stat`. */
export function threadSecondsIn(schedstat: string): number {
  return Number(schedstat.split(' ', 1)[0]) / 1e9
}

/** Processor time of all threads that a process has, in seconds: to 10 ms where the kernel tells no better. */
export function cpuSeconds(pid: number): number {
  if (!existsSync(`/proc/${pid}/schedstat`)) return cpuSecondsIn(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  const files = readdirSync(`/proc/${pid}/task`).map((thread) => `/proc/${pid}/task/${thread}/schedstat`)
  return files.reduce((sum, file) => sum + threadSecondsIn(readFileSync(file, 'utf8')), 0)
}

export function memoryMb(pid: number): number {
  return memoryMbIn(readFileSync(`/proc/${pid}/status`, 'utf8'))
}

/** Reads that a process has asked the system for so far, whether from a disk, the page cache or a socket. */
export interface ReadSoFar {
  readonly calls: number
  readonly bytes: number
}

/** Reads by `/proc/PID/io`. */
export function readIn(io: string): ReadSoFar {
  const field = (name: string) => Number(new RegExp(`^${name}: (\\d+)$`, 'm').exec(io)?.[1] ?? Number.NaN)
  return { calls: field('syscr'), bytes: field('rchar') }
}

/** Reads of all threads of a process together. */
export function readSoFar(pid: number): ReadSoFar {
  return readIn(readFileSync(`/proc/${pid}/io`, 'utf8'))
}
