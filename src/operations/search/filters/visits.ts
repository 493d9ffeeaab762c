import { dayInUs, flag, listOf, optional } from '../../../params/index.ts'
import { all, between, each, filter } from './family.ts'
import { FOR_RENT, ON_THE_MARKET } from './listing-status.ts'
import { valuesBy } from './values-by-status.ts'

const TOUR_3D = 'Must have 3D Tour'
const OPEN_HOUSE = 'Must have open house'
const tours = listOf([OPEN_HOUSE, TOUR_3D], { also: { [TOUR_3D]: ['3D Tour'], [OPEN_HOUSE]: ['Open house'] } })

const OPEN = Number.POSITIVE_INFINITY

/** Seeing the home, and moving into it. */
export const visits = each(
  {
    tours: filter(
      optional(
        tours,
        `What it must have, by comma. For sale: ${OPEN_HOUSE}, ${TOUR_3D}; for rent: ${TOUR_3D}.`,
        ON_THE_MARKET,
      ),
      (asked, { today }) =>
        [
          asked.includes(TOUR_3D) ? all(['tour3D']) : undefined,
          asked.includes(OPEN_HOUSE) ? between('openHouseDay', today, OPEN) : undefined,
        ].filter((node) => node !== undefined),
    ),
    move_in_date: filter(optional(dayInUs, 'Free on that day; homes without a date stay in.', FOR_RENT), (on) =>
      between('availableDay', Number.NEGATIVE_INFINITY, on, true),
    ),
    hideNoDateListings: filter(optional(flag, 'With true, no homes without a move-in date.', FOR_RENT), (asked) =>
      // every date fits, and a home without one has none to fit
      asked
        ? { kind: 'range', column: 'availableDay', min: Number.NEGATIVE_INFINITY, max: OPEN, orMissing: false }
        : undefined,
    ),
  },
  [valuesBy<string>('tours', tours, { For_Sale: [OPEN_HOUSE, TOUR_3D], For_Rent: [TOUR_3D], Sold: [] })],
)
