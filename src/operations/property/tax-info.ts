import { component } from '../../answers/index.ts'
import { answer } from '../answer-head.ts'
import { anyOf, HOME_IDENTIFIERS, identifyHome } from '../identify.ts'
import { operation } from '../operation.ts'
import { TAX_HISTORY, taxHistory } from '../render-tax-history.ts'
import { sourceName } from '../source-name.ts'

export const taxInfo = operation({
  path: '/taxinfo',
  summary: 'The yearly assessments and taxes of a property, newest first.',
  group: 'Specific property info',
  parameters: HOME_IDENTIFIERS,
  rules: [anyOf(HOME_IDENTIFIERS, 'property')],
  answer: component('TaxInfo', answer({ taxHistory: TAX_HISTORY })),
  run: async (args, { catalog }) => {
    const home = await identifyHome(args, catalog, { taxHistory: [] })
    return { message: '200: Success', source: sourceName(catalog.about(), home), taxHistory: taxHistory(home) }
  },
})
