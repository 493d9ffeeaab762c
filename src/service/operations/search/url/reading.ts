import type { Condition } from '../../../../catalog/ports/query.ts'
import type { Range } from '../../../../kit/params/index.ts'
import type { ListingClass } from '../../../../model/home-columns.ts'
import { type FilterArgs, valueText } from './filter-args.ts'
import type { ChoiceName, RangeName, SwitchName } from './keys.ts'
import type { Entry, Notes } from './notes.ts'

/**
 * The state that all functions share when they read filters: the values of the URL, and where to add conditions and
 * notes.
 */
export interface Reading {
  readonly listingClass: ListingClass
  readonly switches: ReadonlyMap<SwitchName, Entry<boolean>>
  readonly ranges: ReadonlyMap<RangeName, Entry<Range>>
  readonly choices: ReadonlyMap<ChoiceName, Entry<string>>
  readonly category: Entry<string> | undefined
  readonly args: FilterArgs
  readonly notes: Notes
  /** Conditions that no parameter can express. */
  readonly extraConditions: Condition[]
}

/** Passes a text to a filter, and records the outcome for the answer. */
export function ask({ args, notes }: Reading, entry: Entry<unknown>, parameter: string, text: string): void {
  const why = args.add(parameter, text)
  if (why === undefined) notes.understand(entry, `${parameter}=${text}`)
  else notes.leaveOut(entry.key, why)
}

/** Passes a value to a filter, and records the outcome for the answer. */
export function askValue(
  { args, notes }: Reading,
  entry: Entry<unknown>,
  parameter: string,
  value: unknown,
  as = `${parameter}=${valueText(parameter, value)}`,
): void {
  const why = args.addValue(parameter, value)
  if (why === undefined) notes.understand(entry, as)
  else notes.leaveOut(entry.key, why)
}

/** Adds conditions of a filter, if the filter applies. */
export function add(
  { args, notes, extraConditions }: Reading,
  entry: Entry<unknown>,
  parameter: string,
  conditions: readonly Condition[],
  as: string,
): void {
  const why = args.inapplicable(parameter)
  if (why === undefined) {
    extraConditions.push(...conditions)
    notes.understand(entry, as)
  } else notes.leaveOut(entry.key, why)
}
