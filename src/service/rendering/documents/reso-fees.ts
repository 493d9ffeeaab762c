import { MAYBE_TEXT, maybeTexts } from '../../../kit/answers/answer-head.ts'
import { each, flag, listOf, nullable, object, objectFrom, text } from '../../../kit/answers/index.ts'
import { dollarsText } from '../../../kit/base/figures.ts'
import type { HomeFacts } from '../../../model/home.ts'

const MONTHLY = nullable(text(), '`$385 monthly`; null if there is no fee or if the fee is unknown.')

/** The monthly fee of the owners' association. Null means no fee or an unknown fee: see `hasAssociation`. */
export const FEES = objectFrom<HomeFacts>()({
  hasAssociation: [
    nullable(flag()),
    ({ associationFee, associationName }) =>
      associationFee === undefined ? (associationName === undefined ? null : true) : associationFee > 0,
  ],
  ...each([MONTHLY, monthlyFee], 'associationFee', 'hoaFee', 'hoaFeeTotal'),
  associations: [
    listOf(object({ name: text(), ...maybeTexts('feeFrequency', 'phone') })),
    (facts) => {
      const { associationName: name } = facts
      return name === undefined ? [] : [{ name, feeFrequency: monthlyFee(facts) && 'monthly', phone: null }]
    },
  ],
  feesAndDues: [
    listOf(object({ type: text(), fee: text(), name: MAYBE_TEXT, phone: MAYBE_TEXT })),
    (facts) => {
      const fee = monthlyFee(facts)
      return fee === null ? [] : [{ type: 'Association fee', fee, name: facts.associationName ?? null, phone: null }]
    },
  ],
})

function monthlyFee({ associationFee }: HomeFacts): string | null {
  return associationFee ? `${dollarsText(associationFee)} monthly` : null
}
