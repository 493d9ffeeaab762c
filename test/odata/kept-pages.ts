import type { Catalog } from '../../src/catalog/ports/catalog.ts'
import { idOf, type Records } from '../../src/catalog/ports/nouns.ts'
import {
  type Between,
  CHANGING_NOUNS,
  type Change,
  type ChangingNoun,
  type RecordPages,
  type StampedRecord,
} from '../../src/catalog/ports/record-pages.ts'

type Stamped = StampedRecord<Records[ChangingNoun]>

/** Ends every text that an id can be. */
const LAST_TEXT = '\u{10FFFF}'

/**
 * A catalogue that changes no more, whose records and changes are read from their store once: many questions can then
 * be asked.
 */
export async function withKeptPages(catalog: Catalog): Promise<Catalog> {
  const { pages } = catalog
  const byNoun = new Map<ChangingNoun, readonly Stamped[]>()
  for (const noun of CHANGING_NOUNS) {
    const ids =
      noun === 'home' || noun === 'offer' ? { from: 0, to: Number.MAX_SAFE_INTEGER } : { from: '', to: LAST_TEXT }
    byNoun.set(noun, await pages.between(noun, ids as never, Number.MAX_SAFE_INTEGER)) // ids of the noun
  }
  const byId = new Map(
    CHANGING_NOUNS.map((noun) => [noun, new Map(of(noun).map((one) => [idOf(noun, one.record as never), one]))]),
  )
  const everything = { from: 0, to: Number.MAX_SAFE_INTEGER }
  const changes = await pages.changes(CHANGING_NOUNS, everything, Number.MAX_SAFE_INTEGER)
  const contents = new Map<ChangingNoun, ReturnType<RecordPages['contents']>>()
  for (const noun of CHANGING_NOUNS) contents.set(noun, pages.contents(noun))

  function of(noun: ChangingNoun): readonly Stamped[] {
    return byNoun.get(noun) ?? []
  }
  const kept = {
    async between(noun: ChangingNoun, { from, to }: Between<number | string>, limit: number) {
      const all = of(noun)
      const id = (one: Stamped) => idOf(noun, one.record as never)
      const begin = all.findIndex((one) => id(one) >= from)
      if (begin < 0) return []
      return all.slice(begin, begin + Math.min(limit, all.length)).filter((one) => id(one) <= to)
    },
    byId: async (noun: ChangingNoun, ids: readonly (number | string)[]) =>
      ids.flatMap((id) => byId.get(noun)?.get(id as never) ?? []),
    async changes(
      nouns: readonly ChangingNoun[],
      { from, to }: { readonly from: number; readonly to: number },
      limit: number,
      order: 'first' | 'last' = 'first',
    ): Promise<readonly Change[]> {
      const some = changes.filter(({ noun, sequence }) => nouns.includes(noun) && sequence >= from && sequence <= to)
      return (order === 'first' ? some : some.reverse()).slice(0, limit)
    },
    contents: (noun: ChangingNoun) => contents.get(noun),
    async ids(noun: ChangingNoun, { from, to }: Between<number | string>, limit: number) {
      const ids = of(noun).map((one) => idOf(noun, one.record as never))
      return ids.filter((id) => id >= from && id <= to).slice(0, limit)
    },
  }
  return new Proxy(catalog, {
    get: (target, name) => {
      if (name === 'pages') return kept
      const member: unknown = Reflect.get(target, name, target)
      return typeof member === 'function' ? member.bind(target) : member
    },
  })
}
