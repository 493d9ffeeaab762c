import type { Home } from '../../../src/model/home.ts'
import { dayBefore } from '../question.ts'
import { type Data, rowsOf } from '../world.ts'
import {
  cityOf,
  commonest,
  homesOf,
  inCity,
  inState,
  isForRent,
  isForSale,
  isOf,
  isSold,
  meanMedian,
  median,
  priceOf,
} from './facts.ts'
import { number, type Question } from './question.ts'
import type { Stage } from './stage.ts'

/** Finds the places that questions are about, and the homes of these places. */
function marketsOf(stage: Stage) {
  const [first = '', second = ''] = statesOf(homesOf(stage, isForSale))
  const rentState = commonest(homesOf(stage, isForRent), ({ address }) => address.state)
  const rentals = homesOf(stage, isForRent, inState(rentState), ({ facts }) => facts.bedroomsTotal === 2)
  const rentCity = commonest(homesOf(stage, isForRent), cityOf)
  const rentZip = commonest(homesOf(stage, isForRent, inCity(rentCity)), ({ address }) => address.zipcode)
  const zipRentals = homesOf(stage, isForRent, ({ address }) => address.zipcode === rentZip)
  const soldCity = commonest(homesOf(stage, isSold), cityOf)
  const soldZips = Map.groupBy(homesOf(stage, isSold, inCity(soldCity)), ({ address }) => address.zipcode)
  const zips = [...soldZips].sort(([, one], [, other]) => other.length - one.length).slice(0, 2)
  const houses = homesOf(stage, isForSale, inState(first), isOf('SINGLE_FAMILY'))
  const townhouses = homesOf(stage, isSold, inState(first), isOf('TOWNHOUSE'))
  const types = Map.groupBy(homesOf(stage, isForSale, inState(first)), ({ homeType }) => homeType)
  const soldLately = homesOf(
    stage,
    isSold,
    inCity(soldCity),
    ({ listing }) => (listing?.closeDate ?? '') > dayBefore(stage.today, 90),
  )
  return {
    stage,
    first,
    second,
    rentState,
    rentals,
    rentCity,
    rentZip,
    zipRentals,
    soldCity,
    zips,
    houses,
    townhouses,
    types,
    soldLately,
  }
}

/** Questions about many homes at once, and about the markets of places. */
export function figureQuestions(stage: Stage): readonly Question[] {
  const markets = marketsOf(stage)
  return FIGURES.map((question) => question(markets))
}

