import type { Webhook } from './subscriptions.ts'

/** Columns of a webhook for a SELECT. */
export const WEBHOOK = `webhook.webhook_id AS "webhookId", webhook.key_id AS "keyId", webhook.search_id AS "webhookSearchId",
  webhook.url, webhook.secret, webhook.secret_before AS "secretBefore", webhook.made_ms AS "madeMs", webhook.ended,
  webhook.failing_since_ms AS "failingSinceMs", webhook.last_failure AS "lastFailure"`

/** SQL for an UPDATE: the webhook is not failing. */
export const NOT_FAILING = 'failures = 0, failing_since_ms = NULL, last_failure = NULL, rest_until_ms = 0'

export interface WebhookRow extends Pick<Webhook, 'webhookId' | 'keyId' | 'url' | 'madeMs'> {
  readonly webhookSearchId: string | null
  readonly secret: string
  readonly secretBefore: string | null
  readonly ended: string | null
  readonly failingSinceMs: number | null
  readonly lastFailure: string | null
}

export function webhookOf(row: WebhookRow): Webhook {
  const { webhookId, keyId, url, madeMs, secret, secretBefore } = row
  return {
    webhookId,
    keyId,
    searchId: row.webhookSearchId ?? undefined,
    url,
    secrets: secretBefore === null ? [secret] : [secret, secretBefore],
    madeMs,
    ended: row.ended ?? undefined,
    failingSinceMs: row.failingSinceMs ?? undefined,
    lastFailure: row.lastFailure ?? undefined,
  }
}
