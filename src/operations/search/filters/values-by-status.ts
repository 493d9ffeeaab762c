import type { ParameterError } from '../../../base/failure.ts'
import { nearestName, quote } from '../../../base/sentence.ts'
import type { ListingClass } from '../../../model/home-columns.ts'

/** A list parameter whose values depend on listingStatus: one of another status is refused with those of this one. */
export function valuesBy(parameter: string, accepted: Readonly<Record<ListingClass, readonly string[]>>) {
  return {
    doc: `${parameter} takes other values for other kinds of listings.`,
    check: (args: Readonly<Record<string, unknown>>): ParameterError | undefined => {
      const listingStatus = args.listingStatus as ListingClass // the rule runs beside that parameter, once it could be read
      const values = accepted[listingStatus]
      const wrong = ((args[parameter] ?? []) as readonly string[]).find((value) => !values.includes(value))
      if (wrong === undefined) return undefined
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
