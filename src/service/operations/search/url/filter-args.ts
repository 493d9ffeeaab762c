import type { Condition } from '../../../../catalog/ports/query.ts'
import { Fault } from '../../../../kit/base/failure.ts'
import { format, parse, Refusal } from '../../../../kit/params/index.ts'
import type { ListingClass } from '../../../../model/home-columns.ts'
import { addressFilters, type FilterContext } from '../filters/index.ts'

/**
 * Filter arguments of `/search/byaddress`, collected from a URL or a sentence. The filters themselves parse the values
 * and make the conditions, so that a value means the same there as in a parameter.
 */
export class FilterArgs {
  readonly #listingClass: ListingClass
  readonly #args = new Map<string, unknown>()

  constructor(listingClass: ListingClass) {
    this.#listingClass = listingClass
  }

  /** Adds a value to an argument, or to the end of a list. Returns the reason if the filter refuses the text. */
  add(parameter: string, text: string): string | undefined {
    const value = this.#parseOne(parameter, text)
    if (value instanceof Refusal) return value.why
    return this.#put(parameter, value)
  }

  /** Adds an already parsed value. Returns the reason if the filter does not apply. */
  addValue(parameter: string, value: unknown): string | undefined {
    return this.inapplicable(parameter) ?? this.#put(parameter, value)
  }

  /**
   * Returns why the filter does not apply to the class of listings (for sale, for rent, sold). Undefined if it applies.
   */
  inapplicable(parameter: string): string | undefined {
    const only = addressFilters.parameters[parameter]?.only?.values ?? [this.#listingClass]
    if (only.includes(this.#listingClass)) return undefined
    return `${parameter} applies to ${only.join(' and ')}, not to ${this.#listingClass}.`
  }

  /** Returns the conditions of all arguments, including defaults. */
  conditions(context: FilterContext): readonly Condition[] {
    return addressFilters.conditions(this.args, context)
  }

  /** Returns all arguments, including defaults. */
  get args(): Readonly<Record<string, unknown>> {
    return { ...this.#parse([]), ...Object.fromEntries(this.#args) }
  }

  #put(parameter: string, value: unknown): undefined {
    const before = this.#args.get(parameter)
    const both = Array.isArray(before) && Array.isArray(value) ? [...new Set([...before, ...value])] : value
    this.#args.set(parameter, both)
  }

  #parseOne(parameter: string, text: string): unknown {
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

  #parse(pairs: readonly (readonly [string, string])[]): Readonly<Record<string, unknown>> {
    const query = [['listingStatus', this.#listingClass] as const, ...pairs]
    return parse(addressFilters.parameters, addressFilters.rules, query).args
  }
}

/** Writes a value as in a query string, such as `min:1990`. */
export function valueText(parameter: string, value: unknown): string {
  const shape = addressFilters.parameters[parameter]?.shape
  return shape ? format(shape, value) : String(value)
}
