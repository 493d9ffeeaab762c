import { Random } from '../src/kit/algorithms/random.ts'
import { type ClimatePeril, type ClimateScore, climateScoreId } from '../src/model/market.ts'
import type { Atlas } from './atlas.ts'
import type { Calendar } from './calendar.ts'
import { SOURCE } from './identity.ts'
import type { Climate } from './words/fabric.ts'

const PERILS = ['flood', 'fire', 'heat', 'wind', 'air'] as const satisfies readonly ClimatePeril[]

const THREATS: Readonly<Record<(typeof PERILS)[number], string>> = {
  flood: 'water enters a home',
  fire: 'a wildfire reaches a home',
  heat: 'days are dangerously hot',
  wind: 'a storm damages a home',
  air: 'the air is unhealthy',
}

/** The strength of each peril in `PERILS` from 0 to 1, by climate. Rough guesses, not statistics. */
const RISKS: Readonly<Record<Climate, readonly number[]>> = {
  marine: [0.45, 0.35, 0.15, 0.3, 0.4],
  mild: [0.3, 0.65, 0.35, 0.15, 0.6],
  desert: [0.2, 0.45, 0.92, 0.25, 0.6],
  dry: [0.25, 0.55, 0.4, 0.45, 0.5],
  south: [0.45, 0.3, 0.75, 0.55, 0.4],
  cold: [0.45, 0.12, 0.25, 0.5, 0.35],
  tropical: [0.85, 0.3, 0.85, 0.9, 0.3],
  northeast: [0.5, 0.12, 0.35, 0.5, 0.4],
}

/**
 * Two invented models with different scales. The second strays so far from the true risk that it contradicts the first
 * for some counties.
 */
const MODELS = [
  { name: 'Sample model A', scaleMin: 0, scaleMax: 100, strays: 0.05 },
  { name: 'Sample model B', scaleMin: 1, scaleMax: 10, strays: 0.17 },
] as const

const RATINGS = ['Very low', 'Relatively low', 'Moderate', 'Relatively high', 'Very high'] as const

/** Yields two models' scores for every peril and county. */
export function* climateScores(atlas: Atlas, seed: number, calendar: Calendar): Generator<ClimateScore> {
  const counties = new Map(atlas.zips.map(({ place, metro }) => [place.countyFips, metro.economy.climate]))
  for (const [countyFips, climate] of counties) {
    for (const [at, peril] of PERILS.entries()) {
      const random = new Random(seed, `climate/${peril}`, Number(countyFips))
      const risk = (RISKS[climate][at] ?? 0) + 0.06 * random.bell()
      for (const { name, scaleMin, scaleMax, strays } of MODELS) {
        const share = Math.min(1, Math.max(0, risk + strays * random.bell()))
        const identity = { name, peril, resolution: 'county', areaId: countyFips } as const
        yield {
          scoreId: climateScoreId(identity),
          source: SOURCE,
          ...identity,
          score: Math.round((scaleMin + share * (scaleMax - scaleMin)) * 10) / 10,
          scaleMin,
          scaleMax,
          unit: 'points',
          rating: RATINGS[Math.min(4, Math.floor(share * 5))] ?? 'Very high',
          vintage: String(calendar.thisYear - 1),
          explanation: `Invented: the risk that ${THREATS[peril]} in this county, from ${scaleMin} for none to ${scaleMax} for the greatest.`,
        }
      }
    }
  }
}
