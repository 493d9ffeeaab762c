import type { SearchedNoun } from '../../model/searched.ts'
import type { ExportedNoun } from './exported-noun.ts'
import { exportedExperiences } from './nouns/experience.ts'
import { exportedHomes } from './nouns/home.ts'
import { exportedOffers } from './nouns/offer.ts'

/**
 * Every noun that can be exported. People cannot: each answer about a person is recorded in the audit log, which a file
 * would bypass.
 */
export const EXPORTED_NOUNS: { readonly [N in SearchedNoun]: ExportedNoun<N> } = {
  home: exportedHomes,
  offer: exportedOffers,
  experience: exportedExperiences,
}
