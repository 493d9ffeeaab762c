import { Fault } from '../../../base/failure.ts'
import type { Condition } from '../../../catalog/query.ts'
import type { ListingClass } from '../../../model/home-columns.ts'
import { parse, Refusal } from '../../../params/index.ts'
import { addressFilters, type FilterContext } from '../filters/index.ts'

/**
 * What a URL asks for, as parameters of `/search/byaddress`. The shared filters read each value and turn it into
 * conditions, so a URL never means anything else than they do.
 */
export class Wire {
  readonly #listingClass: ListingClass
  readonly #asked = new Map<string, unknown>()

  constructor(listingClass: ListingClass) {
    this.#listingClass = listingClass
  }

  /** Asks for a value, beside those that a list holds already. Returns the reason where the filter refuses it. */
  ask(parameter: string, text: string): string | undefined {
    const value = this.#read(parameter, text)
    if (value instanceof Refusal) return value.why
    const before = this.#asked.get(parameter)
    const both = Array.isArray(before) && Array.isArray(value) ? [...new Set([...before, ...value])] : value
    this.#asked.set(parameter, both)
    return undefined
  }

  /** Why a filter does not apply to these listings, if it does not. */
  inapplicable(parameter: string): string | undefined {
    const only = addressFilters.parameters[parameter]?.only?.values ?? [this.#listingClass]
    if (only.includes(this.#listingClass)) return undefined
    return `${parameter} applies to ${only.join(' and ')}, not to ${this.#listingClass}.`
  }

  /** The conditions of everything asked for, and of the filters' defaults. */
  conditions(context: FilterContext): readonly Condition[] {
    const args = { ...this.#parse([]), ...Object.fromEntries(this.#asked) }
    return addressFilters.conditions(args, context)
  }

  #read(parameter: string, text: string): unknown {
    if (text.trim() === '') return new Refusal('it is empty.')
    try {
      const value = this.#parse([[parameter, text]])[parameter]
      const why = this.inapplicable(parameter)
      return why === undefined ? value : new Refusal(why)
    } catch (fault) {
      if (fault instanceof Fault) return new Refusal(fault.message)
      throw fault
    }
  }

  #parse(asked: readonly (readonly [string, string])[]): Readonly<Record<string, unknown>> {
    const query = [['listingStatus', this.#listingClass] as const, ...asked]
    return parse(addressFilters.parameters, addressFilters.rules, query).args
  }
}
