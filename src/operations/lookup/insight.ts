import { currentPrice, marketState } from '../../model/market-state.ts'
import { formattedChip } from '../render-mini-row.ts'
import type { Gathered } from './gathered.ts'
import { insightPhrases } from './insight-phrases.ts'

/** What is worth saying about the home in few words. */
export function insight({ home, surroundings: { nowMs } }: Gathered) {
  const phrases = insightPhrases(home)
  const upcoming = home.listing?.openHouses?.filter((house) => house.endMs >= nowMs) ?? []
  return {
    homeInsights: phrases.length > 0 ? [{ insights: [{ modelId: 'facts', treatmentId: 'phrases', phrases }] }] : [],
    openHouseSchedule: upcoming.map(({ startMs, endMs }) => ({
      startTime: new Date(startMs).toISOString(),
      endTime: new Date(endMs).toISOString(),
    })),
    formattedChip: formattedChip(home),
    adTargets: adTargets(home, nowMs),
  }
}

/** A few facts as texts; those that are unknown are left out. */
function adTargets(home: Gathered['home'], nowMs: number): Readonly<Record<string, string>> {
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
