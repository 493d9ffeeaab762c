import type { ParameterError } from '../../../base/failure.ts'
import { nearestName, quote } from '../../../base/sentence.ts'
import type { ListingClass } from '../../../model/home-columns.ts'
import { format, type Shape } from '../../../params/index.ts'

/** The rule of a list parameter whose values depend on listingStatus. A refusal says which ones are accepted. */
export function valuesBy<V>(
  parameter: string,
  shape: Shape<readonly V[]>,
  byStatus: Readonly<Record<ListingClass, readonly V[]>>,
) {
  return {
    doc: `The values of ${parameter} depend on listingStatus.`,
    check: (args: Readonly<Record<string, unknown>>): ParameterError | undefined => {
      const listingStatus = args.listingStatus as ListingClass // required, and rules run only once it has been parsed
      const accepted = byStatus[listingStatus]
      const invalid = ((args[parameter] ?? []) as readonly V[]).find((value) => !accepted.includes(value)) // typed by its shape
      if (invalid === undefined) return undefined
      const [wrong, values] = [format(shape, [invalid]), accepted.map((value) => format(shape, [value]))]
      const nearest = nearestName(wrong, values)
      return {
        parameter,
        code: 'param.inapplicable',
        detail: `Cannot use ${parameter} ${quote(wrong)} with listingStatus ${listingStatus}: accepted are ${values.join(', ')}.`,
        given: wrong,
        accepted: values,
        ...(nearest && { nearest }),
      }
    },
  }
}
