import { hash, randomBytes, randomInt } from 'node:crypto'
import { sendAlert } from '../../doors/hooks/index.ts'
import { openKeyring, type QuotaAlert } from '../../guard/access/index.ts'
import { SUBSCRIPTIONS_FORMAT } from '../../guard/subscriptions/index.ts'
import type { Clock } from '../../kit/base/clock.ts'
import { CommandFault, EXIT } from '../../kit/base/failure.ts'
import type { Log } from '../../kit/base/log.ts'
import type { Settings } from '../../kit/base/settings.ts'
import { inBackground } from '../../kit/store/background.ts'
import { accessUrlOf, databaseOf } from './database.ts'

/** How often to look for keys that have used much of their credits. */
const LOOK_MS = 10_000

/** The time of last use may be stored some seconds late. */
const LATE_MS = 60_000

const UNITS = 2 ** 47
const unit = () => randomInt(UNITS) / UNITS

export interface AlertParts {
  readonly settings: Settings
  readonly clock: Clock
  readonly log: Log
  /** How often to look. Tests look more often. */
  readonly lookMs?: number
}

/**
 * Starts to send a message when a key has used 80 % and 100 % of its credits, if the settings name a receiver. Returns a
 * function that stops it. Throws a CommandFault if the secret is missing.
 */
export function sendQuotaAlerts({ settings, clock, log, lookMs = LOOK_MS }: AlertParts): () => void {
  const { quotaWebhook: url, quotaWebhookSecret: secret, data: dataDir } = settings
  if (url === '') return () => {}
  if (secret === '') throw new CommandFault('PLAT_QUOTA_WEBHOOK also needs PLAT_QUOTA_WEBHOOK_SECRET.', EXIT.usage)
  const ending = new AbortController()
  const primary = databaseOf(settings)
  const database = primary && { ...primary, url: accessUrlOf(settings), connections: 1 }
  let sinceMs = 0
  const send = async (alert: QuotaAlert, nowMs: number) => {
    const options = { clock, unit, ending: ending.signal }
    const failure = await sendAlert({ url, secrets: [secret] }, messageOf(alert, nowMs), options)
    const fields = { keyId: alert.info.keyId, percent: alert.percent, failure }
    if (failure !== undefined) log.warn(fields, 'An alert about the credits of a key never arrived')
  }
  const look = async () => {
    const nowMs = clock.now()
    const keyring = await openKeyring(dataDir, clock, randomBytes, database, 'the service')
    try {
      for (const alert of await keyring.alerts(sinceMs)) void send(alert, nowMs)
      sinceMs = nowMs - LATE_MS
    } finally {
      await keyring.close()
    }
  }
  const store = {
    path: dataDir,
    names: SUBSCRIPTIONS_FORMAT,
    log,
    consequence: 'Plat will check the credits of keys again.',
  }
  const timer = inBackground(look, lookMs, store)
  return () => {
    clearInterval(timer)
    ending.abort()
  }
}

function messageOf({ info, percent }: QuotaAlert, nowMs: number) {
  const { keyId, label, plan, creditsUsed, creditsLimit, periodStartMs = 0 } = info
  const periodStart = new Date(periodStartMs).toISOString()
  const data = { keyId, label, plan, percent, creditsUsed, creditsLimit, periodStart }
  const name = JSON.stringify([keyId, plan, periodStart, percent])
  return {
    messageId: `msg_${hash('sha256', name, 'base64url').slice(0, 22)}`,
    body: JSON.stringify({ type: 'quota.reached', timestamp: new Date(nowMs).toISOString(), data }),
  }
}
