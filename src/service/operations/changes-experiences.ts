import { matcherOf } from '../../catalog/matching/matcher.ts'
import type { Condition } from '../../catalog/ports/query.ts'
import { component } from '../../kit/answers/index.ts'
import { dayNumber } from '../../kit/base/clock.ts'
import { optional, unlogged } from '../../kit/params/index.ts'
import { EXPERIENCE_CHANGE } from '../rendering/change-events.ts'
import { eventsAnswer, eventsPage, FOLLOWED, touches } from './followed.ts'
import { locations as locationsShape } from './locations.ts'
import { namedLocations } from './named-locations.ts'
import { operation } from './operation.ts'
import { experienceFilters } from './search/exp/filters.ts'

export const experienceChanges = operation({
  area: 'C',
  path: '/changes/experiences',
  beyond: true,
  follows: true,
  summary:
    'What happened to experiences since a moment or an earlier answer: new, gone, higher or lower price, or changed.',
  group: 'Experiences',
  parameters: {
    ...FOLLOWED,
    searchDestinations: unlogged(
      optional(locationsShape('Paris, France'), 'Only these places, named as in /search/exp/bydestination.'),
    ),
    ...experienceFilters.parameters,
  },
  rules: experienceFilters.rules,
  failures: ['changes.expired'],
  answer: component('ExperienceChanges', eventsAnswer(EXPERIENCE_CHANGE)),
  run: async (args, context) => {
    const { catalog, clock } = context
    const { searchDestinations } = args
    const place = searchDestinations && namedLocations(searchDestinations, catalog.search('experience').places())
    const inPlace: readonly Condition<'experience'>[] = place
      ? [{ parameter: 'searchDestinations', node: place.node }]
      : []
    const asked = { listingClass: 'Bookable', today: dayNumber(clock.now()) } as const
    const where = [...inPlace, ...experienceFilters.conditions(args, asked)]
    const selections = [matcherOf('experience', { listingClass: asked.listingClass, where })]
    const page = await eventsPage(
      args,
      context,
      { nouns: ['experience'], select: async (changes) => changes.filter((change) => touches(change, selections)) },
      (told) => EXPERIENCE_CHANGE.of(told),
    )
    return { ...page, ...(place && { locations: place.locations }) }
  },
})
