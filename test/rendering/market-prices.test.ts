import assert from 'node:assert/strict'
import { test } from 'node:test'
import { datedCard } from '../../src/catalog/ports/cards.ts'
import { dayNumber } from '../../src/kit/base/clock.ts'
import type { Home } from '../../src/model/home.ts'
import { marketState } from '../../src/model/market-state.ts'
import { cardMaker } from '../../src/service/rendering/card-maker.ts'
import { trimmedDocument } from '../../src/service/rendering/documents/trimmed-document.ts'
import { miniRowsOf } from '../../src/service/rendering/rows/mini-row.ts'
import { surroundingsOf } from '../../src/service/rendering/surroundings.ts'
import { NOW_MS, RENTAL, RICH } from '../operations/made-homes.ts'
import { smallContext, WORDS } from '../operations/small-catalog.ts'
import { gatherSample } from '../sample/trial.ts'
import { wholeDocument } from './whole-document.ts'

const { records } = await gatherSample(3000, 7, NOW_MS)
const cards = cardMaker(WORDS)

interface Card {
  readonly property: {
    readonly price?: { readonly value: number; readonly pricePerSquareFoot?: number }
    readonly rental: { readonly baseRent?: number }
    readonly hdpView: { readonly price?: number }
  }
}

/** Returns all prices of a home in its answers, including prices per square foot, by position in the answer. */
async function pricesOf(home: Home) {
  const context = smallContext({ homes: [home], bare: true })
  const { propertyDetails } = await wholeDocument(home, context)
  const [row] = await miniRowsOf([home], context.catalog.records, surroundingsOf(context))
  const { property } = JSON.parse(
    datedCard(cards.card(home, { agent: undefined, office: undefined }), cards, dayNumber(NOW_MS)),
  ) as Card // a home's search result has this type
  return {
    prices: {
      document: propertyDetails.price,
      advertised: propertyDetails.adTargets.price ?? null,
      trimmed: (await trimmedDocument(home, context)).Price,
      row: row === undefined ? undefined : JSON.parse(row.row.json).price,
      card: property.price?.value ?? null,
      cardRent: home.listing?.kind === 'lease' ? (property.rental.baseRent ?? null) : null,
      cardView: property.hdpView.price ?? null,
    },
    perSquareFoot: {
      document: propertyDetails.resoFacts.pricePerSquareFoot,
      atAGlance: propertyDetails.resoFacts.atAGlanceFacts.find(({ factLabel }) => factLabel === 'Price/sqft') ?? null,
      card: property.price?.pricePerSquareFoot ?? null,
    },
    history: propertyDetails.priceHistory.map(({ price }) => price),
  }
}

test('no answer shows a price of a home off the market, while its history keeps its prices', async () => {
  const off = records.home.filter((home) => marketState(home, NOW_MS) === 'OTHER')
  const once = off.filter(({ listing }) => listing?.listPrice !== undefined)
  assert.ok(once.length > 50, `${once.length} homes of the sample were once offered and are no more`)
  for (const home of once) {
    const { prices, perSquareFoot, history } = await pricesOf(home)
    assert.deepEqual([...new Set(Object.values(prices))], [null], `${home.zpid}: ${JSON.stringify(prices)}`)
    assert.deepEqual(
      [...new Set(Object.values(perSquareFoot))],
      [null],
      `${home.zpid}: ${JSON.stringify(perSquareFoot)}`,
    )
    assert.deepEqual(history, home.history.map(({ price }) => price ?? null).toReversed())
  }
})

test('every other home of the sample is shown at one price, and rents have no price per square foot', async () => {
  const offered = records.home.filter((home) => marketState(home, NOW_MS) !== 'OTHER')
  for (const home of offered) {
    const { listing } = home
    const { prices, perSquareFoot } = await pricesOf(home)
    const expected = listing?.status === 'Closed' ? listing.closePrice : listing?.listPrice
    const { cardRent, ...shown } = prices
    assert.equal(cardRent, listing?.kind === 'lease' ? expected : null)
    const { advertised, ...numbers } = shown
    assert.equal(advertised, String(expected))
    assert.deepEqual([...new Set(Object.values(numbers))], [expected], `${home.zpid}: ${JSON.stringify(prices)}`)
    if (listing?.kind === 'lease') {
      assert.deepEqual([...new Set(Object.values(perSquareFoot))], [null])
    }
  }
})

test('a sold home with an unknown price does not show its asking price instead', async () => {
  const listing = { kind: 'sale', status: 'Closed', listedBy: 'agent', listPrice: 500_000, closeDate: '2026-09-01' }
  // the compiler sees a wider type
  const { prices } = await pricesOf({ ...RICH, listing: listing as Home['listing'] & object })
  assert.deepEqual([...new Set(Object.values(prices))], [null])
})

test('all answers show a rent per month, never per square foot', async () => {
  const { prices, perSquareFoot } = await pricesOf(RENTAL)
  assert.equal(prices.document, 2400)
  assert.deepEqual(Object.values(perSquareFoot), [null, null, null])
})
