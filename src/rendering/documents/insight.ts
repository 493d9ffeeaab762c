import { type FieldsOf, instant, listOf, mapOf, object, text } from '../../answers/index.ts'
import { currentPrice, marketState, openHousesToCome } from '../../model/market-state.ts'
import { CHIP, formattedChip } from '../rows/mini-row.ts'
import type { Gathered } from './gathered.ts'
import { insightPhrases } from './insight-phrases.ts'

export const INSIGHT = {
  homeInsights: listOf(
    object({ insights: listOf(object({ modelId: text(), treatmentId: text(), phrases: listOf(text()) })) }),
  ),
  openHouseSchedule: listOf(object({ startTime: instant(), endTime: instant() }), 'Those of today and later days.'),
  formattedChip: CHIP,
  adTargets: mapOf(text(), 'A few facts as strings; unknown ones are left out.'),
}

/** Highlights of the home in a few words. */
export function insight({ home, surroundings: { nowMs } }: Gathered): FieldsOf<typeof INSIGHT> {
  const phrases = insightPhrases(home)
  return {
    homeInsights: phrases.length > 0 ? [{ insights: [{ modelId: 'facts', treatmentId: 'phrases', phrases }] }] : [],
    openHouseSchedule: openHousesToCome(home.listing, nowMs).map(({ startMs, endMs }) => ({
      startTime: new Date(startMs).toISOString(),
      endTime: new Date(endMs).toISOString(),
    })),
    formattedChip: formattedChip(home),
    adTargets: adTargets(home, nowMs),
  }
}

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
