import { dayNumberOf } from '../../../model/home-columns.ts'
import { day, flag, listOf, optional } from '../../../params/index.ts'
import { all, between, family, when } from './family.ts'
import { FOR_RENT, ON_THE_MARKET } from './listing-status.ts'
import { valuesBy } from './values-by-status.ts'

const TOUR_3D = 'Must have 3D Tour'
const OPEN_HOUSE = 'Must have open house'

/** Seeing the home, and moving into it. */
export const visits = family({
  parameters: {
    tours: optional(
      listOf([OPEN_HOUSE, TOUR_3D]),
      `What it must have, by comma. For sale: ${OPEN_HOUSE}, ${TOUR_3D}; for rent: ${TOUR_3D}.`,
      ON_THE_MARKET,
    ),
    move_in_date: optional(day, 'Free on that day; homes without a date stay in.', FOR_RENT),
    hideNoDateListings: optional(flag, 'With true, no homes without a move-in date.', FOR_RENT),
  },
  rules: [valuesBy('tours', { For_Sale: [OPEN_HOUSE, TOUR_3D], For_Rent: [TOUR_3D], Sold: [] })],
  conditions: ({ tours = [], move_in_date, hideNoDateListings }, { today }) => {
    const moveIn = dayNumberOf(move_in_date)
    const open = Number.POSITIVE_INFINITY
    return [
      ...when('tours', tours.includes(TOUR_3D) ? all(['tour3D']) : undefined),
      ...when('tours', tours.includes(OPEN_HOUSE) ? between('openHouseDay', today, open) : undefined),
      ...when(
        'move_in_date',
        moveIn === undefined ? undefined : between('availableDay', Number.NEGATIVE_INFINITY, moveIn, true),
      ),
      ...when(
        'hideNoDateListings',
        hideNoDateListings
          ? { kind: 'range', column: 'availableDay', min: Number.NEGATIVE_INFINITY, max: open, orMissing: false }
          : undefined,
      ),
    ]
  },
})
