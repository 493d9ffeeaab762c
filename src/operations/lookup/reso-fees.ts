import type { HomeFacts } from '../../model/home.ts'
import { grouped } from '../figures.ts'

/** What an association asks by the month. No fee and an unknown one are both null; `hasAssociation` tells them apart. */
export function fees({ associationFee, associationName }: HomeFacts) {
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
