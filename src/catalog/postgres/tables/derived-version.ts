import type { Log } from '../../../kit/base/log.ts'
import { CARDS_MADE } from '../cards.ts'

/**
 * Increase this number when derived data changes; a test in postgres.trial.test.ts says when. The next change of a
 * catalog then derives everything again, see `derive-all.ts`. Data that an older Plat would misread needs a new name in
 * the tables, since older nodes go on serving what a newer Plat has derived.
 */
export const DERIVED_VERSION = 10

/** Fingerprint of what this version derives, without cards, which identify their card maker. @internal For tests. */
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

/** Whether the next change derives everything again. `made`: the `made` of this program's cards. */
export function isOutdated({ version, cards }: DerivedBy, made: number): boolean {
  return version < DERIVED_VERSION || cards !== made
}

/** The refusal of an older Plat to change the catalog. */
export const DERIVED_BY_NEWER = 'A newer Plat has derived the tables of the catalogue: use that one to change it.'

/**
 * Returns a function that warns the operators of a node if another version of Plat derived the data, once per version.
 */
export function tellingOfVersion(made: number, log: Log): (derived: DerivedBy) => void {
  let last: string | undefined
  return (derived) => {
    const sentence = saidOf(derived, made)
    if (sentence !== undefined && sentence !== last) log.warn({}, sentence)
    last = sentence
  }
}

function saidOf({ version, cards }: DerivedBy, made: number): string | undefined {
  if (cards === undefined) return undefined
  if (version > DERIVED_VERSION)
    return 'The tables of the catalogue were derived by a newer Plat: answers of this one may lack something until it is replaced, too.'
  if (version < DERIVED_VERSION)
    return 'The tables of the catalogue were derived by an older Plat: answers may lack what is new until ./plat upgrade, or the next import, has derived them again.'
  if (cards !== made)
    return 'Cards in the database were made by another version or with other words: searches are answered more slowly until ./plat upgrade, or the next import, has made them again.'
  return undefined
}
