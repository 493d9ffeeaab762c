import type { CatalogWriter } from '../../catalog/ports/catalog-writer.ts'
import type { SourceHomes } from '../../catalog/ports/source-homes.ts'
import type { Home } from '../../model/home.ts'
import type { HomeLayer } from '../../model/layer.ts'
import { shownHome } from '../../model/shown-home.ts'
import { JOIN_RULES, type Joining, type SourceHome } from '../../model/source-home.ts'
import { type HomeQuery, homeKeys, likelyHomes, parcelOf } from '../../places/addresses/home-keys.ts'
import { mergedHome } from './merged-home.ts'
import type { RecordStore } from './record-store.ts'
import {
  areaOf,
  isWithoutStreet,
  joinedByHand,
  type Likeness,
  likenessOf,
  sameArea,
  sameHome,
  speaksAgainst,
} from './same-home.ts'

/** Maximum number of homes compared for one key. A building whose addresses have no units may have hundreds. */
const CANDIDATES_MAX = 64

interface HomeMatch {
  readonly home: number
  readonly members: readonly SourceHome[]
  readonly joining: Joining
}

/**
 * Stores the records of homes as their sources gave them, and merges them into homes. A record joins an existing home
 * if it describes the same home. `flush` writes each home once, however many of its records have changed.
 */
export class HomeRecords implements RecordStore<Home, number> {
  readonly #writer: CatalogWriter
  readonly #several: SourceHomes
  /** Homes to write, by id. Undefined means: delete the home. */
  readonly #waiting = new Map<number, Home | undefined>()
  /** Ids of homes that were merged into another home, and the id of that home. */
  readonly #joinedTo = new Map<number, number>()

  constructor(writer: CatalogWriter) {
    this.#writer = writer
    this.#several = writer.sourceHomes
  }

  expect(ids: Iterable<number>, unknown: Iterable<Home> = []): void {
    this.#writer.expect('home', ids)
    this.#several.expect(queriesOfAll(unknown), CANDIDATES_MAX)
  }

  /** Returns the record of one source, before merging. */
  get(id: number): Home | undefined {
    const joined = this.#several.get(id)
    if (joined) return joined.record
    const home = this.#home(id)
    // The home may keep this id although the record with this id is deleted.
    return home !== undefined && this.#several.of(id).length === 0 ? home : undefined
  }

  idsOf(source: string): Iterable<number> {
    return this.#writer.idsOf('home', source)
  }

  flush(): void {
    for (const [id, home] of this.#waiting) {
      if (home) {
        this.#joinedTo.delete(id)
        this.#store(home)
      } else this.#writer.remove('home', id, this.#joinedTo.get(id))
    }
    this.#waiting.clear()
  }

  /**
   * Stores the home without the parts that its source forbids showing, such as the address. The source records contain
   * the whole record.
   */
  #store(home: Home): void {
    const { zpid } = home
    if (home.address.undisclosed && this.#several.of(zpid).length === 0) this.#several.put({ record: home, home: zpid })
    const shown = shownHome(home)
    this.#writer.put('home', inLayers(shown, this.#writer.layersOf(shown)))
  }

  /** Adds or changes a record, and updates its home. Returns why a new record joined an existing home. */
  put(record: Home, known: Home | undefined): Joining | undefined {
    const { zpid } = record
    const joined = known && this.#several.get(zpid)
    if (known === undefined) return this.#add(record)
    if (!isElsewhere(known, record)) {
      this.#replace(record, joined)
      if (areaOf(known) !== areaOf(record)) this.#file(joined?.home ?? zpid, record)
    } else if (joined === undefined) this.#add(record, zpid)
    else if (!this.#staysWith(record, joined)) {
      const isAlone = this.#takeOut(joined).length === 0
      this.#add(record, isAlone ? joined.home : undefined)
    } else {
      this.#replace(record, joined)
      this.#file(joined.home, record)
    }
    return undefined
  }

