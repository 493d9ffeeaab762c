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

/** Reports once that a file cannot be read, no matter how many calls meet the damage. */
export class ReportedSoundness implements Soundness {
  readonly #log: Log
  readonly #onDamage: (damaged: DamagedFile) => void
  #damaged: DamagedFile | undefined

  constructor(log: Log, onDamage: (damaged: DamagedFile) => void) {
    this.#log = log
    this.#onDamage = onDamage
  }

  get damaged(): DamagedFile | undefined {
    return this.#damaged
  }

  report(path: string, { message, cause }: Damaging): void {
    if (this.#damaged?.path === path) return
    this.#damaged = { path, sentence: message }
    this.#onDamage(this.#damaged)
    const fields = cause === undefined ? {} : { cause: cause instanceof Error ? cause.message : cause }
    this.#log.error(fields, message)
  }

  close(): void {}
}
