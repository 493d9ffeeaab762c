import { sourceName } from '../../catalog/ports/source-name.ts'
import { answer } from '../../kit/answers/answer-head.ts'
import { component } from '../../kit/answers/index.ts'
import { Fault } from '../../kit/base/failure.ts'
import { hasMobility, MOBILITY } from '../rendering/documents/mobility.ts'
import { anyOf, HOME_FAILURES, HOME_IDENTIFIERS, identifyHome } from './identify.ts'
import { operation } from './operation.ts'

const EMPTY = { walk_transit_bike: {} }

export const walkTransitBike = operation({
  path: '/walk_transit_bike',
  summary: 'How well a property can be lived in on foot, by public transit and by bike, as its source scores it.',
  group: 'Specific property info',
  parameters: HOME_IDENTIFIERS,
  rules: anyOf(HOME_IDENTIFIERS, 'property'),
  failures: [...HOME_FAILURES, 'scores.unknown'],
  answer: component('WalkTransitBike', answer({ walk_transit_bike: MOBILITY })),
  run: async (args, { catalog }) => {
    const home = await identifyHome(args, catalog, EMPTY)
    if (!hasMobility(home.facts)) {
      throw new Fault(
        'scores.unknown',
        `404: this catalogue holds no walk, transit or bike score of the property ${home.zpid}.`,
        { container: EMPTY },
      )
    }
    return {
      message: '200: Success',
      source: sourceName(catalog.about(), home),
      walk_transit_bike: MOBILITY.of(home.facts),
    }
  },
})