  /**
   * Deletes a record. Its home is merged again from the other records, or deleted if there are none. The home keeps its
   * id. Returns undefined if the record does not exist.
   */
  withdraw(id: number): { readonly home: number; readonly isGone: boolean } | undefined {
    const joined = this.#several.get(id)
    if (joined === undefined) {
      if (this.get(id) === undefined) return undefined
      this.#waiting.set(id, undefined)
      return { home: id, isGone: true }
    }
    return { home: joined.home, isGone: this.#takeOut(joined).length === 0 }
  }

  /** Returns the records of a home, first the one with the home's id. Empty if the home does not exist. */
  membersOf(home: number): readonly SourceHome[] {
    const several = this.#several.of(home)
    if (several.length > 0) return several
    const record = this.#home(home)
    return record === undefined ? [] : [{ record, home }]
  }

  /** Returns the home's id, given the id of the home or of one of its records. */
  homeOf(id: number): number | undefined {
    const home = this.#several.homeOf(id) ?? id
    return this.membersOf(home).length === 0 ? undefined : home
  }

  /** Splits a record from its home permanently: no import merges them again. */
  apart(id: number): boolean {
    const joined = this.#several.get(id)
    const others = joined === undefined ? [] : this.membersOf(joined.home).filter(({ record }) => record.zpid !== id)
    if (joined === undefined || others.length === 0) return false
    for (const { record } of others) this.#several.rule(id, record.zpid, 'apart')
    this.#takeOut(joined)
    this.#alone(joined.record, this.#several.newId(joined.record))
    return true
  }

  /** Merges a home into `other`, which keeps its id. No import separates them. */
  together(home: number, other: number): boolean {
    const [own, others] = [this.membersOf(home), this.membersOf(other)]
    const [first, theirs] = [own[0], others[0]]
    if (home === other || first === undefined || theirs === undefined) return false
    // Store the decision for every pair of records, so that it holds when any of them changes.
    for (const { record } of own)
      for (const member of others) this.#several.rule(record.zpid, member.record.zpid, 'together')
    this.#join(own, { home: other, members: others, joining: joinedByHand(first.record, theirs.record) })
    return true
  }

  /** Merges all homes with records of these sources again, because a precedence has changed. */
  mergeAgain(sources: ReadonlySet<string>): void {
    for (const home of this.#several.homes()) {
      const members = this.membersOf(home)
      if (members.some(({ record }) => sources.has(record.source))) this.#write(home, members)
    }
  }

  #home(id: number): Home | undefined {
    return this.#waiting.has(id) ? this.#waiting.get(id) : this.#writer.get('home', id)
  }

