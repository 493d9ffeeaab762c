import {
  type AnswerOf,
  always,
  component,
  day,
  flag,
  listOf,
  nullable,
  number,
  object,
  oneOf,
  text,
  timeMs,
  whole,
} from '../answers/index.ts'
import { startOfDay } from '../base/clock.ts'
import { growth, pricePerSquareFoot } from '../base/figures.ts'
import type { Words } from '../base/words.ts'
import type { Agent } from '../model/agent.ts'
import type { HistoryEvent, Home } from '../model/home.ts'
import { MAYBE_TEXT } from './answer-head.ts'
import { isOnMarket } from './listing-flags.ts'
import { portraitUrl } from './photos.ts'
import { profilePath } from './portal-urls.ts'

const EVENT_AGENT = component(
  'EventAgent',
  object({ photo: MAYBE_TEXT, profileUrl: text('Path of the profile.'), name: text() }),
)

const PRICE_EVENT = component(
  'PriceEvent',
  object({
    date: day(),
    time: timeMs(),
    price: nullable(number(), 'Dollars.'),
    pricePerSquareFoot: nullable(whole(), 'Dollars.'),
    priceChangeRate: number('Change from the previous price of the same kind, as a fraction; 0 if either is unknown.'),
    event: oneOf(['Listed for sale', 'Price change', 'Pending sale', 'Sold', 'Listing removed', 'Listed for rent']),
    source: text(),
    postingIsRental: flag(),
    buyerAgent: nullable(EVENT_AGENT),
    sellerAgent: nullable(EVENT_AGENT),
    attributeSource: object({
      infoString1: nullable(text(), 'Listing number.'),
      infoString2: text(),
      infoString3: MAYBE_TEXT,
    }),
    showCountyLink: always(false),
  }),
)

export const PRICE_HISTORY = listOf(PRICE_EVENT, 'Newest first.')

/** The price history, newest first. Each change is from the previous price of the same kind. */
export function priceHistory(
  home: Home,
  agents: ReadonlyMap<string, Agent>,
  words: Words,
): AnswerOf<typeof PRICE_HISTORY> {
  const named = (agentId: string | undefined) => shownAgent(agents.get(agentId ?? ''), words)
  const last: { sale?: number; rental?: number } = {}
  return home.history
    .map((event) => {
      const track = event.rental ? 'rental' : 'sale'
      const priceChangeRate = growth(last[track], event.price)
      if (event.price !== undefined) last[track] = event.price
      return shownEvent(event, priceChangeRate, home.facts.livingArea, named)
    })
    .toReversed()
}

function shownEvent(
  event: HistoryEvent,
  priceChangeRate: number,
  livingArea: number | undefined,
  named: (agentId: string | undefined) => AnswerOf<typeof EVENT_AGENT> | null,
): AnswerOf<typeof PRICE_EVENT> {
  return {
    date: event.date,
    time: startOfDay(event.date),
    price: event.price ?? null,
    pricePerSquareFoot: pricePerSquareFoot(event.price, livingArea),
    priceChangeRate,
    event: event.event,
    source: event.source,
    postingIsRental: event.rental === true,
    buyerAgent: named(event.buyerAgentId),
    sellerAgent: named(event.sellerAgentId),
    attributeSource: { infoString1: event.mlsId ?? null, infoString2: event.source, infoString3: null },
    showCountyLink: false,
  }
}

function shownAgent(agent: Agent | undefined, words: Words): AnswerOf<typeof EVENT_AGENT> | null {
  if (!agent) return null
  return { photo: portraitUrl(agent, words), profileUrl: profilePath(agent), name: agent.name }
}

/** The latest change of the asking price since the home last came on the market. */
export interface PriceChange {
  readonly changeUsd: number
  readonly date: string
}

/** Undefined if the price has not changed or the home is not on the market. */
export function latestPriceChange(home: Home): PriceChange | undefined {
  if (!isOnMarket(home.listing)) return undefined
  const rental = home.listing?.kind === 'lease'
  const track = home.history.filter((event) => (event.rental === true) === rental)
  const listed = track.findLastIndex((event) => event.event.startsWith('Listed for'))
  const priced = track.slice(Math.max(0, listed)).filter((event) => event.price !== undefined)
  const index = priced.findLastIndex((event) => event.event === 'Price change')
  const [before, change] = [priced[index - 1], priced[index]]
  if (before?.price === undefined || change?.price === undefined) return undefined
  return { changeUsd: change.price - before.price, date: change.date }
}
