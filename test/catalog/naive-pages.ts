import { RecordContents } from '../../src/catalog/facts/record-contents.ts'
import { type IdOf, idOf, type Records } from '../../src/catalog/ports/nouns.ts'
import {
  type Between,
  CHANGING_NOUNS,
  type Change,
  type ChangingNoun,
  type RecordPages,
  type StampedRecord,
} from '../../src/catalog/ports/record-pages.ts'

/**
 * Pages over arrays of records. The first record changed at a given time, and each further record one millisecond
 * later.
 */
export function naivePages(
  records: { readonly [N in ChangingNoun]?: readonly Records[N][] },
  momentMs: number,
): RecordPages {
  let last = momentMs * 1000
  const stampedByNoun = new Map<ChangingNoun, readonly StampedRecord<Records[ChangingNoun]>[]>()
  for (const noun of CHANGING_NOUNS) {
    const inOrder = [...(records[noun] ?? [])].sort((one, other) => (keyOf(noun, one) < keyOf(noun, other) ? -1 : 1))
    stampedByNoun.set(
      noun,
      inOrder.map((record) => {
        last += 1000
        return { record, sequence: last }
      }),
    )
  }
  const of = <N extends ChangingNoun>(noun: N) =>
    (stampedByNoun.get(noun) ?? []) as readonly StampedRecord<Records[N]>[] // the map stores records by type
  const between = <N extends ChangingNoun>(noun: N, { from, to }: Between<IdOf<N>>) =>
    of(noun).filter(({ record }) => idOf(noun, record) >= from && idOf(noun, record) <= to)
  return {
    between: async (noun, ids, limit) => between(noun, ids).slice(0, limit),
    texts: async (noun, ids, limit) =>
      between(noun, ids)
        .slice(0, limit)
        .map(({ record }) => ({ id: idOf(noun, record), json: JSON.stringify(record) })),
    ids: async (noun, ids, limit) =>
      between(noun, ids)
        .slice(0, limit)
        .map(({ record }) => idOf(noun, record)),
    byId: async (noun, ids) => ids.flatMap((id) => of(noun).find(({ record }) => idOf(noun, record) === id) ?? []),
    async changes(nouns, { from, to }, limit, order = 'first') {
      const changes = nouns
        .flatMap((noun): Change[] =>
          of(noun).map(({ record, sequence }) => ({ sequence, noun, id: keyOf(noun, record), isGone: false })),
        )
        .filter(({ sequence }) => sequence >= from && sequence <= to)
        .sort((one, other) => one.sequence - other.sequence)
      return (order === 'first' ? changes : changes.toReversed()).slice(0, limit)
    },
    countChanges: async (nouns, { from, to }) =>
      nouns.flatMap((noun) => of(noun).filter(({ sequence }) => sequence >= from && sequence <= to)).length,
    async contents(noun) {
      const contents = new RecordContents(noun)
      for (const { record } of of(noun)) contents.add(record)
      return contents.contents()
    },
  }
}

function keyOf<N extends ChangingNoun>(noun: N, record: Records[N]): number | string {
  return idOf(noun, record)
}
