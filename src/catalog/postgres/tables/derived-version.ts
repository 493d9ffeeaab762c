import type { Log } from '../../../kit/base/log.ts'
import { CARDS_MADE } from '../cards.ts'

/**
 * Increase this number when derived data changes; a test in postgres.trial.test.ts notices when. The next change of a
 * catalog then derives everything again. If an older version of Plat would misread the data, also give it a new name in
 * the tables, because services with that version continue to read it.
 */
export const DERIVED_VERSION = 13

/**
 * Fingerprint of the data that this version derives, except search results, whose version is stored with them.
 *
 * @internal For tests.
 */
export const DERIVED_FINGERPRINT = '13 zM-SVzyUhaTmt-tBZUhR89'

/** Row of the table `meta`: the version of Plat's derived data in all tables. */
export const DERIVED = 'derived'

/** Which version of Plat derived the data, and which version made the search results. */
export interface DerivedBy {
  /** 0 if nothing has been derived yet. */
  readonly version: number
  /** The version (`made`) of all search results; undefined if there are none. */
  readonly cards: number | undefined
}

export function derivedBy(meta: { get(name: string): string | undefined }): DerivedBy {
  const cards = meta.get(CARDS_MADE)
  return { version: Number(meta.get(DERIVED) ?? '0'), cards: cards === undefined ? undefined : Number(cards) }
}

/** Whether the next change derives everything again. `made`: the version of search results that this program stores. */
export function isOutdated({ version, cards }: DerivedBy, made: number): boolean {
  return version < DERIVED_VERSION || cards !== made
}

/** The error that an older version of Plat reports, since it must not change this catalog. */
export const DERIVED_BY_NEWER =
  'A newer version of Plat derived the catalog tables: use that version to change the catalog.'

/** Returns a function that warns operators if another version of Plat derived the data. It warns once per version. */
export function versionWarner(made: number, log: Log): (derived: DerivedBy) => void {
  let last: string | undefined
  return (derived) => {
    const sentence = versionWarning(derived, made)
    if (sentence !== undefined && sentence !== last) log.warn({}, sentence)
    last = sentence
  }
}

function versionWarning({ version, cards }: DerivedBy, made: number): string | undefined {
  if (cards === undefined) return undefined
  if (version > DERIVED_VERSION)
    return 'A newer version of Plat derived the catalog tables: answers of this version may be incomplete until you upgrade it.'
  if (version < DERIVED_VERSION)
    return 'An older version of Plat derived the catalog tables: answers may be incomplete until ./plat upgrade or the next import derives them again.'
  if (cards !== made)
    return 'Search results in the database were rendered by another version of Plat or with another portal word: searches are slower until ./plat upgrade or the next import makes them again.'
  return undefined
}
