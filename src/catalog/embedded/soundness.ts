import type { CommandFault } from '../../kit/base/failure.ts'
import type { Log } from '../../kit/base/log.ts'

/** The file that is damaged, as plain data that threads can post. A file that replaces it counts as undamaged. */
export interface DamagedFile {
  readonly path: string
  readonly sentence: string
}

export type Damaging = Pick<CommandFault, 'message' | 'cause'>

/** Knows whether the file is damaged. Receives reports from threads about a file that they cannot read. */
export interface Soundness {
  readonly damaged: DamagedFile | undefined
  report(path: string, damage: Damaging): void
  close(): void
}

interface SoundnessParts {
  readonly log: Log
  /** The damage that the last full check found in the current file. */
  readonly checked: () => DamagedFile | undefined
  /** Called when damage becomes known, and when the damaged file has been replaced. */
  readonly onChange: (damaged: DamagedFile | undefined) => void
}

/** Milliseconds between two reads of the result of the last full check. */
const LOOK_MS = 5000

/** Logs damage only once: a file that cannot be read, or the findings of a full check. */
export class ReportedSoundness implements Soundness {
  readonly #parts: SoundnessParts
  #timer: NodeJS.Timeout | undefined
  #met: DamagedFile | undefined
  #checked: DamagedFile | undefined

  constructor(parts: SoundnessParts) {
    this.#parts = parts
  }

  /** Starts to read the results of full checks regularly. */
  begin(): void {
    this.look()
    this.#timer = setInterval(() => this.look(), LOOK_MS).unref()
  }

  get damaged(): DamagedFile | undefined {
    return this.#checked ?? this.#met
  }

  report(path: string, { message, cause }: Damaging): void {
    if (this.#met?.path === path) return
    this.#met = { path, sentence: message }
    this.#parts.onChange(this.#met)
    const fields = cause === undefined ? {} : { cause: cause instanceof Error ? cause.message : cause }
    this.#parts.log.error(fields, message)
  }

  /** Reads the result of the last full check. */
  look(): void {
    const checked = this.#parts.checked()
    if (checked?.path === this.#checked?.path && checked?.sentence === this.#checked?.sentence) return
    this.#checked = checked
    this.#parts.onChange(this.damaged)
    if (checked !== undefined) this.#parts.log.error({}, checked.sentence)
  }

  close(): void {
    clearInterval(this.#timer)
  }
}
