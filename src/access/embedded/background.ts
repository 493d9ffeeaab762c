import type { Log } from '../../base/log.ts'
import { guardedStore } from './store.ts'

/**
 * Runs `action` again and again, without keeping the process alive and without ending it: what fails is logged and left
 * to the next turn. A trouble that lasts is one line, not one a turn.
 */
export function inBackground(
  action: () => void,
  intervalMs: number,
  { path, log }: { readonly path: string; readonly log: Log },
): NodeJS.Timeout {
  let trouble = ''
  const turn = (): void => {
    try {
      guardedStore(path, action)
      if (trouble) log.info({}, `${path} works again: nothing was lost`)
      trouble = ''
    } catch (error) {
      const sentence = error instanceof Error ? error.message : String(error)
      if (sentence !== trouble)
        log.error({ cause: String(error) }, `${sentence} Until then credits are kept in memory.`)
      trouble = sentence
    }
  }
  return setInterval(turn, intervalMs).unref()
}
