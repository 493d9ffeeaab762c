import type { CatalogWriter } from '../../catalog/ports/catalog-writer.ts'
import type { Home, HomePart } from '../../model/home.ts'
import { isOf } from './deletes.ts'
import { Rejection } from './finding.ts'
import { type RecordStore, storeOf } from './record-store.ts'

/** A part of a home, with the ids of the home and the part's key. */
export interface HeldPart<P extends HomePart> {
  readonly zpid: number
  readonly source: string
  readonly sourceKey: string
  readonly key: string
  readonly part: P
}

/** Reads and replaces the parts of one type in a home. */
export interface PartPlace<P extends HomePart> {
  /** Returns the home's parts of this type. Undefined if they belong to the listing and the home has no listing. */
  of(home: Home): readonly P[] | undefined
  /** Returns the home with `parts` in place of its own. They may be in any order. */
  into(home: Home, parts: readonly P[]): Home
}

const HOME_UNKNOWN = new Rejection(
  'home.unknown',
  'The source has no home with this key: import the homes of the source first.',
  'the home is not in the catalog',
)
const LISTING_UNKNOWN = new Rejection(
  'home.unlisted',
  'The home has no listing that the row could belong to.',
  'the home has no listing',
)

/** A home that is being changed, with its current parts by key. */
interface Holder<P> {
  readonly home: Home
  readonly parts: Map<string, P>
  isChanged: boolean
}

export function partId(zpid: number, key: string): string {
  return `${zpid} ${key}`
}

/** Reads parts from their homes. `flush` writes each changed home once, with all of its parts. */
export class PartStore<P extends HomePart> implements RecordStore<HeldPart<P>, string> {
  readonly #homes: RecordStore<Home, number>
  readonly #place: PartPlace<P>
  /** Homes read since the last flush. */
  readonly #holders = new Map<number, Holder<P>>()

  constructor(writer: CatalogWriter, place: PartPlace<P>) {
    this.#homes = storeOf('home', writer)
    this.#place = place
  }

  get(id: string): HeldPart<P> | undefined {
    const [zpid, key] = named(id)
    const holder = this.#holderOf(zpid)
    const part = holder?.parts.get(key)
    if (holder === undefined || part === undefined) return undefined
    const { source, sourceKey } = holder.home
    return { zpid, source, sourceKey, key, part }
  }

  expect(ids: Iterable<string>): void {
    this.#homes.expect(zpidsOf(ids))
  }

  refusal(_id: string, { zpid, source, sourceKey }: HeldPart<P>): Rejection | undefined {
    const holder = this.#holderOf(zpid)
    const home = holder?.home ?? this.#homes.get(zpid)
    if (home === undefined || !isOf(home, source, sourceKey)) return HOME_UNKNOWN
    return holder === undefined ? LISTING_UNKNOWN : undefined
  }

  put({ zpid, key, part }: HeldPart<P>): undefined {
    this.#change(zpid, (parts) => parts.set(key, part))
  }

  withdraw(id: string): void {
    const [zpid, key] = named(id)
    this.#change(zpid, (parts) => parts.delete(key))
  }

  flush(): void {
    for (const { home, parts, isChanged } of this.#holders.values()) {
      if (isChanged) this.#homes.put(this.#place.into(home, [...parts.values()]), home)
    }
    this.#holders.clear()
    this.#homes.flush()
  }

  *idsOf(source: string): Generator<string> {
    for (const zpid of this.#homes.idsOf(source)) {
      const home = this.#homes.get(zpid)
      if (home === undefined || !isOf(home, source)) continue
      for (const key of this.#partsOf(home)?.keys() ?? []) yield partId(zpid, key)
    }
  }

  #change(zpid: number, change: (parts: Map<string, P>) => void): void {
    const holder = this.#holderOf(zpid)
    if (holder === undefined) throw new Error('a part of a home that has no place for it')
    change(holder.parts)
    holder.isChanged = true
  }

  #holderOf(zpid: number): Holder<P> | undefined {
    const held = this.#holders.get(zpid)
    if (held !== undefined) return held
    const home = this.#homes.get(zpid)
    const parts = home && this.#partsOf(home)
    if (home === undefined || parts === undefined) return undefined
    const holder = { home, parts, isChanged: false }
    this.#holders.set(zpid, holder)
    return holder
  }

  /** Returns the parts with a key. Imported parts replace parts without a key, which are from the home's own row. */
  #partsOf(home: Home): Map<string, P> | undefined {
    const parts = this.#place.of(home)
    return parts && new Map(parts.flatMap((part) => (part.key === undefined ? [] : [[part.key, part]])))
  }
}

function* zpidsOf(ids: Iterable<string>): Generator<number> {
  for (const id of ids) yield named(id)[0]
}

function named(id: string): readonly [zpid: number, key: string] {
  const at = id.indexOf(' ')
  return [Number(id.slice(0, at)), id.slice(at + 1)]
}
