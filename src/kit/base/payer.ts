import { AsyncLocalStorage } from 'node:async_hooks'

/** The party to which work time is charged. The payer that has spent the least goes first. */
export interface Payer {
  spentMs: number
  /** Number of pieces of work that have begun, and wait for their next turn or for another thread. */
  paused: number
}

export function newPayer(spentMs = 0): Payer {
  return { spentMs, paused: 0 }
}

const payers = new AsyncLocalStorage<Payer>()

/** Runs work for a payer. `payerNow` returns that payer during the work, also after it has waited for something. */
export function onBehalfOf<T>(payer: Payer, act: () => T): T {
  return payers.run(payer, act)
}

/** The payer of the current work; undefined for the service's own work. */
export function payerNow(): Payer | undefined {
  return payers.getStore()
}
