import { hash } from 'node:crypto'
import type { PlaceAddress } from '../../../../model/home.ts'
import { placeAddress } from '../../../../places/regions/regions.ts'
import type { Session } from '../../session.ts'
import { copyLine } from '../../tables/copy-lines.ts'

/**
 * Numbers places (sets of homes in the same regions) within the writer's transaction. Numbers are consecutive from 0,
 * and never reused.
 */
export class Places {
  readonly #session: Session
  readonly #numbers = new Map<string, number>()
  #count: number | undefined

  constructor(session: Session) {
    this.#session = session
  }

  numbersOf(addresses: readonly PlaceAddress[]): readonly number[] {
    const texts = addresses.map(textOf)
    const unknown = new Map<string, PlaceAddress>()
    addresses.forEach((address, at) => {
      const text = texts[at] ?? ''
      if (!this.#numbers.has(text)) unknown.set(text, address)
    })
    if (unknown.size > 0) this.#number(unknown)
    return texts.map((text) => this.#numbers.get(text) as number) // all places have numbers now
  }

  /** Looks up the numbers of places. New places get the next numbers. */
  #number(unknown: ReadonlyMap<string, PlaceAddress>): void {
    const keys = new Map(Array.from(unknown.keys(), (text) => [keyOf(text), text]))
    const numbered = this.#session.query('SELECT key, place FROM catalog.place WHERE key = ANY($1)', [[...keys.keys()]])
    for (const { key, place } of numbered) this.#numbers.set(keys.get(String(key)) ?? '', Number(place))
    const lines: string[] = []
    for (const [key, text] of keys) {
      if (this.#numbers.has(text)) continue
      const number = this.#next()
      this.#numbers.set(text, number)
      const address = unknown.get(text) as PlaceAddress // the keys come from `unknown`
      lines.push(copyLine([number, key, JSON.stringify(placeAddress(address)), address.state]))
    }
    if (lines.length > 0)
      this.#session.copy('COPY catalog.place (place, key, address, state) FROM STDIN', lines.join(''))
  }

  #next(): number {
    this.#count ??= Number(this.#session.query(COUNT)[0]?.places)
    return this.#count++
  }
}

/** SQL that counts all places. A place is never removed, even if no home is left in it. */
const COUNT = 'SELECT coalesce(max(place) + 1, 0) AS places FROM catalog.place'

/** Returns the same string for two addresses if and only if `isSamePlace` is true for them. */
function textOf({ state, city, zipcode, countyFips, county, neighborhood }: PlaceAddress): string {
  return JSON.stringify([state, city, zipcode, countyFips, county, neighborhood])
}

/** Returns a hash, because indexes do not accept long strings, and names of places may be long. */
function keyOf(text: string): string {
  return hash('sha256', text, 'base64url')
}
