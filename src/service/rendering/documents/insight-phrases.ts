import type { Home } from '../../../model/home.ts'

/** Selling points, and patterns for their wording in descriptions. */
const PHRASES: readonly (readonly [phrase: string, written: RegExp])[] = [
  ['Hardwood floors', /\b(hard)?wood floor/],
  ['Granite countertops', /\bgranite\b/],
  ['Quartz countertops', /\bquartz\b/],
  ['Stainless steel appliances', /\bstainless\b/],
  ['Open floor plan', /\bopen[- ](floor ?plan|concept|layout)/],
  ['Vaulted ceilings', /\bvaulted\b/],
  ['High ceilings', /\bhigh ceilings?\b/],
  ['Natural light', /\b(natural light|light[- ]filled|sun[- ]?(filled|drenched))\b/],
  ['Walk-in closet', /\bwalk[- ]in closet/],
  ['Kitchen island', /\b(kitchen|center|centre) island\b/],
  ['Updated kitchen', /\b(updated|remodel(l?)ed|renovated|new) kitchen\b/],
  ['Corner lot', /\bcorner lot\b/],
  ['Cul-de-sac', /\bcul[- ]de[- ]sac\b/],
  ['Fenced yard', /\bfenced\b/],
  ['Covered patio', /\bcovered patio\b/],
  ['Rooftop deck', /\broof ?top (deck|terrace)\b/],
  ['Private balcony', /\bbalcony\b/],
  ['Private pool', /\b(private|in[- ]?ground|heated) pool\b/],
  ['Gas fireplace', /\bgas fireplace\b/],
  ['Solar panels', /\bsolar\b/],
  ['Smart home', /\bsmart[- ]home\b/],
  ['In-unit laundry', /\bin[- ]unit (laundry|washer)/],
  ['Mountain views', /\bmountain views?\b/],
  ['Water views', /\b(water|lake|ocean|bay|sound) views?\b/],
  ['City views', /\b(city|skyline) views?\b/],
]

const MAX_PHRASES = 6

/** Returns up to six selling points whose wording occurs in the home's description or features. None is made up. */
export function insightPhrases({ listing, facts }: Home): readonly string[] {
  const features = [facts.interiorFeatures, facts.exteriorFeatures, facts.lotFeatures, facts.appliances, facts.flooring]
  const written = [listing?.description ?? '', ...features.flatMap((list) => list ?? [])].join('\n').toLowerCase()
  if (written === '') return []
  return PHRASES.filter(([, pattern]) => pattern.test(written))
    .map(([phrase]) => phrase)
    .slice(0, MAX_PHRASES)
}
