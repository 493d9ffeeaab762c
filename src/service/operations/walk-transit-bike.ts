import { Fault } from '../../kit/base/failure.ts'
import { hasMobility, MOBILITY } from '../rendering/documents/mobility.ts'
import { homeOperation } from './about-one.ts'

const EMPTY = { walk_transit_bike: {} }

export const walkTransitBike = homeOperation({
  path: '/walk_transit_bike',
  summary: 'How well people can live at a property on foot, by public transit and by bike, as its source scores it.',
  failures: ['scores.unknown'],
  answer: 'WalkTransitBike',
  keys: { walk_transit_bike: MOBILITY },
  empty: EMPTY,
  run: (home) => {
    if (!hasMobility(home.facts)) {
      throw new Fault(
        'scores.unknown',
        `404: this catalog has no walk, transit or bike score for the property ${home.zpid}.`,
        { container: EMPTY },
      )
    }
    return { walk_transit_bike: MOBILITY.of(home.facts) }
  },
})
