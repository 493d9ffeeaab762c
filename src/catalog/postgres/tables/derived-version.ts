import type { Log } from '../../../kit/base/log.ts'
import { CARDS_MADE } from '../cards.ts'

/**
 * Increase this number when derived data changes; a test in postgres.trial.test.ts says when. The next change of a
 * catalog then derives everything again; see `derive-all.ts`. Data that an older version of Plat would misread needs a
 * new name in the tables, because older nodes continue to serve data that a newer version has derived.
 */
export const DERIVED_VERSION = 10

/**
 * Fingerprint of the data that this version derives, without cards, which identify their card maker.
 *
 * @internal For tests.
 */
export const DERIVED_FINGERPRINT = '10 vHIqW2n5gtgMnMsfB9s3kR'

/** Row of `meta`: the version that derived all tables. */
export const DERIVED = 'derived'

/** The versions of Plat that derived the tables and made the cards. */
export interface DerivedBy {
  /** 0 if nothing is derived yet. */
  readonly version: number
  /** The `made` of all cards; undefined if there are no cards. */
  readonly cards: number | undefined
}

export function derivedBy(meta: { get(name: string): string | undefined }): DerivedBy {
  const cards = meta.get(CARDS_MADE)
  return { version: Number(meta.get(DERIVED) ?? '0'), cards: cards === undefined ? undefined : Number(cards) }
}

/** Whether the next change derives everything again. `made`: the `made` value of this program's cards. */
export function isOutdated({ version, cards }: DerivedBy, made: number): boolean {
  return version < DERIVED_VERSION || cards !== made
}

/** The error of an older version of Plat, which reports it in place of changing the catalog. */
export const DERIVED_BY_NEWER =
  'A newer version of Plat derived the catalog tables: use that version to change the catalog.'

/**
 * Returns a function that warns the operators of a node if another version of Plat derived the data, once per version.
 */
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
