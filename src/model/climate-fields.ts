import { amount, field, oneOf, type RecordOf, text, yesNo } from './field.ts'
import { CLIMATE_PERILS } from './market.ts'

/** Every field of a climate score that an import can fill; the area is named by one of the first three. */
export const CLIMATE_FIELDS = {
  CountyFips: field(text, 'County that the score speaks of: its five-digit FIPS code.'),
  CensusTract: field(text, 'Census tract that the score speaks of: eleven digits.'),
  PropertyId: field(text, 'Property id of the home that the score speaks of.'),
  Peril: field(oneOf(CLIMATE_PERILS), 'What the score is about; overall: several natural hazards together.'),
  Hazard: field(
    text,
    'Part of the peril that the score is about; absent: all of it. Scores of two hazards are not compared.',
  ),
  ScoreName: field(text, 'What the publisher calls the score; tells the scores of one peril and area apart.'),
  Score: field(amount, 'The score.'),
  ScaleMin: field(amount, 'Least score that there can be.'),
  ScaleMax: field(amount, 'Greatest score that there can be.'),
  LowerIsWorseYN: field(yesNo, 'True: a lower score means more risk.'),
  ScoreUnit: field(text, 'What one step of the scale is: points, percentile, days a year.'),
  Rating: field(text, "The publisher's word for the score."),
  Vintage: field(text, 'What the score is as of: YYYY, YYYY-MM or YYYY-MM-DD.'),
  Explanation: field(text, 'One sentence on what the score says and how it was made.'),
} as const

export type ClimateRecord = RecordOf<typeof CLIMATE_FIELDS>
