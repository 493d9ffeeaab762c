/** Initial number of slots. The set doubles when half of the slots are taken. */
const SLOTS = 1024

/** A set of ids: strings, or numbers above 0. A number takes at most 32 bytes, a tenth of its size in a Set. */
export class IdSet {
  #slots = new Float64Array(SLOTS)
  #numbers = 0
  readonly #texts = new Set<string>()

  get size(): number {
    return this.#numbers + this.#texts.size
  }

  has(id: number | string): boolean {
    return typeof id === 'string' ? this.#texts.has(id) : this.#slots[slotOf(this.#slots, id)] === id
  }

  add(id: number | string): void {
    if (typeof id === 'string') this.#texts.add(id)
    else this.#addNumber(id)
  }

  #addNumber(id: number): void {
    const slot = slotOf(this.#slots, id)
    if (this.#slots[slot] === id) return
    this.#slots[slot] = id
    if (++this.#numbers * 2 > this.#slots.length) this.#grow()
  }

  #grow(): void {
    const slots = new Float64Array(this.#slots.length * 2)
    for (const id of this.#slots) if (id !== 0) slots[slotOf(slots, id)] = id
    this.#slots = slots
  }
}

/** Returns the slot that contains the id, or a free slot. A free slot contains 0, which is not an id. */
function slotOf(slots: Float64Array, id: number): number {
  const last = slots.length - 1
  const mixed = Math.imul((id / 2 ** 32) | 0, 0x9e3779b1) ^ Math.imul(id >>> 0, 0x85ebca6b)
  let slot = (mixed ^ (mixed >>> 15)) & last
  while (slots[slot] !== 0 && slots[slot] !== id) slot = (slot + 1) & last
  return slot
}
