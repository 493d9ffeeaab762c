import { AsyncLocalStorage } from 'node:async_hooks'

/** To whom the time that work takes is charged: whoever has spent the least goes first. */
export interface Payer {
  spentMs: number
  /** Pieces of work that have begun, and wait for their next turn or for another thread. */
  paused: number
}

export function newPayer(spentMs = 0): Payer {
  return { spentMs, paused: 0 }
}

const payers = new AsyncLocalStorage<Payer>()

/** Does work that `payerNow` knows the payer of, also after it has waited for something. */
export function onBehalfOf<T>(payer: Payer, act: () => T): T {
  return payers.run(payer, act)
}

/** For whom the work is that is being done; undefined for the service's own. */
export function payerNow(): Payer | undefined {
  return payers.getStore()
}
