import { dayOf } from '../../../src/kit/base/clock.ts'
import type { Home } from '../../../src/model/home.ts'
import { dayBefore } from '../question.ts'
import { type Data, rowsOf } from '../world.ts'
import {
  all,
  cityOf,
  commonest,
  homesOf,
  idsOf,
  inCity,
  inState,
  isForRent,
  isForSale,
  isOf,
  isSold,
  median,
  milesBetween,
  priceOf,
} from './facts.ts'
import { type Call, ids, number, type Question } from './question.ts'
import type { Stage } from './stage.ts'

/** Maximum number of rows in an answer. */
const ROWS_MAX = 50

const DOWNTOWN = { latitude: 34.05, longitude: -118.24 }

/** Finds the places and prices that questions are about. Each of them has enough homes. */
function placesOf(stage: Stage) {
  const state = commonest(homesOf(stage, isForSale), ({ address }) => address.state)
  const sale = all(isForSale, inState(state))
  const rentalState = commonest(homesOf(stage, isForRent), ({ address }) => address.state)
  return {
    stage,
    today: stage.today,
    since: dayBefore(stage.today, 90),
    state,
    sale,
    city: commonest(homesOf(stage, isForSale), cityOf),
    middle: Math.round(median(homesOf(stage, sale, isOf('SINGLE_FAMILY')).map(priceOf)) / 1000) * 1000,
    rentalState,
    rental: all(isForRent, inState(rentalState)),
    soldCity: commonest(homesOf(stage, isSold), cityOf),
  }
}

/** Questions that a search answers. */
export function searchQuestions(stage: Stage): readonly Question[] {
  const places = placesOf(stage)
  return SEARCHES.map((question) => question(places))
}