  /** @param id The id of the new home, if the record joins no existing home. */
  #add(record: Home, id = this.#several.newId(record)): Joining | undefined {
    this.#fileAll()
    const match = this.#find(likenessOf(record))
    if (!match) this.#alone(record, id)
    else {
      if (match.home !== record.zpid) this.#vacate(record.zpid)
      this.#join([{ record, home: record.zpid }], match, id)
    }
    return match?.joining
  }

  /** Makes the record a separate home. If another home has the id, that home gets a new one. */
  #alone(record: Home, id: number): void {
    this.#vacate(id)
    if (id === record.zpid) this.#waiting.set(id, record)
    else this.#write(id, [{ record, home: id }])
    this.#file(id, record)
  }

  /** @param from The home that the records leave. */
  #join(
    [first, ...rest]: readonly SourceHome[],
    { home, members, joining }: HomeMatch,
    from = first?.home ?? home,
  ): void {
    if (first === undefined) return
    const before = first.home
    if (from !== home && (this.#waiting.has(from) || this.#home(from) !== undefined)) this.#joinedTo.set(from, home)
    const joined = [{ ...first, joining }, ...rest].map((member) => ({ ...member, home }))
    if (before !== home && this.#home(before) !== undefined) this.#remove(before)
    this.#write(home, [...members, ...joined])
    for (const { record } of joined) this.#file(home, record)
  }

  #replace(record: Home, joined: SourceHome | undefined): void {
    if (joined === undefined) this.#waiting.set(record.zpid, record)
    else {
      const members = this.membersOf(joined.home)
      this.#write(
        joined.home,
        members.map((member) => (member.record.zpid === record.zpid ? { ...member, record } : member)),
      )
    }
  }

  /** Removes a record from its home. Returns the home's other records. */
  #takeOut({ home, record }: SourceHome): readonly SourceHome[] {
    const rest = this.membersOf(home).filter((member) => member.record.zpid !== record.zpid)
    this.#several.remove(record.zpid)
    this.#write(home, rest)
    return rest
  }

  /** Gives the home with this id a new id, so that the record with this id can use it. */
  #vacate(id: number): void {
    const members = this.#several.of(id)
    if (members[0] === undefined) return
    const home = this.#several.newId(members[0].record)
    this.#remove(id)
    this.#write(home, members)
    for (const { record } of members) this.#file(home, record)
  }

  #remove(home: number): void {
    for (const { record } of this.#several.of(home)) this.#several.remove(record.zpid)
    this.#waiting.set(home, undefined)
  }

  /**
   * A home with a single record of the same id needs no entry among the source records, unless its address is hidden:
   * see `#store`.
   */
  #write(home: number, members: readonly SourceHome[]): void {
    const [first] = members
    if (first === undefined) this.#waiting.set(home, undefined)
    else if (members.length === 1 && first.record.zpid === home) {
      this.#several.remove(home)
      this.#waiting.set(home, first.record)
    } else {
      for (const member of members) this.#several.put({ ...member, home })
      // Sorted as the store returns them, so that the order of imports does not matter.
      const records = members
        .map(({ record }) => record)
        .sort((a, b) => Number(a.zpid !== home) - Number(b.zpid !== home) || a.zpid - b.zpid)
      this.#waiting.set(home, mergedHome(home, records, this.#several.precedences()))
    }
  }

  #find(own: Likeness): HomeMatch | undefined {
    const rulings = this.#several.rulings(own.home.zpid).map(({ one, other, verdict }) => {
      return { id: one === own.home.zpid ? other : one, verdict }
    })
    const byHand = rulings.find(({ id, verdict }) => verdict === 'together' && this.homeOf(id) !== undefined)
    if (byHand) return this.#matchByHand(own, byHand.id)
    const apart = new Set(rulings.flatMap(({ id, verdict }) => (verdict === 'apart' ? [id] : [])))
    const seen = new Set<number>()
    const matches: HomeMatch[] = []
    let isCrowded = false
    for (const query of queriesOf(own)) {
      const filed = this.#several.filedUnder(query, CANDIDATES_MAX)
      isCrowded ||= filed.length === CANDIDATES_MAX
      for (const id of filed) {
        const home = this.#several.homeOf(id) ?? id
        if (seen.has(home)) continue
        seen.add(home)
        const members = this.membersOf(home)
        const joining = this.#fitting(own, members, apart)
        if (joining) matches.push({ home, members, joining })
      }
    }
    const best = bestOf(matches, isCrowded)
    if (best === undefined) return undefined
    // If several homes share a parcel number, it identifies none of them.
    if (isWithoutStreet(own.street) && matches.length > 1) return undefined
    // A home without a unit or street may also match other homes in the building or on the parcel.
    const tellsLess = best.joining.rule === 'unit left out' ? own.street.unit !== '' : !isWithoutStreet(own.street)
    return tellsLess && isVague(best) && this.#fitsAnother(best) ? undefined : best
  }

  #fitsAnother({ home, members }: HomeMatch): boolean {
    const others = members.map(({ record }) => likenessOf(record))
    return others.some((other) => {
      const ids = queriesOf(other).flatMap((query) => this.#several.filedUnder(query, CANDIDATES_MAX))
      return ids.length >= CANDIDATES_MAX || ids.some((id) => this.#isAnother(id, home, other))
    })
  }

  #isAnother(id: number, home: number, like: Likeness): boolean {
    const other = this.#several.homeOf(id) ?? id
    return other !== home && this.#fitting(like, this.membersOf(other), new Set()) !== undefined
  }

  #matchByHand(own: Likeness, id: number): HomeMatch | undefined {
    const home = this.homeOf(id)
    const members = home === undefined ? [] : this.membersOf(home)
    const [other] = members
    return home === undefined || !other ? undefined : { home, members, joining: joinedByHand(own.home, other.record) }
  }

  #fitting(own: Likeness, members: readonly SourceHome[], apart: ReadonlySet<number>): Joining | undefined {
    if (members.some(({ record }) => apart.has(record.zpid))) return undefined
    const others = members.flatMap(({ record }) => (record.zpid === own.home.zpid ? [] : [likenessOf(record)]))
    if (others.some((other) => speaksAgainst(own, other))) return undefined
    const matches = others.flatMap((other) => {
      const joining = sameHome(own, other)
      return joining ? [{ home: other.home.zpid, members, joining }] : []
    })
    return bestOf(matches, false)?.joining
  }

  /** Whether a record still belongs to its home after a change of its address. */
  #staysWith(record: Home, { home, joining }: SourceHome): boolean {
    if (joining?.rule === 'by hand') return true
    const others = this.membersOf(home).filter((member) => member.record.zpid !== record.zpid)
    return others.length > 0 && this.#fitting(likenessOf(record), others, new Set()) !== undefined
  }

  #file(home: number, record: Home): void {
    const { line, parcel } = likenessOf(record)
    this.#several.file(home, homeKeys(line, parcel, areaOf(record)))
  }

  /** Indexes all homes of a catalog made by an older version, when the first record that may match arrives. */
  #fileAll(): void {
    if (this.#several.isFiled()) return
    for (const home of this.#writer.each('home')) {
      const [whole] = home.address.undisclosed ? this.#several.of(home.zpid) : []
      this.#file(home.zpid, whole?.record ?? home)
    }
    this.#several.markFiled()
  }
}

