import { sourceName } from '../../catalog/ports/source-name.ts'
import { answer } from '../../kit/answers/answer-head.ts'
import { component, listOf } from '../../kit/answers/index.ts'
import { centerOf, nearbyRows } from '../rendering/rows/neighbours.ts'
import { PLACE_ROW } from '../rendering/rows/place-row.ts'
import { surroundingsOf } from '../rendering/surroundings.ts'
import { anyOf } from './identify.ts'
import { operation } from './operation.ts'
import { identifySubject, PLACE_FAILURES, PLACE_IDENTIFIERS } from './subject.ts'

export const nearby = operation({
  path: '/nearby',
  summary: 'The nearest homes and buildings, on the market or not, nearest first.',
  group: 'Specific property info',
  parameters: PLACE_IDENTIFIERS,
  rules: anyOf(PLACE_IDENTIFIERS, 'property'),
  failures: PLACE_FAILURES,
  answer: component('NearbyHomes', answer({ nearby_properties: listOf(PLACE_ROW, 'Nearest first.') })),
  run: async (args, context) => {
    const subject = await identifySubject(args, context.catalog, { nearby_properties: [] })
    const center =
      subject.kind === 'home'
        ? centerOf(subject.home)
        : { point: subject.building.point, zpid: undefined, lotId: subject.building.lotId }
    return {
      message: '200: Success',
      source: sourceName(context.catalog.about(), subject.kind === 'home' ? subject.home : subject.building),
      nearby_properties: (await nearbyRows(center, context, surroundingsOf(context))).inPlace,
    }
  },
})
