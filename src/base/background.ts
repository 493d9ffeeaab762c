import type { Log } from './log.ts'
import { guarded, type StoreNames } from './store-fault.ts'

/** Which store a background job keeps, and what happens meanwhile when it cannot, as a sentence. */
export interface BackgroundStore {
  readonly path: string
  readonly names: StoreNames
  readonly log: Log
  readonly meanwhile: string
}

/**
 * Runs `action` again and again, without keeping the process alive and without ending it: what fails is logged and left
 * to the next turn. A trouble that lasts is one line, not one a turn.
 */
export function inBackground(
  action: () => void,
  intervalMs: number,
  { path, names, log, meanwhile }: BackgroundStore,
): NodeJS.Timeout {
  let trouble = ''
  const turn = (): void => {
    try {
      guarded(path, names, action)
      if (trouble) log.info({}, `${path} works again: nothing was lost`)
      trouble = ''
    } catch (error) {
      const sentence = error instanceof Error ? error.message : String(error)
      if (sentence !== trouble) log.error({ cause: String(error) }, `${sentence} ${meanwhile}`)
      trouble = sentence
    }
  }
  return setInterval(turn, intervalMs).unref()
}
