import type { Log } from '../base/log.ts'
import { guarded, type StoreNames } from './store-fault.ts'
import { Trouble } from './trouble.ts'

/** A store that a background job uses, and what the log says while the job fails. */
export interface BackgroundStore {
  readonly path: string
  readonly names: StoreNames
  readonly log: Log
  /** A sentence that says what happens while the store cannot be used. */
  readonly consequence: string
  /** Logged after the store's path when the store works again. */
  readonly afterwards?: string
}

/**
 * Runs `action` at intervals, one run at a time, without keeping the process alive. A failure does not end the process:
 * it is logged, and the next run tries again. A lasting failure is logged once a minute, not at every run.
 */
export function inBackground(
  action: () => void | Promise<void>,
  intervalMs: number,
  { path, names, log, consequence, afterwards }: BackgroundStore,
): NodeJS.Timeout {
  const trouble = new Trouble(path, log, consequence, afterwards)
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
