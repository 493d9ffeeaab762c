import { hash } from 'node:crypto'
import type { PlaceAddress } from '../../../model/home.ts'
import { placeAddress } from '../../../regions/regions.ts'
import { copyLine } from '../copy-lines.ts'
import type { Session } from '../session.ts'

/** The numbers of places within the writer's transaction: counted from 0 without a gap, and never given twice. */
export class Places {
  readonly #session: Session
  readonly #numbers = new Map<string, number>()
  #count: number | undefined

  constructor(session: Session) {
    this.#session = session
  }

  /** Numbers all places of some homes at once; `numberOf` knows them then. */
  know(addresses: readonly PlaceAddress[]): void {
    const unknown = new Map<string, PlaceAddress>()
    for (const address of addresses) {
      const text = textOf(address)
      if (!this.#numbers.has(text)) unknown.set(text, address)
    }
    if (unknown.size === 0) return
    const keys = new Map(Array.from(unknown.keys(), (text) => [keyOf(text), text]))
    const found = this.#session.query('SELECT key, place FROM catalog.place WHERE key = ANY($1)', [[...keys.keys()]])
    for (const { key, place } of found) this.#numbers.set(keys.get(String(key)) ?? '', Number(place))
    const lines: string[] = []
    for (const [key, text] of keys) {
      if (this.#numbers.has(text)) continue
      const number = this.#next()
      this.#numbers.set(text, number)
      lines.push(copyLine([number, key, JSON.stringify(placeAddress(unknown.get(text) as PlaceAddress))])) // one of them
    }
    if (lines.length > 0) this.#session.copy('COPY catalog.place (place, key, address) FROM STDIN', lines.join(''))
  }

  /** Of an address that `know` was told. */
  numberOf(address: PlaceAddress): number {
    const number = this.#numbers.get(textOf(address))
    if (number === undefined) throw new Error('nobody numbered the place')
    return number
  }

  #next(): number {
    this.#count ??= Number(this.#session.query('SELECT count(*) AS places FROM catalog.place')[0]?.places)
    return this.#count++
  }
}

/** Two addresses have the same text where `isSamePlace` says so. */
function textOf({ state, city, zipcode, countyFips, county, neighborhood }: PlaceAddress): string {
  return JSON.stringify([state, city, zipcode, countyFips, county, neighborhood])
}

/** An index takes no long texts, and names may be long. */
function keyOf(text: string): string {
  return hash('sha256', text, 'base64url')
}
