import type { Region } from '../model/region.ts'
import type { SearchedNoun } from '../model/searched.ts'
import type { AddressLookup } from './address-lookup.ts'
import type { AgentLookup } from './agent-lookup.ts'
import type { MarketLookup } from './market-lookup.ts'
import type { NearLookup } from './near-lookup.ts'
import type { Searches } from './noun-search.ts'
import type { Noun } from './nouns.ts'
import type { RecordLookup } from './record-lookup.ts'

export interface CatalogAbout {
  /** A name that no other catalogue has. */
  readonly catalogId: string
  /** Changes with every change of the catalogue's contents. */
  readonly dataVersion: string
  /** Made by `plat sample`: nothing in it is real. */
  readonly sample: boolean
  readonly counts: Readonly<Record<Noun, number>>
  /** Who must be named with what a source tells, by the source's name; absent: nobody said. */
  readonly attributions?: ReadonlyMap<string, string>
  /** What the operator has to do, once something of the catalogue turned out to be unreadable. */
  readonly damage?: string
}

/**
 * What operations ask, a port for each kind of question; whoever needs only one takes only that one.
 *
 * A call sees one committed state of the catalogue; between two calls an import may have put another in its place. Not
 * found is never an error: each port says what it is. Nobody changes what a catalogue hands out. A question that meets
 * something unreadable is refused with the Fault `catalogue.damaged`; the operator is told once.
 */
export interface Catalog {
  readonly records: RecordLookup
  readonly addresses: AddressLookup
  readonly near: NearLookup
  readonly agents: AgentLookup
  readonly market: MarketLookup
  search<N extends SearchedNoun>(noun: N): Searches[N]
  about(): CatalogAbout
  /** Every region that has homes, by key; the array is the same one until the catalogue changes. */
  regions(): readonly Region[]
  /**
   * A short text that follows a text and this catalogue, the same after every import; nobody without its file can
   * make it.
   */
  seal(text: string): string
  close(): void
}