const SEARCHES: readonly ((places: ReturnType<typeof placesOf>) => Question)[] = [
  ({ stage, state, sale, middle }) =>
    found(
      `Houses with at least 3 bedrooms for no more than $${middle.toLocaleString('en-US')} in ${state}`,
      { kind: 'for_sale', place: state, home_types: ['house'], bedrooms_min: 3, price_max: middle },
      homesOf(stage, sale, isOf('SINGLE_FAMILY'), bedrooms(3), (home) => priceOf(home) <= middle),
    ),
  ({ stage, state, sale }) =>
    found(
      `Show me everything with exactly 3 bedrooms, two baths or more and 1,500 square feet or more in ${state}.`,
      { kind: 'for_sale', place: state, bedrooms: 3, bathrooms_min: 2, sqft_min: 1500 },
      homesOf(
        stage,
        sale,
        ({ facts }) => facts.bedroomsTotal === 3 && (facts.bathrooms ?? 0) >= 2 && (facts.livingArea ?? 0) >= 1500,
      ),
    ),
  ({ stage }) =>
    found(
      'Condos or townhouses anywhere in the country between 200 and 300 thousand dollars',
      { kind: 'for_sale', place: 'USA', home_types: ['condo', 'townhouse'], price_min: 200_000, price_max: 300_000 },
      homesOf(
        stage,
        isForSale,
        isOf('CONDO', 'TOWNHOUSE'),
        (home) => priceOf(home) >= 200_000 && priceOf(home) <= 300_000,
      ),
    ),
  ({ stage, state, sale }) =>
    found(
      `Older places, from before 1960, with a garage, in ${state}`,
      { kind: 'for_sale', place: state, year_built_max: 1959, must_have: ['garage'] },
      homesOf(
        stage,
        sale,
        ({ facts }) =>
          (facts.yearBuilt ?? 9999) < 1960 && (facts.attachedGarage === true || (facts.garageSpaces ?? 0) > 0),
      ),
    ),
  ({ stage, today, state, sale }) =>
    found(
      `What came on the market in ${state} in the last week?`,
      { kind: 'for_sale', place: state, listed_within_days: 7 },
      homesOf(stage, sale, ({ listing }) => dayOf(listing?.onMarketMs ?? 0) >= dayBefore(today, 7)),
    ),
  ({ stage, state }) =>
    found(
      `Homes for sale in ${state}, those with a buyer already too`,
      { kind: 'for_sale', place: state, also_status: ['pending'] },
      homesOf(
        stage,
        inState(state),
        ({ listing }) => listing?.kind === 'sale' && /^(Active|Pending)$/.test(listing.status),
      ),
    ),
  ({ stage, state, sale }) =>
    found(
      `Homes with a pool and air conditioning in ${state}`,
      { kind: 'for_sale', place: state, must_have: ['pool', 'air_conditioning'] },
      homesOf(
        stage,
        sale,
        ({ facts }) => facts.privatePool === true && (facts.hasCooling ?? (facts.cooling?.length ?? 0) > 0),
      ),
    ),
  ({ stage, soldCity, since }) =>
    found(
      `Which homes sold in ${soldCity} in the last 90 days?`,
      { kind: 'sold', place: soldCity, sold_within_days: 90 },
      homesOf(stage, isSold, inCity(soldCity), ({ listing }) => (listing?.closeDate ?? '') >= since),
    ),
  ({ stage, soldCity, since }) => ({
    asked: `For what and when did each home in ${soldCity} sell since ${since}? Dates as YYYY-MM-DD, please.`,
    calls: [{ tool: 'search_homes', given: { kind: 'sold', place: soldCity, sold_since: since, limit: ROWS_MAX } }],
    wants: [
      ids(
        homesOf(stage, isSold, inCity(soldCity), ({ listing }) => (listing?.closeDate ?? '') >= since).map(
          (home) => `${home.zpid} ${priceOf(home)} ${home.listing?.closeDate}`,
        ),
        ({ results }) => rowsOf(results).map(({ id, sold_price, sold_on }) => [id, sold_price, sold_on].join(' ')),
      ),
    ],
  }),
  ({ stage, rental, rentalState }) => ({
    asked: `How many homes with two bedrooms can I rent in ${rentalState} for up to $3,000 if I have cats?`,
    calls: [
      {
        tool: 'search_homes',
        given: { kind: 'for_rent', place: rentalState, bedrooms: 2, price_max: 3000, pets: ['cats'] },
      },
    ],
    wants: [
      number(
        homesOf(
          stage,
          rental,
          ({ facts, listing }) => facts.bedroomsTotal === 2 && listing?.lease?.pets?.includes('Cats') === true,
          (home) => priceOf(home) <= 3000,
        ).length,
        ({ homes }) => homes,
      ),
    ],
  }),
  ({ stage }) =>
    found(
      'Which homes sold within 20 miles of downtown Los Angeles (34.05, -118.24) for more than $900,000?',
      { kind: 'sold', near: { ...DOWNTOWN, radius_miles: 20 }, price_min: 900_000 },
      homesOf(
        stage,
        isSold,
        ({ point, address }) =>
          point !== undefined && address.undisclosed !== true && milesBetween(point, DOWNTOWN) <= 20,
        (home) => priceOf(home) >= 900_000,
      ),
    ),
  ({ stage, state }) =>
    found(
      `Sold homes in ${state} on half an acre or more whose dues are at most $200 a month`,
      { kind: 'sold', place: state, hoa_max: 200, lot_sqft_min: 21_780 },
      homesOf(
        stage,
        isSold,
        inState(state),
        ({ facts }) => (facts.associationFee ?? Infinity) <= 200 && (facts.lotSizeSquareFeet ?? 0) >= 21_780,
      ),
    ),
  ({ stage, state, sale }) => ({
    asked: `What are the prices of the five cheapest homes for sale in ${state}?`,
    calls: [{ tool: 'search_homes', given: { kind: 'for_sale', place: state, sort: 'price_low', limit: 5 } }],
    wants: cheapest(stage, sale)
      .slice(0, 5)
      .map((price, at) => number(price, (data) => priceIn(data, at))),
  }),
  ({ stage, state, sale }) => ({
    asked: `And of the five after the first five, from the cheapest up, in ${state}?`,
    calls: [
      { tool: 'search_homes', given: { kind: 'for_sale', place: state, sort: 'price_low', limit: 5 } },
      (told) => ({
        tool: 'search_homes',
        given: { kind: 'for_sale', place: state, sort: 'price_low', limit: 5, cursor: told[0]?.data.more },
      }),
    ],
    wants: cheapest(stage, sale)
      .slice(5, 10)
      .map((price, at) => number(price, (data) => priceIn(data, at))),
  }),
  ({ stage }) => ({
    asked: 'How many homes are for sale in the whole country, and do you show me all of them?',
    calls: [{ tool: 'search_homes', given: { kind: 'for_sale', place: 'USA', limit: ROWS_MAX } }],
    wants: [
      number(homesOf(stage, isForSale).length, ({ total }) => total),
      { words: /cut:\s+- list: results; shown: \d+; total: \d+|first \d+|not all/i },
    ],
  }),
  ({ stage, city }) => ({
    asked: `A castle in ${city}: 15 bedrooms or more for at most $90,000. If there is none, what would there be at any price?`,
    calls: [{ tool: 'search_homes', given: { kind: 'for_sale', place: city, bedrooms_min: 15, price_max: 90_000 } }],
    wants: [{ none: /total: 0\b/ }, number(cheap(stage, city), (data) => without(data, 'bedrooms_min'))],
  }),
]

/** Makes a question whose answer must contain the ids and the number of all matching homes. */
function found(asked: string, given: Call['given'], homes: readonly Home[]): Question {
  return {
    asked,
    calls: [{ tool: 'search_homes', given: { ...given, limit: ROWS_MAX } }],
    wants: [
      number(homes.length, ({ total }) => total),
      ...(homes.length > ROWS_MAX
        ? []
        : [ids(idsOf(homes), ({ results }) => rowsOf(results).map(({ id }) => String(id)))]),
    ],
  }
}

/** Counts the homes of a city that are for sale for at most 90,000 dollars, with any number of bedrooms. */
function cheap(stage: Stage, city: string): number {
  return stage.records.home.filter((home) => all(isForSale, inCity(city))(home) && priceOf(home) <= 90_000).length
}

/** Returns the number of results that an empty search would have without one of its filters. */
function without({ total_without: totals }: Data, filter: string): unknown {
  return totals && rowsOf(totals).find((row) => row.filter === filter)?.total
}

function bedrooms(least: number) {
  return ({ facts }: Home) => (facts.bedroomsTotal ?? -1) >= least
}

function cheapest(stage: Stage, fits: (home: Home) => boolean): readonly number[] {
  return homesOf(stage, fits)
    .map(priceOf)
    .filter((price) => !Number.isNaN(price))
    .sort((one, other) => one - other)
}

function priceIn({ results }: Data, at: number): unknown {
  return rowsOf(results)[at]?.price
}
