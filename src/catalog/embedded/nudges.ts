import { type FSWatcher, watch } from 'node:fs'

/** Time between two looks, and how many there are after the last write: a quarter of a second, as polls are apart. */
const LOOK_MS = 10
const attemptsPerNudge = 25

/**
 * Looks at a catalogue often for a moment after something was written to its files, since what is written can be seen
 * only once it is committed. Not every file system tells of writes, nor of those of other machines: polls see to that.
 */
export class Nudges {
  readonly #look: () => void
  readonly #watcher: FSWatcher | undefined
  #timer: NodeJS.Timeout | undefined
  #left = 0

  /** @param look Must cost next to nothing where nothing was committed. */
  constructor(dataDir: string, look: () => void) {
    this.#look = look
    try {
      this.#watcher = watch(dataDir, { persistent: false }, (_event, file) => {
        if (file?.startsWith('catalogue')) this.#begin()
      })
      this.#watcher.on('error', () => this.close())
    } catch {} // no more watches, or none at all
  }

  close(): void {
    this.#watcher?.close()
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  #begin(): void {
    this.#left = attemptsPerNudge
    this.#timer ??= setInterval(() => this.#again(), LOOK_MS).unref()
  }

  #again(): void {
    this.#look()
    if (--this.#left > 0) return
    clearInterval(this.#timer)
    this.#timer = undefined
  }
}
