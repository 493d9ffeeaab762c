import { type ClimateScore, climateScoreId } from '../../src/model/market.ts'

/** Climate scores: two sources about the county, whose flood scores differ, and one source about the parcel. */
export const CLIMATE: readonly ClimateScore[] = [
  climate({ name: 'County flood index', score: 20 }),
  climate({ name: 'Flood grades', score: 8, scaleMin: 1, scaleMax: 10, unit: 'grades' }),
  climate({ name: 'Parcel survey', resolution: 'parcel', areaId: '1001', score: 35, rating: 'Moderate' }),
  climate({ name: 'Fire index', peril: 'fire', score: 61 }),
  climate({ name: 'All hazards', peril: 'overall', score: 12 }),
]

function climate(given: Pick<ClimateScore, 'name' | 'score'> & Partial<ClimateScore>): ClimateScore {
  const area = { peril: 'flood', resolution: 'county', areaId: '48453', ...given } as const
  return {
    scoreId: climateScoreId(area),
    source: 'climate-survey',
    scaleMin: 0,
    scaleMax: 100,
    unit: 'points',
    vintage: '2025',
    explanation: 'From 0 for none to 100 for the greatest risk.',
    ...area,
  }
}
