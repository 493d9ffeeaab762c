import type { ParameterError } from '../../../../kit/base/failure.ts'
import { nearestName, quote } from '../../../../kit/base/sentence.ts'
import { format, type Shape } from '../../../../kit/params/index.ts'
import type { ListingClass } from '../../../../model/home-columns.ts'

/**
 * The rule of a list parameter whose values depend on listingStatus. A value of another status is refused, with the
 * valid values. With `outcome`, the list may also have values that fit, so the rule only warns that the value matches
 * nothing.
 */
export function valuesBy<V>(
  parameter: string,
  shape: Shape<readonly V[]>,
  byStatus: Readonly<Record<ListingClass, readonly V[]>>,
  outcome?: 'warning',
) {
  return {
    doc: outcome
      ? `Values of ${parameter} that are for other kinds of listings match nothing; the others count.`
      : `The values of ${parameter} depend on listingStatus.`,
    ...(outcome && { outcome }),
    leavesOut: [parameter],
    fitting: { parameter, beside: 'listingStatus', texts: textsOf(shape, byStatus) },
    check: (args: Readonly<Record<string, unknown>>): ParameterError | undefined => {
      const listingStatus = args.listingStatus as ListingClass // required, and rules run only once it has been parsed
      const accepted = byStatus[listingStatus]
      const unfit = ((args[parameter] ?? []) as readonly V[]).filter((value) => !accepted.includes(value)) // its shape's
      if (unfit.length === 0) return undefined
      const [wrong, values] = [format(shape, unfit), accepted.map((value) => format(shape, [value]))]
      const nearest = nearestName(wrong, values)
      const problem = outcome
        ? `${parameter} ${quote(wrong)} matches nothing with listingStatus ${listingStatus}`
        : `Cannot use ${parameter} ${quote(wrong)} with listingStatus ${listingStatus}`
      return {
        parameter,
        code: 'param.inapplicable',
        detail: `${problem}: must be one of ${values.join(', ')}.`,
        given: wrong,
        accepted: values,
        ...(nearest && { nearest }),
      }
    },
  }
}

function textsOf<V>(shape: Shape<readonly V[]>, byStatus: Readonly<Record<ListingClass, readonly V[]>>) {
  const texts = Object.entries(byStatus).map(([status, values]) => [
    status,
    values.map((value) => format(shape, [value])),
  ])
  return Object.fromEntries(texts) as Readonly<Record<ListingClass, readonly string[]>> // of the same keys
}
