import type { PropertySearch } from '../../../catalog/ports/property-search.ts'
import { Fault } from '../../../kit/base/failure.ts'
import { nextSlot } from '../../../kit/base/slots.ts'
import type { ListColumnName, TextColumnName } from '../../../model/property-columns.ts'
import type { SearchedField } from '../resources/property.ts'
import { NEVER, type Nodes } from './nodes.ts'

/** Maximum number of texts in the search conditions of one request. This limits the memory. */
const NAMED_TEXTS_MAX = 500_000
/** Milliseconds of work before other requests get the thread. */
const WORK_MS = 4
/** The number of texts to test before the time is checked again. */
const STEP = 128

/** Tests conditions on the distinct texts of columns. Pauses regularly, so that other requests get the thread. */
export class Texts {
  readonly #properties: PropertySearch
  readonly #values = new Map<TextColumnName | ListColumnName, readonly string[]>()
  #named = 0
  #sinceMs = performance.now()

  constructor(properties: PropertySearch) {
    this.#properties = properties
  }

  /** Returns the search conditions for records with a text for which `fits(wordFor(text))` is true. */
  async where({ column, wordFor }: SearchedField, fits: (word: string) => boolean): Promise<Nodes> {
    const name = column as TextColumnName | ListColumnName // callers pass only text and list columns
    const values = this.#values.get(name) ?? (await this.#properties.values(name))
    this.#values.set(name, values)
    const fitting: string[] = []
    for (const [i, text] of values.entries()) {
      if (fits(wordFor(text))) fitting.push(text)
      if (i % STEP === 0) await this.#rest()
    }
    if (fitting.length === 0) return NEVER
    this.#named += fitting.length
    if (this.#named > NAMED_TEXTS_MAX)
      throw new Fault('odata.too_costly', '$filter has too many conditions on text fields: leave some of them out.')
    return [{ kind: 'texts', column: name, values: new Set(fitting) }]
  }

  /** Whether the texts of the columns are unchanged since they were read. */
  async areCurrent(): Promise<boolean> {
    for (const [column, values] of this.#values) if ((await this.#properties.values(column)) !== values) return false
    return true
  }

  async #rest(): Promise<void> {
    if (performance.now() - this.#sinceMs < WORK_MS) return
    await nextSlot()
    this.#sinceMs = performance.now()
  }
}
