import type { ParameterError } from '../../../../kit/base/failure.ts'
import { nearestName, quote } from '../../../../kit/base/sentence.ts'
import { format, type Shape } from '../../../../kit/params/index.ts'
import type { ListingClass } from '../../../../model/home-columns.ts'

/**
 * The rule of a list parameter whose valid values depend on listingStatus. A value for another status has no effect. If
 * all values are valid with every status, the rule only lists the values of each status.
 */
export function valuesBy<V>(
  parameter: string,
  shape: Shape<readonly V[]>,
  byStatus: Readonly<Record<ListingClass, readonly V[]>>,
  isReadWithAny?: true,
) {
  return {
    doc: isReadWithAny
      ? `The usual values of ${parameter} depend on listingStatus; values of another status are accepted too.`
      : `The values of ${parameter} depend on listingStatus; values of another status have no effect.`,
    outcome: 'noEffect' as const,
    fitting: { parameter, beside: 'listingStatus', texts: textsOf(shape, byStatus) },
    check: (args: Readonly<Record<string, unknown>>): ParameterError | undefined => {
      const listingStatus = args.listingStatus as ListingClass // required, so it is always there when rules run
      const accepted = byStatus[listingStatus]
      // the parameter's shape parses to a list of these values
      const unfit = ((args[parameter] ?? []) as readonly V[]).filter((value) => !accepted.includes(value))
      if (isReadWithAny || unfit.length === 0) return undefined
      const [wrong, values] = [format(shape, unfit), accepted.map((value) => format(shape, [value]))]
      const nearest = nearestName(wrong, values)
      return {
        parameter,
        code: 'param.inapplicable',
        detail: `Cannot use ${parameter} ${quote(wrong)} with listingStatus ${listingStatus}: must be one of ${values.join(', ')}.`,
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
  // has the same keys as `byStatus`
  return Object.fromEntries(texts) as Readonly<Record<ListingClass, readonly string[]>>
}
