import assert from 'node:assert/strict'
import { milesBetween } from './battery/facts.ts'
import type { Card, Told, World } from './world.ts'

/** A question as a person asks it, the call that a sensible agent makes of it, and what must come back. */
export interface Question {
  readonly asked: string
  readonly tool: string
  readonly given: Readonly<Record<string, unknown>> | ((world: World) => Promise<Readonly<Record<string, unknown>>>)
  readonly must: (told: Told, world: World, given: Readonly<Record<string, unknown>>) => Promise<void> | void
}

/**
 * Exactly the homes that a look at every home finds, whichever way they are paged, and nothing was left out. `some`:
 * there are such homes in every sample; what came on the market lately depends on the day of the test.
 */
export function exactly(kind: 'for_sale' | 'sold', fits: (home: Card) => boolean, some = true): Question['must'] {
  return async ({ data }, world, given) => {
    const wanted = world.naive(kind, fits)
    if (some) assert.ok(wanted.length > 0, 'a question that nothing fits proves nothing')
    assert.deepEqual((await world.idsOf(given)).sort(), wanted.sort())
    assert.deepEqual([data.total, data.dropped, data.kind], [wanted.length, [], kind])
    const named = new Set(data.applied?.map(({ argument }) => argument))
    for (const name of Object.keys(given)) {
      const declared =
        named.has(name) || named.has(name.replace(/_(min|max)$/, '')) || /^(limit|detail|cursor)$/.test(name)
      assert.ok(declared, `${name} is not told`)
    }
  }
}

/** The answer must have the same total as a plain call. */
export function asMany(query: Readonly<Record<string, string>>): Question['must'] {
  return async ({ data }, world) => {
    const { resultsCount } = await world.get('/search/byaddress', query)
    const { totalMatchingCount } = resultsCount as { totalMatchingCount: number }
    assert.ok(totalMatchingCount > 0)
    assert.deepEqual([data.total, data.dropped], [totalMatchingCount, []])
  }
}

/** An error of the tool, which names what may have been meant or says what to do; nothing was found in its place. */
export function refused(...parts: readonly RegExp[]): Question['must'] {
  return ({ isError, text, data }) => {
    assert.ok(isError, text)
    for (const part of parts) assert.match(text, part)
    assert.deepEqual(data, {})
  }
}

export function wordsOf({ data }: Told, argument: string): string {
  return data.applied?.find((each) => each.argument === argument)?.words ?? ''
}

export function dayBefore(day: string, days: number): string {
  return new Date(Date.parse(day) - days * 86_400_000).toISOString().slice(0, 10)
}

const inState = (state: string) => (home: Card) => home.address.state === state
export const ca = inState('CA')

export function miles(home: Card, [latitude, longitude]: readonly [number, number]): number {
  return milesBetween(home.location, { latitude, longitude })
}

export const LA = [34.05, -118.24] as const

export async function anyHome(world: World): Promise<{ id: string; home: Card }> {
  // A home without a published value is valued by comparable sales, for a credit more.
  const home = world.homes.for_sale.find(({ estimates }) => typeof estimates?.zestimate === 'number')
  assert(home)
  return { id: String(home.zpid), home }
}

/** The address of a home for rent, in one line, and its rent. */
export async function anyRental(world: World): Promise<{ address: string; rent: number }> {
  const { searchResults } = await world.get('/search/byaddress', { location: 'CA', listingStatus: 'For_Rent' })
  const rows = searchResults as { resultType: string; property: Card }[]
  const home = rows.find(({ resultType, property }) => resultType === 'property' && property.price)?.property
  assert(home?.price)
  const { streetAddress, city, state } = home.address
  return { address: `${streetAddress}, ${city}, ${state}`, rent: home.price.value }
}