const FIGURES: readonly ((markets: ReturnType<typeof marketsOf>) => Question)[] = [
  ({ first, houses }) =>
    summary(
      `What is the median asking price of houses in ${first}?`,
      { kind: 'for_sale', place: first, home_types: ['house'] },
      [[median(houses.map(priceOf)), (data) => figureIn(data, 'price', 'median')]],
    ),
  ({ first, townhouses }) =>
    summary(
      `And what did the median townhouse in ${first} sell for, and how many did?`,
      { kind: 'sold', place: first, home_types: ['townhouse'] },
      [
        [median(townhouses.map(priceOf)), (data) => figureIn(data, 'price', 'median')],
        [townhouses.length, ({ total }) => total],
      ],
    ),
  ({ first, houses }) =>
    summary(
      `What does a square foot cost in the middle of the houses for sale in ${first}?`,
      { kind: 'for_sale', place: first, home_types: ['house'] },
      [[median(houses.map((home) => Math.round(priceOf(home) / (home.facts.livingArea ?? Number.NaN)))), perFoot, 1]],
    ),
  ({ stage, first, types }) =>
    summary(
      `Which share of the homes for sale in ${first} are condos? Tell me the numbers of condos and of all.`,
      { kind: 'for_sale', place: first },
      [
        [types.get('CONDO')?.length ?? 0, (data) => condosIn(data)],
        [homesOf(stage, isForSale, inState(first)).length, ({ total }) => total],
      ],
    ),
  ({ stage, first, second }) => ({
    asked: `Is ${first} or ${second} dearer, by the median asking price? Give both.`,
    calls: [
      { tool: 'summarize', given: { homes: { kind: 'for_sale', place: first } } },
      { tool: 'summarize', given: { homes: { kind: 'for_sale', place: second } } },
    ],
    wants: [first, second].map((state, at) =>
      number(median(homesOf(stage, isForSale, inState(state)).map(priceOf)), (_last, told) =>
        figureIn(told[at]?.data ?? {}, 'price', 'median'),
      ),
    ),
  }),
  ({ soldCity, zips }) =>
    summary(
      `Compare what homes sold for in ZIP codes ${zips.map(([zip]) => zip).join(' and ')} of ${soldCity}, by the median.`,
      { kind: 'sold', place: soldCity },
      zips.map(([zip, homes]) => [median(homes.map(priceOf)), (data) => groupIn(data, zip, 'median')]),
    ),
  ({ rentState, rentals }) =>
    summary(
      `What is the median rent of a two bedroom home in ${rentState}, and how many are there?`,
      { kind: 'for_rent', place: rentState, bedrooms: 2 },
      [
        [median(rentals.map(priceOf)), (data) => figureIn(data, 'price', 'median')],
        [rentals.length, ({ homes }) => homes],
      ],
    ),
  ({ rentCity, rentZip, zipRentals }) => ({
    asked: `Which rents are asked in the ZIP codes of ${rentCity}? Tell me how many homes ${rentZip} has to let, and its median rent.`,
    calls: [{ tool: 'rents', given: { place: rentCity, by_zipcode: true } }],
    wants: [
      number(zipRentals.length, (data) => zipIn(data, rentZip)?.on_offer),
      number(Math.round(meanMedian(zipRentals.map(priceOf))), (data) => zipIn(data, rentZip)?.median_rent),
    ],
  }),
  ({ stage, soldCity, soldLately }) => ({
    asked: `How is the market of ${soldCity}: how many homes are for sale, and what was the median sale price of the last 90 days?`,
    calls: [{ tool: 'market', given: { place: soldCity } }],
    wants: [
      number(homesOf(stage, isForSale, inCity(soldCity)).length, (data) => valueIn(data, 'for_sale_inventory')),
      number(Math.round(meanMedian(soldLately.map(priceOf))), (data) => valueIn(data, 'median_sale_price')),
    ],
  }),
]

type Read = (data: Data) => unknown

function summary(
  asked: string,
  homes: Readonly<Record<string, unknown>>,
  truths: readonly (readonly [value: number, read: Read, within?: number])[],
): Question {
  return {
    asked,
    calls: [{ tool: 'summarize', given: { homes } }],
    wants: truths.map(([value, read, within]) => number(value, read, within)),
  }
}

/** Returns the two states with the most homes. */
function statesOf(homes: readonly Home[]): readonly string[] {
  const first = commonest(homes, ({ address }) => address.state)
  return [
    first,
    commonest(
      homes.filter(({ address }) => address.state !== first),
      ({ address }) => address.state,
    ),
  ]
}

function figureIn({ figures }: Data, name: string, column: string): unknown {
  return rowsOf(figures).find(({ figure }) => figure === name)?.[column]
}

function valueIn({ figures }: Data, name: string): unknown {
  return figures && rowsOf(figures).find(({ figure }) => figure === name)?.value
}

function zipIn({ zipcodes }: Data, zip: string): Readonly<Record<string, unknown>> | undefined {
  return zipcodes ? rowsOf(zipcodes).find(({ zipcode }) => zipcode === zip) : undefined
}

function perFoot(data: Data): unknown {
  return figureIn(data, 'pricePerSquareFoot', 'median')
}

function condosIn({ types }: Data): unknown {
  return rowsOf(types).find(({ type }) => /condo/i.test(String(type)))?.results
}

function groupIn({ by_zipcode: groups }: Data, zip: string, column: string): unknown {
  return rowsOf(groups).find(({ group }) => String(group).includes(zip))?.[column]
}
