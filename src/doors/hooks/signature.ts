import { createHmac } from 'node:crypto'

const PREFIX = 'whsec_'

/** One delivery attempt for a notification. */
export interface Message {
  readonly messageId: string
  readonly body: string
  readonly secrets: readonly string[]
  /** When this attempt is made. */
  readonly sentMs: number
}

/** Returns the headers of the Standard Webhooks specification 1.0.0, with one signature per secret. */
export function signedHeaders({ messageId, body, secrets, sentMs }: Message): Readonly<Record<string, string>> {
  const timestamp = `${Math.floor(sentMs / 1000)}`
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${messageId}.${timestamp}.${body}`).digest('base64')}`
  })
  return { 'webhook-id': messageId, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') }
}
