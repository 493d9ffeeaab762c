import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'

/** Calls that a process of its own makes. */
export interface LoadOrder {
  readonly port: number
  readonly key: string
  /** Asked one after the other, from the first again after the last. */
  readonly paths: readonly string[]
  readonly seconds: number
  /** Whether each call has a name of its own. */
  readonly named?: boolean
  /** Connections that may be open at a time. */
  readonly connections: number
  /**
   * Open loop: so many calls a second, due at random moments whatever has become of those before. Closed loop where it
   * is not given: each connection makes its next call when it has the answer.
   */
  readonly perSecond?: number
}

export interface Times {
  readonly calls: number
  readonly perSecond: number
  /** Milliseconds from the moment at which a call was made until its whole answer had come. */
  readonly medianMs: number
  readonly p99Ms: number
  readonly slowestMs: number
}

export interface LoadReport {
  /** By status. */
  readonly answers: Readonly<Record<string, Times>>
  /** Answers of status 503 without `Retry-After`. */
  readonly withoutRetryAfter: number
  /** Calls whose connection was closed. */
  readonly lost: number
  /** Calls that were not made, since all connections waited for answers. */
  readonly unsent: number
  /** Calls of an open loop that were made later than they were due, for want of a processor, and by how much. */
  readonly late: Times
}

/** Makes the calls from another process, whose own work does not delay what it measures in this one. */
export async function load(order: LoadOrder): Promise<LoadReport> {
  const child = spawn(process.execPath, [new URL('./process.ts', import.meta.url).pathname], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const closed = once(child, 'close')
  child.stdin.end(JSON.stringify(order))
  const told = await text(child.stdout)
  const [code] = await closed
  assert.equal(code, 0, 'the process that makes calls has failed')
  return JSON.parse(told) as LoadReport // as process.ts prints it
}

const NONE: Times = { calls: 0, perSecond: 0, medianMs: 0, p99Ms: 0, slowestMs: 0 }

/** Those of one status; all zero where there was none. */
export function timesOf({ answers }: LoadReport, status: number): Times {
  return answers[status] ?? NONE
}
