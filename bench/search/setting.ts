import { type Clock, dayNumber } from '../../src/base/clock.ts'
import type { Log } from '../../src/base/log.ts'
import { cardMaker } from '../../src/rendering/card-maker.ts'
import { NOW_MS } from './now.ts'

export { NOW_MS }
export const TODAY = dayNumber(NOW_MS)

/** Time goes on from there. */
export const benchClock: Clock = { now: () => NOW_MS + Math.floor(performance.now()) }

export const WORDS = {
  Portal: 'Portal',
  portal: 'portal',
  portalOrigin: 'https://portal.example',
  mediaOrigin: 'https://media.example',
} as const

export const CARDS = cardMaker(WORDS)

/** Warnings and worse, for whoever watches. */
export const benchLog: Log = {
  info() {},
  warn: (details, text) => process.stderr.write(`${text} ${JSON.stringify(details)}\n`),
  error: (details, text) => process.stderr.write(`${text} ${JSON.stringify(details)}\n`),
}
