import type { SearchedNoun } from '../../model/searched.ts'
import type { ExportedNoun } from './exported-noun.ts'
import { exportedExperiences } from './nouns/experience.ts'
import { exportedHomes } from './nouns/home.ts'
import { exportedOffers } from './nouns/offer.ts'

/** Every noun that can be exported. People are none: an answer about them is written to the audit log, a file is not. */
export const EXPORTED_NOUNS: { readonly [N in SearchedNoun]: ExportedNoun<N> } = {
  home: exportedHomes,
  offer: exportedOffers,
  experience: exportedExperiences,
}
