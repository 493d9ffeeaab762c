import { setTimeout as pause } from 'node:timers/promises'
import type { PokeQueue, Webhook } from '../../guard/subscriptions/index.ts'
import type { Clock } from '../../kit/base/clock.ts'
import type { Log } from '../../kit/base/log.ts'
import type { Settings } from '../../kit/base/settings.ts'
import { deliver } from './deliver.ts'
import { receiverRules } from './receiver.ts'
import { waitAfter } from './retries.ts'
import { Sender } from './sender.ts'

export { Dispatcher } from './dispatcher.ts'
export { checkUrl, RefusedReceiver, receiverRules } from './receiver.ts'

const EXCHANGE_MS = 15_000
const LEASE_MS = 60_000
const LOOK_MS = 1_000

export interface SenderOptions {
  readonly queue: PokeQueue
  readonly clock: Clock
  readonly log: Log
  readonly settings: Settings
  readonly cursorOf: (sequence: number) => string
  /** Returns a random number from 0 to 1. */
  readonly unit: () => number
}

/** Starts the delivery of queued notifications. Each process needs one sender; all nodes share the queue. */
export function startSender({ settings, ...parts }: SenderOptions): Sender {
  const times = { exchangeMs: EXCHANGE_MS, leaseMs: LEASE_MS, lookMs: LOOK_MS }
  return new Sender({ ...parts, ...times, rules: receiverRules(settings) })
}

/** The operator chooses the receiver of alerts, so it may be anywhere. */
const ANY_RECEIVER = receiverRules({ webhooksHttp: 'allow', webhooksPrivate: 'allow' })

/**
 * Sends a message to an address of the operator, with the retries of webhooks. Returns why it never arrived; undefined
 * if it arrived, or if the service stopped.
 */
export async function sendAlert(
  receiver: Pick<Webhook, 'url' | 'secrets'>,
  message: { readonly messageId: string; readonly body: string },
  { clock, unit, ending }: Omit<TestOptions, 'settings'>,
): Promise<string | undefined> {
  for (let failures = 1; !ending.aborted; failures++) {
    const outcome = await deliver(receiver, message, { rules: ANY_RECEIVER, clock, exchangeMs: EXCHANGE_MS, ending })
    if (outcome.kind === 'taken' || outcome.kind === 'cut') return undefined
    const waitMs = outcome.kind === 'gone' ? undefined : waitAfter(failures, unit(), outcome.retryAfterMs)
    if (waitMs === undefined) return outcome.reason
    await pause(waitMs, undefined, { ref: false, signal: ending }).catch(() => {}) // the service stops
  }
  return undefined
}

export interface TestResult {
  readonly isTaken: boolean
  /** The result, as a sentence for the owner of the webhook. */
  readonly sentence: string
}

export type TestOptions = Pick<SenderOptions, 'clock' | 'settings' | 'unit'> & { readonly ending: AbortSignal }

/** Sends a test message of type `webhook.test`, without retries. */
export async function sendTest(
  { webhookId, url, secrets }: Webhook,
  { clock, settings, unit, ending }: TestOptions,
): Promise<TestResult> {
  const timestamp = new Date(clock.now()).toISOString()
  const message = {
    messageId: `msg_test_${unit().toString(36).slice(2)}`,
    body: JSON.stringify({ type: 'webhook.test', timestamp, data: { webhookId } }),
  }
  const delivery = { rules: receiverRules(settings), clock, exchangeMs: EXCHANGE_MS, ending }
  const outcome = await deliver({ url, secrets }, message, delivery)
  switch (outcome.kind) {
    case 'taken': {
      const { status, text } = outcome.answer
      const isPage = /^\s*<(!doctype|html)\b/i.test(text)
      const remark = isPage ? ', but with an HTML page. Check that this is the address of a receiver.' : '.'
      return { isTaken: true, sentence: `The receiver answered ${status}${remark}` }
    }
    case 'cut':
      return { isTaken: false, sentence: 'The service is stopping. Try again in a moment.' }
    default:
      return { isTaken: false, sentence: outcome.reason }
  }
}
