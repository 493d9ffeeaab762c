import { type ArrayOf, type Element, newColumn, storageOf } from '../../engine/column.ts'
import { grown } from '../../engine/growing.ts'

/** Element types of arrays, from smallest to largest. */
const KINDS = ['u8', 'u16', 'u32', 'i32', 'f64'] as const
export type NumberKind = (typeof KINDS)[number]

/** Collects numbers, and stores them with the smallest element type that represents all of them exactly. */
export class NumberTally {
  #kind: NumberKind = 'u8'
  #values: ArrayOf<Element> = new Uint8Array(1024)
  #count = 0
  #least = Number.POSITIVE_INFINITY
  #greatest = Number.NEGATIVE_INFINITY
  #isWhole = true

  /** Whether any number was added. */
  get isHeld(): boolean {
    return this.#least <= this.#greatest
  }

  add(value: number | undefined): void {
    this.#values = grown(this.#values, this.#count + 1)
    const isThere = value !== undefined && Number.isFinite(value)
    if (isThere && !(value >= this.#least && value <= this.#greatest && (!this.#isWhole || Number.isInteger(value))))
      this.#widen(value)
    this.#values[this.#count++] = isThere ? value : storageOf(this.#kind).missing
  }

  /** Returns the numbers of these rows, mapped by `map` if given. */
  inOrder(rows: Uint32Array, map?: Uint32Array): { readonly kind: NumberKind; readonly values: ArrayOf<Element> } {
    const values: ArrayOf<Element> = newColumn(this.#kind, rows.length)
    const { missing } = storageOf(this.#kind)
    for (let at = 0; at < rows.length; at++) {
      const value = this.#values[rows[at] as number] as number
      values[at] = map === undefined || value === missing ? value : (map[value] as number)
    }
    return { kind: this.#kind, values }
  }

  #widen(value: number): void {
    this.#least = Math.min(this.#least, value)
    this.#greatest = Math.max(this.#greatest, value)
    this.#isWhole &&= Number.isInteger(value)
    const kind = KINDS.find((each) => this.#fits(each)) ?? 'f64'
    if (kind === this.#kind) return
    const [before, after] = [storageOf(this.#kind).missing, storageOf(kind).missing]
    const wider: ArrayOf<Element> = newColumn(kind, this.#values.length)
    for (let at = 0; at < this.#count; at++) {
      const one = this.#values[at] as number
      wider[at] = one === before ? after : one
    }
    this.#kind = kind
    this.#values = wider
  }

  #fits(kind: NumberKind): boolean {
    const { least, greatest } = storageOf(kind)
    return kind === 'f64' || (this.#isWhole && this.#least >= least && this.#greatest <= greatest)
  }
}
