import type { CatalogAbout } from '../../../catalog/ports/catalog.ts'
import type { Change, StampedRecord } from '../../../catalog/ports/record-pages.ts'
import type { Words } from '../../../kit/base/words.ts'
import type { Agent, Office } from '../../../model/agent.ts'
import type { Home } from '../../../model/home.ts'
import type { Offer } from '../../../model/offer.ts'

/** A word in a list of allowed values. */
export interface LookupValue {
  readonly lookup: string
  readonly value: string
  /** Whether the RESO Data Dictionary has the word. */
  readonly isStandard: boolean
}

/** Data that the rows of a page share: facts about the catalog, and the agents and offices of the records. */
export interface Beside {
  readonly about: CatalogAbout
  readonly words: Words
  /** The URL of the OData service, such as `https://homes.example/odata`. */
  readonly root: string
  readonly agents: ReadonlyMap<string, StampedRecord<Agent>>
  readonly offices: ReadonlyMap<string, StampedRecord<Office>>
}

interface Placed {
  /** The key of the record. */
  readonly key: string
  /** The sequence number of the record's last change: its time in microseconds since 1970. */
  readonly sequence: number
  /** The index of the part that the row shows; 0 for a whole record. */
  readonly part: number
  readonly beside: Beside
}

export type Row = Placed &
  (
    | { readonly noun: 'home'; readonly record: Home }
    | { readonly noun: 'offer'; readonly record: Offer }
    | { readonly noun: 'agent'; readonly record: Agent }
    | { readonly noun: 'office'; readonly record: Office }
    | { readonly noun: 'change'; readonly record: Change }
    | { readonly noun: 'lookup'; readonly record: LookupValue }
  )
