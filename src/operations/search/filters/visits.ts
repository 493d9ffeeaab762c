import { dayInUs, flag, listOf, optional } from '../../../params/index.ts'
import { all, between, each, filter } from './family.ts'
import { FOR_RENT, ON_THE_MARKET } from './listing-status.ts'
import { valuesBy } from './values-by-status.ts'

const TOUR_3D = 'Must have 3D Tour'
const OPEN_HOUSE = 'Must have open house'
const tours = listOf([OPEN_HOUSE, TOUR_3D], { also: { [TOUR_3D]: ['3D Tour'], [OPEN_HOUSE]: ['Open house'] } })

const NO_MAX = Number.POSITIVE_INFINITY

/** Filters on tours of the home and on when it can be moved into. */
export const visits = each(
  {
    tours: filter(
      optional(
        tours,
        `Tours that must be available, separated by commas. For sale: ${OPEN_HOUSE}, ${TOUR_3D}; for rent: ${TOUR_3D}.`,
        ON_THE_MARKET,
      ),
      (given, { today }) =>
        [
          given.includes(TOUR_3D) ? all(['tour3D']) : undefined,
          given.includes(OPEN_HOUSE) ? between('openHouseDay', today, NO_MAX) : undefined,
        ].filter((node) => node !== undefined),
    ),
    move_in_date: filter(
      optional(dayInUs, 'Available by this day; homes without a move-in date are kept.', FOR_RENT),
      (on) => between('availableDay', Number.NEGATIVE_INFINITY, on, true),
    ),
    hideNoDateListings: filter(
      optional(flag, 'If true, homes without a move-in date are excluded.', FOR_RENT),
      (given) =>
        // any date matches, a missing one does not
        given
          ? { kind: 'range', column: 'availableDay', min: Number.NEGATIVE_INFINITY, max: NO_MAX, orMissing: false }
          : undefined,
    ),
  },
  [valuesBy<string>('tours', tours, { For_Sale: [OPEN_HOUSE, TOUR_3D], For_Rent: [TOUR_3D], Sold: [] })],
)
