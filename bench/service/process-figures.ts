import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** Clock ticks a second, in which Linux tells processor time, whatever the kernel's own. */
const TICKS_PER_S = 100

/** What `/proc/PID/stat` says of the processor time of all threads, in seconds. The name may hold any characters. */
export function cpuSecondsIn(stat: string): number {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [user, system] = [fields[11], fields[12]].map(Number)
  return ((user ?? Number.NaN) + (system ?? Number.NaN)) / TICKS_PER_S
}

/** What `/proc/PID/status` says of the memory that is in use now, in megabytes. */
export function memoryMbIn(status: string): number {
  return Number(/^VmRSS:\s*(\d+) kB$/m.exec(status)?.[1] ?? Number.NaN) / 1024
}

/** What `/proc/PID/task/TID/schedstat` says of the processor time of one thread, in seconds: exact, unlike `stat`. */
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
