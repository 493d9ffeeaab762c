import { sourceName } from '../../catalog/ports/source-name.ts'
import { answer } from '../../kit/answers/answer-head.ts'
import { component } from '../../kit/answers/index.ts'
import { TAX_HISTORY, taxHistory } from '../rendering/tax-history.ts'
import { anyOf, HOME_FAILURES, HOME_IDENTIFIERS, identifyHome } from './identify.ts'
import { operation } from './operation.ts'

export const taxInfo = operation({
  path: '/taxinfo',
  summary: 'The yearly assessments and taxes of a property, newest first.',
  group: 'Specific property info',
  parameters: HOME_IDENTIFIERS,
  rules: anyOf(HOME_IDENTIFIERS, 'property'),
  failures: HOME_FAILURES,
  answer: component('TaxInfo', answer({ taxHistory: TAX_HISTORY })),
  run: async (args, { catalog }) => {
    const home = await identifyHome(args, catalog, { taxHistory: [] })
    return { message: '200: Success', source: sourceName(catalog.about(), home), taxHistory: taxHistory(home) }
  },
})
