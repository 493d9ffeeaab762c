import { type Distribution, OutdatedRead } from './shards.ts'
import type { KnownWhereabouts } from './whereabouts.ts'

/** What a node knows of one committed state. */
export interface KnownState {
  /** undefined where all is asked of the database. */
  readonly distribution: Distribution | undefined
  readonly whereabouts: KnownWhereabouts
}

/** How a node follows the catalogue. */
export interface Following {
  state(): KnownState
  /** Takes up the newest state, unless another than this one is known already. */
  renew(state: KnownState): Promise<void>
  /** What callers are told where rows are removed faster than a node can follow. */
  unreadable(): Error
}

/** States in which a question is asked before it is given up. */
const STATES_MAX = 3

/** What `ask` finds in a state of which no shard has removed anything meanwhile. */
export async function inOneState<T>(
  { state: current, renew, unreadable }: Following,
  ask: (state: KnownState) => Promise<T>,
): Promise<T> {
  for (let states = 1; ; states++) {
    const state = current()
    try {
      return await ask(state)
    } catch (error) {
      if (!(error instanceof OutdatedRead)) throw error
    }
    if (states === STATES_MAX) throw unreadable()
    await renew(state)
  }
}
