import { Calendar } from '../../sample/calendar.ts'
import { makeExperience } from '../../sample/experiences.ts'
import { makeOffer } from '../../sample/offers.ts'
import type { Experience } from '../../src/model/experience.ts'
import type { Offer } from '../../src/model/offer.ts'
import { ODD_EXPERIENCES, ODD_OFFERS } from '../search/odd-records.ts'
import { NOW_MS } from './made-homes.ts'

const calendar = new Calendar(NOW_MS)

/** Made-up offers, some of which are difficult cases for searches. */
export const OFFERS: readonly Offer[] = [
  ...Array.from({ length: 400 }, (_, index) => makeOffer(1, index, calendar)),
  ...ODD_OFFERS,
]

/** Made-up experiences, with different values in every column that can be searched. */
export const EXPERIENCES: readonly Experience[] = [
  ...Array.from({ length: 400 }, (_, index) => makeExperience(1, index, calendar)),
  ...ODD_EXPERIENCES,
]
