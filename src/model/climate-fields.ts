import { amount, field, oneOf, text, yesNo } from './field.ts'
import { CLIMATE_PERILS } from './market.ts'

/** Every field of a climate score that an import can fill. The first three fields identify the area. */
export const CLIMATE_FIELDS = {
  CountyFips: field(text, 'Five-digit FIPS code of the county that the score covers.'),
  CensusTract: field(text, 'Census tract that the score covers: eleven digits.'),
  PropertyId: field(text, 'Property id of the home that the score covers.'),
  Peril: field(oneOf(CLIMATE_PERILS), 'Peril that the score rates; overall combines several natural hazards.'),
  Hazard: field(
    text,
    'Part of the peril that the score covers; all of it when absent. Scores of different hazards are never compared.',
  ),
  ScoreName: field(text, "The publisher's name for the score; distinguishes scores of the same peril and area."),
  Score: field(amount, 'The score.'),
  ScaleMin: field(amount, 'Lowest possible score.'),
  ScaleMax: field(amount, 'Highest possible score.'),
  LowerIsWorseYN: field(yesNo, 'True when a lower score means more risk.'),
  ScoreUnit: field(text, 'Unit of the scale: points, percentile, days a year.'),
  Rating: field(text, "The publisher's label for the score."),
  Vintage: field(text, 'Date of the score: YYYY, YYYY-MM or YYYY-MM-DD.'),
  Explanation: field(text, 'One sentence on what the score means and how it was computed.'),
} as const
