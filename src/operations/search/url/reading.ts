import type { Condition } from '../../../catalog/query.ts'
import type { ListingClass } from '../../../model/home-columns.ts'
import type { Range } from '../../../params/index.ts'
import type { ChoiceName, RangeName, SwitchName } from './keys.ts'
import type { Entry, Notes } from './notes.ts'
import type { Wire } from './wire.ts'

/** A URL while its filters are read: what it asks for, and where its readers put what they make of that. */
export interface Reading {
  readonly listingClass: ListingClass
  readonly switches: ReadonlyMap<SwitchName, Entry<boolean>>
  readonly ranges: ReadonlyMap<RangeName, Entry<Range>>
  readonly choices: ReadonlyMap<ChoiceName, Entry<string>>
  readonly category: Entry<string> | undefined
  readonly wire: Wire
  readonly notes: Notes
  /** Conditions that the parameters of the other searches have no words for. */
  readonly beyond: Condition[]
}

/** Asks a shared filter for a value and tells what became of it. */
export function ask({ wire, notes }: Reading, entry: Entry<unknown>, parameter: string, text: string): void {
  const why = wire.ask(parameter, text)
  if (why === undefined) notes.understand(entry, `${parameter}=${text}`)
  else notes.leaveOut(entry.key, why)
}

/** Adds conditions that a shared filter makes, where it applies. */
export function add(
  { wire, notes, beyond }: Reading,
  entry: Entry<unknown>,
  parameter: string,
  conditions: readonly Condition[],
  as: string,
): void {
  const why = wire.inapplicable(parameter)
  if (why === undefined) {
    beyond.push(...conditions)
    notes.understand(entry, as)
  } else notes.leaveOut(entry.key, why)
}
