import { TAX_HISTORY, taxHistory } from '../rendering/tax-history.ts'
import { homeOperation } from './about-one.ts'

export const taxInfo = homeOperation({
  path: '/taxinfo',
  summary: 'The yearly assessments and taxes of a property, newest first.',
  answer: 'TaxInfo',
  keys: { taxHistory: TAX_HISTORY },
  empty: { taxHistory: [] },
  run: (home) => ({ taxHistory: taxHistory(home) }),
})
