import { dataFault } from './file-fault.ts'
import type { Finding } from './finding.ts'
import { PLACES_SHARE_KEY } from './same-record.ts'

/** Real files have errors in one row in a thousand. If one row in a hundred differs, the column is not a key. */
const SHARE_MAX = 0.01
const EXAMPLES_MAX = 3

/** Whether a key is wrong, because too many rows have the same key as a row at a different location. */
export function isNoKey(rowsElsewhere: number, rowsUsed: number): boolean {
  return rowsElsewhere > rowsUsed * SHARE_MAX
}

/** Stops an import if too many rows share a key with a row at a different location: homes would be lost. */
export class KeyPlaces {
  /** One example of different locations for each of the first keys. */
  readonly #examples = new Map<string, string>()
  #rows = 0

  add(findings: readonly Finding[]): void {
    const finding = findings.find(({ rule }) => rule === PLACES_SHARE_KEY)
    if (finding === undefined) return
    this.#rows++
    const [key = ''] = finding.detail.split(' is ')
    if (this.#examples.size < EXAMPLES_MAX && !this.#examples.has(key)) this.#examples.set(key, finding.detail)
  }

  /** Must be called after the last row. Throws a CommandFault. */
  judge(rowsUsed: number): void {
    if (!isNoKey(this.#rows, rowsUsed)) return
    const [rows, used] = [this.#rows, rowsUsed].map((count) => count.toLocaleString('en-US'))
    throw dataFault(
      `In ${rows} of ${used} rows, the mapping’s key also occurs with a different location; nothing was imported. Examples: ${[...this.#examples.values()].join('; ')}. Choose a key that differs from home to home, such as a list of the street, unit and ZIP columns. If rows with the same key do describe one record, import them with --accept-rejects.`,
    )
  }
}
