import { setTimeout as later } from 'node:timers/promises'
import { Fault } from '../src/base/failure.ts'
import type { Catalog } from '../src/catalog/catalog.ts'

/** No home has it. */
export const UNKNOWN_ZPID = 2_000_000_000

const WAIT_MS = 200

/**
 * Until a large catalogue has been checked after its opening, nothing is told to be missing, and lookups of what does
 * not exist are refused. What is measured comes afterwards.
 */
export async function untilChecked(catalog: Catalog): Promise<void> {
  return until(async () => {
    try {
      await catalog.records.get('home', UNKNOWN_ZPID)
      return true
    } catch (error) {
      if (error instanceof Fault && error.code === 'server.busy') return false
      throw error
    }
  })
}

/** The same of a program that answers at this port. */
export async function untilProgramChecked(port: number, headers: Readonly<Record<string, string>>): Promise<void> {
  return until(async () => {
    const { status } = await fetch(`http://127.0.0.1:${port}/byzpid?zpid=${UNKNOWN_ZPID}`, { headers })
    if (status === 404 || status === 503) return status === 404
    throw new Error(`A home that does not exist should be answered with a 404: ${status}`)
  })
}

async function until(isDone: () => Promise<boolean>): Promise<void> {
  while (!(await isDone())) await later(WAIT_MS)
}
