import type { ParameterError } from '../../../base/failure.ts'
import { nearestName, quote } from '../../../base/sentence.ts'
import type { ListingClass } from '../../../model/home-columns.ts'
import { format, type Shape } from '../../../params/index.ts'

/** A list parameter whose values depend on listingStatus. A value of another status is refused with those accepted. */
export function valuesBy<V>(
  parameter: string,
  shape: Shape<readonly V[]>,
  byStatus: Readonly<Record<ListingClass, readonly V[]>>,
) {
  return {
    doc: `${parameter} takes other values for other kinds of listings.`,
    check: (args: Readonly<Record<string, unknown>>): ParameterError | undefined => {
      const listingStatus = args.listingStatus as ListingClass // required, and rules run once every parameter is read
      const accepted = byStatus[listingStatus]
      const unfit = ((args[parameter] ?? []) as readonly V[]).find((value) => !accepted.includes(value)) // its shape's
      if (unfit === undefined) return undefined
      const [wrong, values] = [format(shape, [unfit]), accepted.map((value) => format(shape, [value]))]
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
