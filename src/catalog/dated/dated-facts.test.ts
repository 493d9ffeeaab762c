import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Random } from '../../../test/engine/random.ts'
import { DAY_MS, dayOf } from '../../kit/base/clock.ts'
import type { HistoryEvent, Home } from '../../model/home.ts'
import { homeAsOf } from '../../model/home-as-of.ts'
import { COUNTRY_KEY } from '../../places/regions/region-keys.ts'
import { homeFacts } from '../facts/home-facts.ts'
import { rentFactsOn, saleFactsOn } from './dated-facts.ts'
import { DatedRows, DatedRowsBuilder } from './dated-rows.ts'

const FIRST_DAY = 17_000
const LAST_DAY = 19_000

/**
 * Returns a home with several consecutive listings, each for sale or rent, with price changes and an end. Some have a
 * contract.
 */
function madeHome(random: Random, zpid: number): Home {
  const history: HistoryEvent[] = []
  let day = FIRST_DAY + random.whole(0, 400)
  const add = (event: HistoryEvent['event'], rental: boolean, daysOn: number) => {
    day += daysOn
    const price = random.whole(1000, 900_000)
    const priced = { date: dayOf(day * DAY_MS), event, price, source: 'mls' }
    history.push(rental ? { ...priced, rental: true } : priced)
  }
  while (day < LAST_DAY) {
    const isLease = random.whole(0, 2) === 0
    add(isLease ? 'Listed for rent' : 'Listed for sale', isLease, random.whole(40, 300))
    for (let changes = random.whole(0, 2); changes > 0; changes--) add('Price change', isLease, random.whole(1, 60))
    if (!isLease && random.whole(0, 1) === 0) add('Pending sale', false, random.whole(1, 60))
    add(!isLease && random.whole(0, 2) > 0 ? 'Sold' : 'Listing removed', isLease, random.whole(1, 60))
  }
  const address = { streetAddress: `${zpid} Elm St`, city: 'Austin', state: 'TX', zipcode: '78703' }
  const facts = { bedroomsTotal: zpid % 6 }
  return { zpid, source: 'mls', sourceKey: `${zpid}`, address, homeType: 'CONDO', facts, history, taxes: [] }
}

test('market facts as of a day are computed from the homes as they were known on that day', async () => {
  const random = new Random(30)
  const homes = Array.from({ length: 200 }, (_, at) => madeHome(random, at + 1))
  const builder = new DatedRowsBuilder()
  for (const home of homes) builder.take(home)
  const rows = new DatedRows(builder.build())
  for (let day = FIRST_DAY; day <= LAST_DAY + 400; day += 97) {
    const naive = homes.map((home) => homeFacts(homeAsOf(home, day)))
    const sales = await saleFactsOn(day, COUNTRY_KEY, rows)
    const rents = await rentFactsOn(day, COUNTRY_KEY, rows)
    const { asked, paid, listed, pending, closed, homeType, state } = sales
    assert.deepEqual(
      Array.from({ length: sales.rows }, (_, row) =>
        [asked, paid, listed, pending, closed, homeType, state].map((column) => column[row]).join(' '),
      ).sort(),
      naive.flatMap((each) => each.sales.map((row) => row.join(' '))).sort(),
    )
    const { rent, bedrooms, available } = rents
    assert.deepEqual(
      Array.from({ length: rents.rows }, (_, row) =>
        [rent, rents.listed, bedrooms, rents.homeType, available].map((column) => column[row]).join(' '),
      ).sort(),
      naive.flatMap((each) => each.rents.map((row) => row.join(' '))).sort(),
    )
  }
})
