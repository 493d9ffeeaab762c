import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Context } from '../../src/catalog/ports/context.ts'
import { DAY_MS, dayNumber, dayOf, fixedClock } from '../../src/kit/base/clock.ts'
import { EncodedAnswer } from '../../src/service/operations/operation.ts'
import { rawCall } from './call.ts'
import { AGENTS, HOMES, NOW_MS, RICH, TOWER } from './made-homes.ts'
import { PEOPLE } from './made-people.ts'
import { EXPERIENCES, OFFERS } from './made-portals.ts'
import {
  aboutAgent,
  aboutBuilding,
  aboutHome,
  aboutMarket,
  aboutPerson,
  aboutPlace,
  type Question,
} from './questions.ts'
import { smallContext } from './small-catalog.ts'

const MIDNIGHT = dayNumber(NOW_MS) * DAY_MS
const MOMENTS = [0, 1, DAY_MS / 2, DAY_MS - 1].map((ms) => MIDNIGHT + ms)

/** If answers depended on the hour, answers about these homes would change during a day. */
const HOURLY = [
  ...[1, DAY_MS / 2].map((ms) => ({
    ...RICH.listing,
    kind: 'sale' as const,
    status: 'Active' as const,
    listedBy: 'agent' as const,
    onMarketMs: MIDNIGHT - DAY_MS / 2,
    openHouses: [{ startMs: MIDNIGHT + ms, endMs: MIDNIGHT + ms + 1 }],
  })),
  ...[364, 365, 366].map((days) => ({
    kind: 'sale' as const,
    status: 'Closed' as const,
    listedBy: 'agent' as const,
    closePrice: 500_000,
    closeDate: dayOf(MIDNIGHT - days * DAY_MS),
  })),
].map((listing, i) => ({ ...RICH, zpid: 900 + i, listing }))

const QUESTIONS: readonly Question[] = [
  ...HOURLY.flatMap(aboutHome),
  ...HOMES.flatMap(aboutHome),
  ...aboutBuilding(TOWER),
  ...AGENTS.flatMap(aboutAgent),
  ...PEOPLE.flatMap(aboutPerson),
  ...aboutPlace('Austin, TX'),
  ...aboutMarket(),
  ['/search/bylocation', { location: 'Warszawa; Kraków', searchType: 'For_Sale' }],
  ['/search/exp/bydestination', { searchDestinations: 'Rome; Japan' }],
]

/** Returns the bytes of an answer, or of its refusal. */
async function told([path, parameters]: Question, context: Context): Promise<string> {
  try {
    const answer = await rawCall(path, parameters, context)
    return answer instanceof EncodedAnswer ? Buffer.from(answer.body.json().bytes).toString() : JSON.stringify(answer)
  } catch (error) {
    return String(error)
  }
}

test('every answer is the same from the first to the last millisecond of a day', async () => {
  const homes = [...HOMES, ...HOURLY]
  const context = smallContext({ homes, offers: OFFERS, experiences: EXPERIENCES })
  for (const question of QUESTIONS) {
    const [first, ...others] = await Promise.all(
      MOMENTS.map((nowMs) => told(question, { ...context, clock: fixedClock(nowMs) })),
    )
    for (const other of others) assert.equal(other, first, JSON.stringify(question))
  }
})
