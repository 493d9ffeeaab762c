import type { WriterMeta } from './writer-meta.ts'

/**
 * Bump it when what is derived from records comes out otherwise: a test in postgres.test.ts says when. The next change
 * of a catalogue then derives everything again; see `derive-all.ts`. What an older Plat would misread gets another name
 * in the tables, since it goes on serving from what a newer one has derived.
 */
export const DERIVED_VERSION = 1

/** Fingerprint of what this version derives, but for cards, which tell themselves what made them. */
export const DERIVED_FINGERPRINT = '1 8JdTYCQFomBucBS3RozCH8'

/** Row of `meta`: the version by which all tables were derived. */
export const DERIVED = 'derived'

/** By which version all was derived that is there. */
export function derivedIn(meta: Pick<WriterMeta, 'get'>): number {
  return Number(meta.get(DERIVED) ?? '0')
}

/** Why an older Plat changes nothing. */
export const DERIVED_BY_NEWER = 'A newer Plat has derived the tables of the catalogue: use that one to change it.'

/** What operators of a node are told; undefined where it derives what is there. */
export function saidOfDerived(derived: string | undefined): string | undefined {
  const version = Number(derived ?? DERIVED_VERSION)
  if (version > DERIVED_VERSION)
    return 'The tables of the catalogue were derived by a newer Plat: answers of this one may lack something until it is replaced, too.'
  if (version < DERIVED_VERSION)
    return 'The tables of the catalogue were derived by an older Plat: answers may lack what is new until ./plat upgrade, or the next import, has derived them again.'
  return undefined
}
