import assert from 'node:assert/strict'
import type { Card, ToolAnswer, World } from './world.ts'

/** A question as a person asks it, the call that a sensible AI agent makes, and the required answer. */
export interface Question {
  readonly asked: string
  readonly tool: string
  readonly given: Readonly<Record<string, unknown>> | ((world: World) => Promise<Readonly<Record<string, unknown>>>)
  readonly must: (told: ToolAnswer, world: World, given: Readonly<Record<string, unknown>>) => Promise<void> | void
}

/** Requires that the tool refuses, without any result, and names alternatives or says what to do. */
export function refused(...parts: readonly RegExp[]): Question['must'] {
  return ({ isError, text, data }) => {
    assert.ok(isError, text)
    for (const part of parts) assert.match(text, part)
    assert.deepEqual(data, {})
  }
}

export function wordsOf({ data }: ToolAnswer, argument: string): string {
  return data.applied?.find((each) => each.argument === argument)?.words ?? ''
}

export function dayBefore(day: string, days: number): string {
  return new Date(Date.parse(day) - days * 86_400_000).toISOString().slice(0, 10)
}

export function ca({ address }: Card): boolean {
  return address.state === 'CA'
}

export async function anyHome(world: World): Promise<{ id: string; home: Card }> {
  // A home without a published value is estimated from sales. That costs another credit.
  const home = world.homes.find(({ estimates }) => typeof estimates?.zestimate === 'number')
  assert(home)
  return { id: String(home.zpid), home }
}

/** Returns the rent and the address, as one line, of a home for rent. */
export async function anyRental(world: World): Promise<{ address: string; rent: number }> {
  const { searchResults } = await world.get('/search/byaddress', { location: 'CA', listingStatus: 'For_Rent' })
  const rows = searchResults as { resultType: string; property: Card }[]
  const home = rows.find(({ resultType, property }) => resultType === 'property' && property.price)?.property
  assert(home?.price)
  const { streetAddress, city, state } = home.address
  return { address: `${streetAddress}, ${city}, ${state}`, rent: home.price.value }
}
