import { statSync } from 'node:fs'
import type { CommandFault } from '../../kit/base/failure.ts'
import type { Log } from '../../kit/base/log.ts'
import { READ_THROUGH_MAX_BYTES } from '../../kit/store/store-file.ts'
import { Scrub } from './scrub.ts'

/** Says whether the catalogue file in use is known to be sound: plain data, the same for all threads. */
export interface Finding {
  /** A file that was too large to check at start-up and whose check has not finished. */
  readonly unread: string | undefined
  /** The file that turned out to be damaged; only a different file is considered sound again. */
  readonly damaged: { readonly path: string; readonly sentence: string } | undefined
}

export type Damaging = Pick<CommandFault, 'message' | 'cause'>

/** Where a thread looks up what is known about the file, and says that it cannot be read. */
export interface Soundness {
  readonly finding: Finding
  report(path: string, damage: Damaging): void
  close(): void
}

export interface SoundnessParts {
  readonly log: Log
  /** Path of the current catalogue file. */
  readonly path: () => string
  /** For tests; see `READ_THROUGH_MAX_BYTES`. */
  readonly readThroughMaxBytes?: number | undefined
  /** Reads cards into memory, which the first callers need more than the check of a large file. Never rejects. */
  readCards(): Promise<void>
  /** Called when another finding is in force. */
  readonly onFinding: () => void
}

/** Checks the file in the background, and reports once that it cannot be read, no matter how many calls meet it. */
export class CheckedSoundness implements Soundness {
  readonly #parts: SoundnessParts
  readonly #scrub: Scrub
  #finding: Finding = { unread: undefined, damaged: undefined }

  constructor(parts: SoundnessParts) {
    this.#parts = parts
    this.#scrub = new Scrub({
      log: parts.log,
      path: parts.path,
      onSound: (read) => {
        if (this.#finding.unread === read) this.#set({ ...this.#finding, unread: undefined })
      },
      onDamage: (read, sentence) => this.report(read, { message: sentence }),
    })
    const path = parts.path()
    if (statSync(path).size <= (parts.readThroughMaxBytes ?? READ_THROUGH_MAX_BYTES)) return
    this.#finding = { ...this.#finding, unread: path }
    void parts.readCards().then(() => this.#scrub.readNow())
  }

  get finding(): Finding {
    return this.#finding
  }

  report(path: string, { message, cause }: Damaging): void {
    if (this.#finding.damaged?.path === path) return
    this.#set({ ...this.#finding, damaged: { path, sentence: message } })
    const fields = cause === undefined ? {} : { cause: cause instanceof Error ? cause.message : cause }
    this.#parts.log.error(fields, message)
  }

  close(): void {
    this.#scrub.close()
  }

  #set(finding: Finding): void {
    this.#finding = finding
    this.#parts.onFinding()
  }
}
