import { MAYBE_TEXT } from '../../kit/answers/answer-head.ts'
import {
  component,
  day,
  fixed,
  flag,
  listOf,
  nullable,
  number,
  object,
  objectFrom,
  oneOf,
  text,
  timeMs,
  whole,
} from '../../kit/answers/index.ts'
import { startOfDay } from '../../kit/base/clock.ts'
import { growth, pricePerSquareFoot } from '../../kit/base/figures.ts'
import type { Words } from '../../kit/base/words.ts'
import type { Agent } from '../../model/agent.ts'
import type { HistoryEvent, Home } from '../../model/home.ts'
import { isOnMarket } from './listing-flags.ts'
import { portraitUrl } from './photos.ts'
import { profilePath } from './portal-urls.ts'

const EVENT_AGENT = component(
  'EventAgent',
  objectFrom<{ readonly agent: Agent; readonly words: Words }>()({
    photo: [MAYBE_TEXT, ({ agent, words }) => portraitUrl(agent, words)],
    profileUrl: [text('Path of the profile.'), ({ agent }) => profilePath(agent)],
    name: [text(), ({ agent }) => agent.name],
  }),
)

interface ShownEvent {
  readonly event: HistoryEvent
  /** The previous sale price, or rent for a rental; undefined if unknown. */
  readonly priceBefore: number | undefined
  readonly livingArea: number | undefined
  readonly agents: ReadonlyMap<string, Agent>
  readonly words: Words
}

const PRICE_EVENT = component(
  'PriceEvent',
  objectFrom<ShownEvent>()({
    date: [day(), ({ event }) => event.date],
    time: [timeMs(), ({ event }) => startOfDay(event.date)],
    price: [nullable(number(), 'Dollars.'), ({ event }) => event.price],
    pricePerSquareFoot: [
      nullable(whole(), 'Dollars.'),
      ({ event, livingArea }) => pricePerSquareFoot(event.price, livingArea),
    ],
    priceChangeRate: [
      number('Change from the previous price of the same kind, as a fraction; 0 if either is unknown.'),
      ({ event, priceBefore }) => growth(priceBefore, event.price),
    ],
    event: [
      oneOf(['Listed for sale', 'Price change', 'Pending sale', 'Sold', 'Listing removed', 'Listed for rent']),
      ({ event }) => event.event,
    ],
    source: [text(), ({ event }) => event.source],
    postingIsRental: [flag(), ({ event }) => event.rental === true],
    buyerAgent: [nullable(EVENT_AGENT), (shown) => shownAgent(shown.event.buyerAgentId, shown)],
    sellerAgent: [nullable(EVENT_AGENT), (shown) => shownAgent(shown.event.sellerAgentId, shown)],
    attributeSource: [
      object({
        infoString1: nullable(text(), 'Listing number.'),
        infoString2: text(),
        infoString3: MAYBE_TEXT,
      }),
      ({ event }) => ({ infoString1: event.mlsId ?? null, infoString2: event.source, infoString3: null }),
    ],
    showCountyLink: fixed(false),
  }),
)

export const PRICE_HISTORY = listOf(PRICE_EVENT, 'Newest first.')

/**
 * Returns the price history, newest first. Each change is relative to the previous price of the same kind (sale price
 * or rent).
 */
export function priceHistory(home: Home, agents: ReadonlyMap<string, Agent>, words: Words) {
  const { livingArea } = home.facts
  const last: { sale?: number; rental?: number } = {}
  return home.history
    .map((event) => {
      const track = event.rental ? 'rental' : 'sale'
      const priceBefore = last[track]
      if (event.price !== undefined) last[track] = event.price
      return PRICE_EVENT.of({ event, priceBefore, livingArea, agents, words })
    })
    .toReversed()
}

function shownAgent(agentId: string | undefined, { agents, words }: ShownEvent) {
  const agent = agents.get(agentId ?? '')
  return agent && EVENT_AGENT.of({ agent, words })
}

/** The latest change of the asking price since the home last came on the market. */
export interface PriceChange {
  readonly changeUsd: number
  readonly date: string
}

/** Returns the latest price change. Undefined if there is none or the home is not on the market. */
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
