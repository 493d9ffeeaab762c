import { instant, listOf, made, madeList, mapOf, object, objectFrom, text } from '../../../kit/answers/index.ts'
import type { OpenHouse } from '../../../model/home.ts'
import { currentPrice, marketState, openHousesToCome } from '../../../model/market-state.ts'
import { CHIP } from '../rows/mini-row.ts'
import { type Gathered, homeOf } from './gathered.ts'
import { insightPhrases } from './insight-phrases.ts'

const OPEN_HOUSE = objectFrom<OpenHouse>()({
  startTime: [instant(), ({ startMs }) => new Date(startMs).toISOString()],
  endTime: [instant(), ({ endMs }) => new Date(endMs).toISOString()],
})

export const INSIGHT = objectFrom<Gathered>()({
  homeInsights: [
    listOf(object({ insights: listOf(object({ modelId: text(), treatmentId: text(), phrases: listOf(text()) })) })),
    ({ home }) => {
      const phrases = insightPhrases(home)
      return phrases.length > 0 ? [{ insights: [{ modelId: 'facts', treatmentId: 'phrases', phrases }] }] : []
    },
  ],
  openHouseSchedule: madeList(
    OPEN_HOUSE,
    ({ home, surroundings: { nowMs } }) => openHousesToCome(home.listing, nowMs),
    'Open houses of today and later days.',
  ),
  formattedChip: made(CHIP, homeOf),
  adTargets: [mapOf(text(), 'A few facts as strings; unknown ones are left out.'), adTargets],
})

function adTargets({ home, surroundings: { nowMs } }: Gathered): Readonly<Record<string, string>> {
  const { address, facts } = home
  const targets: Readonly<Record<string, string | number | null | undefined>> = {
    zpid: home.zpid,
    state: address.state,
    city: address.city,
    zip: address.zipcode,
    status: marketState(home, nowMs),
    type: home.homeType,
    price: currentPrice(home),
    bd: facts.bedroomsTotal,
    ba: facts.bathrooms,
    sqft: facts.livingArea,
    yrblt: facts.yearBuilt,
  }
  return Object.fromEntries(
    Object.entries(targets).flatMap(([name, value]) => (value == null ? [] : [[name, String(value)]])),
  )
}