/** Returns the home with exactly these layers. */
export function inLayers(home: Home, layers: readonly HomeLayer[]): Home {
  const { layers: _before, ...others } = home
  return layers.length === 0 ? others : { ...others, layers }
}

function* queriesOfAll(records: Iterable<Home>): Generator<HomeQuery> {
  for (const record of records) yield* queriesOf(likenessOf(record))
}

function queriesOf({ line, parcel, home }: Likeness): readonly HomeQuery[] {
  return likelyHomes(line, parcel, sameArea(home))
}

/**
 * Whether only a parcel number or an address without a unit identifies the home. Another record may then match equally
 * well.
 */
function isVague({ joining: { rule }, members }: HomeMatch): boolean {
  if (rule === 'unit left out') return true
  return rule === 'parcel' && members.every(({ record }) => isWithoutStreet(likenessOf(record).street))
}

/**
 * Returns the match with the strongest rule, then the nearest, then the lowest id. If the unit is missing, only a
 * single match counts.
 */
function bestOf(matches: readonly HomeMatch[], isCrowded: boolean): HomeMatch | undefined {
  const [best, next] = matches.toSorted((a, b) => rankOf(a) - rankOf(b) || metresOf(a) - metresOf(b) || a.home - b.home)
  if (best?.joining.rule !== 'unit left out') return best
  return isCrowded || next !== undefined ? undefined : best
}

function rankOf({ joining }: HomeMatch): number {
  return JOIN_RULES.indexOf(joining.rule)
}

function metresOf({ joining }: HomeMatch): number {
  return joining.apartM ?? 0
}

/** Whether the values that identify the record's home have changed. */
function isElsewhere(known: Home, record: Home): boolean {
  const [before, now] = [known.address, record.address]
  if (known.parcelNumber !== record.parcelNumber || parcelOf(known) !== parcelOf(record)) return true
  return before.streetAddress !== now.streetAddress || before.zipcode !== now.zipcode
}
