import { randomInt } from 'node:crypto'
import { SearchIndex } from '../../catalog/matching/search-index.ts'
import type { Context } from '../../catalog/ports/context.ts'
import { checkUrl, Dispatcher, RefusedReceiver, receiverRules, sendTest, startSender } from '../../doors/hooks/index.ts'
import type { DataClocks, Hooks } from '../../doors/http/index.ts'
import type { OpenSubscriptions, SavedSearch } from '../../guard/subscriptions/index.ts'
import type { Clock } from '../../kit/base/clock.ts'
import type { Settings } from '../../kit/base/settings.ts'
import { cursorAt } from '../../service/changes/cursor.ts'

const UNITS = 2 ** 47
const unit = () => randomInt(UNITS) / UNITS

/** Milliseconds that running deliveries have to finish when the service stops. */
const LAST_MESSAGES_MS = 3000

/** Returns the functions that check webhook URLs and send test messages. */
export function hooksOf(settings: Settings, clock: Clock): Hooks {
  const rules = receiverRules(settings)
  const { signal: ending } = new AbortController() // never aborted, because a test message takes only seconds
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

export interface SendingParts {
  readonly context: Context
  readonly clocks: DataClocks
  readonly settings: Settings
  readonly kept: Pick<OpenSubscriptions, 'subscriptions' | 'pokes'>
}

/** Starts sending changes in saved searches to webhooks. Returns a function that stops the sending. */
export function startSending({ context, clocks, settings, kept }: SendingParts): () => Promise<void> {
  const { catalog, clock, log } = context
  const { subscriptions, pokes } = kept
  const cursorOf = (sequence: number) => cursorAt(sequence, catalog)
  const sender = startSender({ queue: pokes, clock, log, settings, cursorOf, unit })
  const put = async ({ searchId, path, parameters }: SavedSearch, index: SearchIndex) => {
    const { hearSearch } = await import('../../service/operations/heard-search.ts') // loaded only if there are saved searches
    const request = { path, query: Object.entries(parameters) }
    const { noun, query } = await hearSearch(request, context, { handling: 'normal', clocks, verb: 'follow' })
    index.put(searchId, noun, query)
  }
  const following = { catalog, subscriptions, pokes, index: new SearchIndex(), put, clock, log }
  const dispatcher = new Dispatcher({ ...following, onAdded: () => sender.look() })
  return async () => {
    await dispatcher.close()
    await sender.close(LAST_MESSAGES_MS)
  }
}
