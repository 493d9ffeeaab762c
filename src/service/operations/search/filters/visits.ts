import { dayInUs, flag, listOf, optional } from '../../../../kit/params/index.ts'
import { AGENT_NEED, agentDay } from '../../agent-words.ts'
import { othersOf } from '../../filter-words.ts'
import { all, between, each, filter } from './family.ts'
import { FOR_RENT, ON_THE_MARKET } from './listing-status.ts'
import { valuesBy } from './values-by-status.ts'

const TOUR_3D = 'Must have 3D Tour'
const OPEN_HOUSE = 'Must have open house'
const TOURS = {
  [TOUR_3D]: { also: ['3D Tour'], url: 'h3dt 3d has3DTour is3dHome', agent: '3d_tour' },
  [OPEN_HOUSE]: { also: ['Open house'], url: 'open isOpenHousesOnly isOpenHouse', agent: 'open_house' },
}
const tours = listOf([OPEN_HOUSE, TOUR_3D], { also: othersOf(TOURS) })

const NO_MAX = Number.POSITIVE_INFINITY

/** Filters for tours of a home, and for the date from which a rental is available. */
export const visits = each(
  'When',
  {
    tours: filter(
      optional(
        tours,
        `Tours that must be available, separated by commas. For sale: ${OPEN_HOUSE}, ${TOUR_3D}; for rent: ${TOUR_3D}.`,
        ON_THE_MARKET,
      ),
      (given, { today, listingClass }) =>
        [
          given.includes(TOUR_3D) ? all(['tour3D']) : undefined,
          given.includes(OPEN_HOUSE) && listingClass === 'For_Sale'
            ? between('openHouseDay', today, NO_MAX)
            : undefined,
        ].filter((node) => node !== undefined),
      {
        group: 'What it has',
        agent: AGENT_NEED,
        values: TOURS,
        phrases: [
          ['Must have open house', 'open ?-?houses?(?: scheduled| listings)?'],
          ['Must have 3D Tour', '(?:3-?d|360|matterport)(?: virtual)? (?:home )?tours?'],
          ['Must have 3D Tour', 'virtual tours?', { doubt: 'read as a 3D tour.' }],
        ],
      },
    ),
    move_in_date: filter(
      optional(dayInUs, 'Available by this day; homes without a move-in date are included.', FOR_RENT),
      (on) => between('availableDay', Number.NEGATIVE_INFINITY, on, true),
      {
        label: 'Move in by',
        agent: agentDay(
          'available_by',
          'known to be free by #',
          'For rent: free by this day; homes with an unknown day are left out.',
          { hideNoDateListings: 'true' },
        ),
      },
    ),
    hideNoDateListings: filter(
      optional(flag, 'If true, homes without a move-in date are excluded.', FOR_RENT),
      (given) =>
        // Any known date matches.
        given
          ? { kind: 'range', column: 'availableDay', min: Number.NEGATIVE_INFINITY, max: NO_MAX, orMissing: false }
          : undefined,
      {
        label: 'Only with a move-in date',
        values: { true: { url: 'excludeNullAvailabilityDates onlyRentalExcludeNullAvailabilityDates' } },
      },
    ),
  },
  [valuesBy<string>('tours', tours, { For_Sale: [OPEN_HOUSE, TOUR_3D], For_Rent: [TOUR_3D], Sold: [] })],
)
