import { readSync } from 'node:fs'

interface Window {
  readonly buffer: Buffer
  start: number
  end: number
}

/**
 * Reads parts of a file that was written in runs, each of which has the same room and is in order by itself. A caller
 * that asks for the parts of all runs in that order reads each run from front to back, some of it ahead: a million
 * reads become a few thousand.
 */
export class RunReader {
  readonly #file: number
  readonly #runBytes: number
  readonly #windowBytes: number
  /** The part of each run that was read last. */
  readonly #windows: (Window | undefined)[] = []

  constructor(file: number, runBytes: number, windowBytes: number) {
    this.#file = file
    this.#runBytes = runBytes
    this.#windowBytes = windowBytes
  }

  /** Returns bytes that are valid until the next part of that run is asked for. */
  part(start: number, length: number): Buffer {
    const run = Math.floor(start / this.#runBytes)
    const last = this.#windows[run]
    const window = last && start >= last.start && start + length <= last.end ? last : this.#read(run, start, length)
    return window.buffer.subarray(start - window.start, start - window.start + length)
  }

  #read(run: number, start: number, length: number): Window {
    const room = Math.max(length, Math.min(this.#windowBytes, (run + 1) * this.#runBytes - start))
    const last = this.#windows[run]
    const buffer = last && last.buffer.length >= room ? last.buffer : Buffer.allocUnsafeSlow(room)
    let done = 0
    while (done < length) {
      const read = readSync(this.#file, buffer, done, room - done, start + done)
      if (read === 0) throw new Error('a file ended before what was written to it')
      done += read
    }
    const window = { buffer, start, end: start + done }
    this.#windows[run] = window
    return window
  }
}
