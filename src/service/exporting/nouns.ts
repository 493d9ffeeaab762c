import type { SearchedNoun } from '../../model/searched.ts'
import type { ExportedNoun } from './exported-noun.ts'
import { exportedExperiences } from './nouns/experience.ts'
import { exportedHomes } from './nouns/home.ts'
import { exportedOffers } from './nouns/offer.ts'

/**
 * Every record type that can be exported. People are missing: each answer about a person is recorded in the audit log,
 * and a file would bypass the log.
 */
export const EXPORTED_NOUNS: { readonly [N in SearchedNoun]: ExportedNoun<N> } = {
  home: exportedHomes,
  offer: exportedOffers,
  experience: exportedExperiences,
}
