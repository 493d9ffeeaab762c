import { randomInt } from 'node:crypto'
import { checkUrl, RefusedReceiver, receiverRules, sendTest } from '../../doors/hooks/index.ts'
import type { Hooks } from '../../doors/http/index.ts'
import type { Clock } from '../../kit/base/clock.ts'
import type { Settings } from '../../kit/base/settings.ts'

const UNITS = 2 ** 47

/** The requests with which callers make and try webhooks. */
export function hooksOf(settings: Settings, clock: Clock): Hooks {
  const rules = receiverRules(settings)
  const { signal: ending } = new AbortController() // a trial ends by itself within seconds
  const unit = () => randomInt(UNITS) / UNITS
  return {
    refusalOf: async (url) => {
      try {
        await checkUrl(url, rules)
        return undefined
      } catch (error) {
        if (error instanceof RefusedReceiver) return error.message
        throw error
      }
    },
    test: (webhook) => sendTest(webhook, { clock, settings, unit, ending }),
  }
}
