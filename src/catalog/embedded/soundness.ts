import type { CommandFault } from '../../kit/base/failure.ts'
import type { Log } from '../../kit/base/log.ts'

/** The file that turned out to be damaged: plain data, the same for all threads. A different file is sound again. */
export interface DamagedFile {
  readonly path: string
  readonly sentence: string
}

export type Damaging = Pick<CommandFault, 'message' | 'cause'>

/** Where a thread looks up whether the file is damaged, and reports that it cannot be read. */
export interface Soundness {
  readonly damaged: DamagedFile | undefined
  report(path: string, damage: Damaging): void
  close(): void
}

interface SoundnessParts {
  readonly log: Log
  /** The damage that the last check of the file in use has noted. */
  readonly checked: () => DamagedFile | undefined
  /** Called if another file is known to be damaged, or none any more. */
  readonly onChange: (damaged: DamagedFile | undefined) => void
}

/** How often the note of a check is read. */
const LOOK_MS = 5000

/** Reports once that a file cannot be read, no matter how many calls meet the damage, or that a check found damage. */
export class ReportedSoundness implements Soundness {
  readonly #parts: SoundnessParts
  #timer: NodeJS.Timeout | undefined
  #met: DamagedFile | undefined
  #checked: DamagedFile | undefined

  constructor(parts: SoundnessParts) {
    this.#parts = parts
  }

  /** Takes up what checks note from now on. */
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

  /** Takes up what a check has noted. */
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
