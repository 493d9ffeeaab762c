import type { SampleFolder } from '../catalogues.ts'
import type { Figures } from '../figures.ts'
import { Pinned } from '../pinned.ts'
import type { AskedPlat } from './asked-plat.ts'
import type { AskedSqlite } from './asked-sqlite.ts'

/** What every part of the search bench is given. */
export interface SearchBench {
  readonly sample: SampleFolder
  readonly seed: number
  /** Searches in the mix. */
  readonly queries: number
  /** How often everything is measured. */
  readonly rounds: number
  readonly figures: Figures
}

/** Whatever is measured has one core to itself; the load comes from the other. */
export const SERVER_CORE = 0
export const LOAD_CORE = 1

export function startPlat(): Pinned<AskedHandlers<AskedPlat>> {
  return new Pinned('./search/asked-plat.ts', SERVER_CORE)
}

export function startSqlite(): Pinned<AskedHandlers<AskedSqlite>> {
  return new Pinned('./search/asked-sqlite.ts', SERVER_CORE)
}

/** The questions of an interface, which as a type of its own has no index. */
export type AskedHandlers<Q> = { readonly [N in keyof Q]: Q[N] extends (...args: never) => unknown ? Q[N] : never }

export function numbers(count: number): number[] {
  return Array.from({ length: count }, (_, i) => i)
}
