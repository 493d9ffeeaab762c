import { day, flag, listOf, optional } from '../../../params/index.ts'
import { all, between, family, when } from './family.ts'
import { FOR_RENT, ON_THE_MARKET } from './listing-status.ts'
import { valuesBy } from './values-by-status.ts'

const TOUR_3D = 'Must have 3D Tour'
const OPEN_HOUSE = 'Must have open house'
const tours = listOf([OPEN_HOUSE, TOUR_3D])

/** Seeing the home, and moving into it. */
export const visits = family({
  parameters: {
    tours: optional(
      tours,
      `What it must have, by comma. For sale: ${OPEN_HOUSE}, ${TOUR_3D}; for rent: ${TOUR_3D}.`,
      ON_THE_MARKET,
    ),
    move_in_date: optional(day, 'Free on that day; homes without a date stay in.', FOR_RENT),
    hideNoDateListings: optional(flag, 'With true, no homes without a move-in date.', FOR_RENT),
  },
  rules: [valuesBy<string>('tours', tours, { For_Sale: [OPEN_HOUSE, TOUR_3D], For_Rent: [TOUR_3D], Sold: [] })],
  conditions: ({ tours: asked = [], move_in_date, hideNoDateListings }, { today }) => {
    const open = Number.POSITIVE_INFINITY
    return [
      ...when('tours', asked.includes(TOUR_3D) ? all(['tour3D']) : undefined),
      ...when('tours', asked.includes(OPEN_HOUSE) ? between('openHouseDay', today, open) : undefined),
      ...when(
        'move_in_date',
        move_in_date === undefined ? undefined : between('availableDay', Number.NEGATIVE_INFINITY, move_in_date, true),
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
