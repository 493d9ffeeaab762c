import { Fault } from '../../../base/failure.ts'
import type { Condition } from '../../../catalog/query.ts'
import type { ListingClass } from '../../../model/home-columns.ts'
import { parse } from '../../../params/index.ts'
import { addressFilters, type FilterContext } from '../filters/index.ts'

/**
 * What a URL asks for, in the words of the shared filters: parameters as `/search/byaddress` takes them. The filters
 * themselves judge each value and turn it into conditions, so that a URL never means anything else than they do.
 */
export class Wire {
  readonly #listingClass: ListingClass
  readonly #asked = new Map<string, string[]>()

  constructor(listingClass: ListingClass) {
    this.#listingClass = listingClass
  }

  /** Asks for a value, beside those that the parameter has already. Gives why where the filter does not take it. */
  ask(parameter: string, text: string): string | undefined {
    const why = this.#refusal(parameter, text)
    if (why === undefined) this.#asked.set(parameter, [...(this.#asked.get(parameter) ?? []), text])
    return why
  }

  /** Why a filter does not apply to these listings, if it does not. */
  inapplicable(parameter: string): string | undefined {
    const only = addressFilters.parameters[parameter]?.only?.values ?? [this.#listingClass]
    if (only.includes(this.#listingClass)) return undefined
    return `${parameter} applies to ${only.join(' and ')}, not to ${this.#listingClass}.`
  }

  /** The conditions of everything asked for, and of the filters' defaults. */
  conditions(context: FilterContext): readonly Condition[] {
    const asked = Array.from(this.#asked, ([name, texts]) => [name, texts.join(',')] as const)
    return addressFilters.conditions(this.#parse(asked).args, context)
  }

  #refusal(parameter: string, text: string): string | undefined {
    if (text.trim() === '') return 'it is empty.'
    try {
      this.#parse([[parameter, text]])
      return this.inapplicable(parameter)
    } catch (fault) {
      if (fault instanceof Fault) return fault.message
      throw fault
    }
  }

  #parse(asked: readonly (readonly [string, string])[]) {
    return parse(addressFilters.parameters, addressFilters.rules, [['listingStatus', this.#listingClass], ...asked])
  }
}
