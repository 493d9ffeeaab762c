import type { CatalogAbout } from '../../../catalog/ports/catalog.ts'
import type { Change, StampedRecord } from '../../../catalog/ports/record-pages.ts'
import type { Words } from '../../../kit/base/words.ts'
import type { Agent, Office } from '../../../model/agent.ts'
import type { Home } from '../../../model/home.ts'
import type { Offer } from '../../../model/offer.ts'

/** A word of a list. */
export interface LookupValue {
  readonly lookup: string
  readonly value: string
  /** The dictionary has it. */
  readonly isStandard: boolean
}

/** Everything that stands beside the records of a page: the catalogue they come from, and the people whom they name. */
export interface Beside {
  readonly about: CatalogAbout
  readonly words: Words
  /** The address of the service: `https://homes.example/odata`. */
  readonly root: string
  readonly agents: ReadonlyMap<string, StampedRecord<Agent>>
  readonly offices: ReadonlyMap<string, StampedRecord<Office>>
}

interface Placed {
  /** The key of the record. */
  readonly key: string
  /** The sequence number of its last change, which is the moment of that change in microseconds since 1970. */
  readonly sequence: number
  /** Which part of the record the row tells, from 0; for rows that tell a whole record, 0. */
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
