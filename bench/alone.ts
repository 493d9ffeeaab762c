import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const DATA = fileURLToPath(new URL('data/', import.meta.url))
const LOCK = `${DATA}running.pid`

/**
 * Makes sure that no other bench works in bench/data until this process ends: two would take each other's databases
 * away, and neither would measure anything. Throws with the other's process id.
 */
export function beAlone(): void {
  mkdirSync(DATA, { recursive: true })
  const other = holder()
  if (other !== undefined) throw new RangeError(`Another bench is running, process ${other}: wait until it has ended.`)
  writeFileSync(LOCK, String(process.pid))
  process.on('exit', () => rmSync(LOCK, { force: true }))
}

/** The process that holds the lock; undefined when nobody does, or who did is no more. */
function holder(): number | undefined {
  try {
    const pid = Number(readFileSync(LOCK, 'utf8'))
    process.kill(pid, 0) // throws where there is no such process
    return pid
  } catch {
    return undefined
  }
}
