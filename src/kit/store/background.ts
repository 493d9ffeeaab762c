import type { Log } from '../base/log.ts'
import { guarded, type StoreNames } from './store-fault.ts'
import { Trouble } from './trouble.ts'

/** The store that a background job keeps, and a sentence about what happens while the job cannot. */
export interface BackgroundStore {
  readonly path: string
  readonly names: StoreNames
  readonly log: Log
  readonly meanwhile: string
  /** See `Trouble`. */
  readonly afterwards?: string
}

/**
 * Runs `action` again and again, one at a time, without keeping the process alive and without ending it. A failure is
 * logged and left to the next turn; one that lasts is a single line, not one for each turn.
 */
export function inBackground(
  action: () => void | Promise<void>,
  intervalMs: number,
  { path, names, log, meanwhile, afterwards }: BackgroundStore,
): NodeJS.Timeout {
  const trouble = new Trouble(path, log, meanwhile, afterwards)
  let running = false
  const turn = async (): Promise<void> => {
    if (running) return
    running = true
    try {
      await guarded(path, names, action)
      trouble.over()
    } catch (error) {
      trouble.met(error)
    } finally {
      running = false
    }
  }
  return setInterval(() => void turn(), intervalMs).unref()
}
