import { each, type FieldsOf, flag, listOf, nullable, object, text } from '../../answers/index.ts'
import { grouped } from '../../base/figures.ts'
import type { HomeFacts } from '../../model/home.ts'
import { maybeTexts } from '../answer-head.ts'

export const FEES = {
  hasAssociation: nullable(flag()),
  ...each(
    nullable(text(), '`$385 monthly`; null both for no fee and for one that is not known.'),
    'associationFee',
    'hoaFee',
    'hoaFeeTotal',
  ),
  associations: listOf(object({ name: text(), ...maybeTexts('feeFrequency', 'phone') })),
  feesAndDues: listOf(object({ type: text(), fee: text(), ...maybeTexts('name', 'phone') })),
}

/**
 * The monthly fee of the owners' association. No fee and an unknown one are both null; `hasAssociation` distinguishes
 * them.
 */
export function fees({ associationFee, associationName }: HomeFacts): FieldsOf<typeof FEES> {
  const fee = associationFee ? `$${grouped(associationFee)} monthly` : null
  const name = associationName ?? null
  return {
    hasAssociation: associationFee === undefined ? (name === null ? null : true) : associationFee > 0,
    associationFee: fee,
    hoaFee: fee,
    hoaFeeTotal: fee,
    associations: name === null ? [] : [{ name, feeFrequency: fee === null ? null : 'monthly', phone: null }],
    feesAndDues: fee === null ? [] : [{ type: 'Association fee', fee, name, phone: null }],
  }
}
