import type { Catalog } from '../../src/catalog/ports/catalog.ts'
import type { Context } from '../../src/catalog/ports/context.ts'
import { type Clock, dayNumber } from '../../src/kit/base/clock.ts'
import type { Log } from '../../src/kit/base/log.ts'
import { cardMaker } from '../../src/service/rendering/card-maker.ts'
import { NOW_MS } from './now.ts'

export { NOW_MS }
export const TODAY = dayNumber(NOW_MS)

/** A clock that starts at the benches' time, and then runs normally. */
const clock: Clock = { now: () => NOW_MS + Math.floor(performance.now()) }

export const WORDS = {
  Portal: 'Portal',
  portal: 'portal',
  portalOrigin: 'https://portal.example',
  mediaOrigin: 'https://media.example',
} as const

export const CARDS = cardMaker(WORDS)

/** Writes warnings and errors to standard error. */
export const benchLog: Log = {
  info() {},
  warn: (details, text) => process.stderr.write(`${text} ${JSON.stringify(details)}\n`),
  error: (details, text) => process.stderr.write(`${text} ${JSON.stringify(details)}\n`),
}

/** The context for operations that run in this process. */
export function contextOf(catalog: Catalog): Context {
  return { catalog, clock, log: benchLog, words: WORDS }
}
