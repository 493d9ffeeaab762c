import { listOf } from '../../kit/answers/index.ts'
import { nearbyRows } from '../rendering/rows/neighbors.ts'
import { PLACE_ROW } from '../rendering/rows/place-row.ts'
import { surroundingsOf } from '../rendering/surroundings.ts'
import { placeOperation } from './about-one.ts'

export const nearby = placeOperation({
  path: '/nearby',
  summary: 'The nearest homes and buildings, on the market or not, nearest first.',
  answer: 'NearbyHomes',
  keys: { nearby_properties: listOf(PLACE_ROW, 'Nearest first.') },
  empty: { nearby_properties: [] },
  run: async (subject, context, handling) => {
    const center = subject.kind === 'home' ? subject.home : subject.building
    return { nearby_properties: (await nearbyRows(center, context, surroundingsOf(context, handling))).inPlace }
  },
})
