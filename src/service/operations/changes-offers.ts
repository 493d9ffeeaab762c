import { matcherOf } from '../../catalog/matching/matcher.ts'
import type { Condition } from '../../catalog/ports/query.ts'
import { component } from '../../kit/answers/index.ts'
import { dayNumber } from '../../kit/base/clock.ts'
import { defaulted, labelled, oneOf, optional, unlogged } from '../../kit/params/index.ts'
import { SEARCH_TYPES } from '../../model/offer-values.ts'
import { OFFER_CHANGE } from '../rendering/change-events.ts'
import { eventsAnswer, eventsPage, FOLLOWED, touches } from './followed.ts'
import { locations as locationsShape } from './locations.ts'
import { namedLocations } from './named-locations.ts'
import { operation } from './operation.ts'
import { offerFilters } from './search/offer-filters.ts'

export const offerChanges = operation({
  area: 'B',
  path: '/changes/offers',
  beyond: true,
  follows: true,
  summary: 'What happened to offers since a moment or an earlier answer: new, gone, higher or lower price, or changed.',
  group: 'Offers',
  parameters: {
    ...FOLLOWED,
    location: unlogged(
      optional(locationsShape('Mokotów, Warszawa'), 'Only these places, named as in /search/bylocation.'),
    ),
    searchType: labelled(
      'Offered',
      defaulted(oneOf(['Any', ...SEARCH_TYPES]), 'Any', 'Only offers that are or were for sale, or for rent.'),
    ),
    ...offerFilters.parameters,
  },
  failures: ['changes.expired'],
  answer: component('OfferChanges', eventsAnswer(OFFER_CHANGE)),
  run: async (args, context) => {
    const { catalog, clock } = context
    const place = args.location && namedLocations(args.location, catalog.search('offer').places())
    const inPlace: readonly Condition<'offer'>[] = place ? [{ parameter: 'location', node: place.node }] : []
    const today = dayNumber(clock.now())
    const classes = args.searchType === 'Any' ? SEARCH_TYPES : [args.searchType]
    const selections = classes.map((listingClass) =>
      matcherOf('offer', {
        listingClass,
        where: [...inPlace, ...offerFilters.conditions(args, { listingClass, today })],
      }),
    )
    const page = await eventsPage(
      args,
      context,
      { nouns: ['offer'], select: async (changes) => changes.filter((change) => touches(change, selections)) },
      (told) => OFFER_CHANGE.of(told),
    )
    return { ...page, ...(place && { locations: place.locations }) }
  },
})
