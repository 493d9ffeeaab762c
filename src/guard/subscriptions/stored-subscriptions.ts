import { hash } from 'node:crypto'
import type { Randomness } from '../../kit/algorithms/randomness.ts'
import type { Clock } from '../../kit/base/clock.ts'
import { Fault } from '../../kit/base/failure.ts'
import { nextSlot } from '../../kit/base/slots.ts'
import { hostOf } from './poke-queue.ts'
import type { Changing, SubscriptionStore } from './subscription-store.ts'
import {
  type FollowedSearch,
  KEY_BYTES_MAX,
  LIST_BYTES_MAX,
  ONE_BYTES_MAX,
  type SavedSearch,
  SEARCHES_MAX,
  type Subscriber,
  type Subscriptions,
  VALUE_CHARACTERS_LISTED,
  type WantedSearch,
  WEBHOOKS_MAX,
  type Webhook,
} from './subscriptions.ts'
import { NOT_FAILING, WEBHOOK, type WebhookRow, webhookOf } from './webhook-row.ts'

interface StoredSubscriptionsParts {
  readonly store: SubscriptionStore
  readonly clock: Clock
  readonly randomness: Randomness
}

const SEARCH = `search_id AS "searchId", key_id AS "keyId", label, path, parameters, made_ms AS "madeMs",
  seen_up_to AS "seenUpTo", feed`

/** Numbers the next change in the transaction. Also locks the row, so that changes run one at a time in a database. */
const NEXT_CHANGE: Changing = { text: 'UPDATE plat.subscription_state SET change = change + 1' }
const CHANGE = '(SELECT change FROM plat.subscription_state)'

/** How long to store used codes after they expire. The nodes' clocks must differ by less than this. */
const CLOCKS_APART_MS = 3_600_000

/** An ended search stays stored for this many later changes, so that all threads learn of its end. */
const ENDED_CHANGES_MAX = 100_000
const FORGET_ENDED: Changing = { text: `DELETE FROM plat.ended_search WHERE change < ${CHANGE} - ${ENDED_CHANGES_MAX}` }

/** SQL for the size of a saved search or webhook in bytes. Counts only what the caller chose. */
const SEARCH_BYTES = '(coalesce(octet_length(label), 0) + octet_length(path) + octet_length(parameters))'
const WEBHOOK_BYTES = 'octet_length(url)'
const SEARCHES_BYTES = `(SELECT coalesce(sum(${SEARCH_BYTES}), 0) FROM plat.saved_search WHERE key_id = $1)`
const KEY_BYTES = `(${SEARCHES_BYTES}
  + (SELECT coalesce(sum(${WEBHOOK_BYTES}), 0) FROM plat.webhook WHERE key_id = $1))`

const INSERT_SEARCH = `
  INSERT INTO plat.saved_search (key_id, search_id, label, path, parameters, made_ms, seen_up_to, change)
  SELECT CAST($1 AS text), CAST($2 AS text), CAST($3 AS text), CAST($4 AS text), CAST($5 AS text),
    CAST($6 AS bigint), CAST($7 AS bigint), ${CHANGE}
  WHERE (SELECT count(*) FROM plat.saved_search WHERE key_id = $1) < ${SEARCHES_MAX}
    AND ${KEY_BYTES} + CAST($8 AS bigint) <= ${KEY_BYTES_MAX}`
const INSERT_WEBHOOK = `
  INSERT INTO plat.webhook (key_id, webhook_id, search_id, url, host, secret, made_ms)
  SELECT CAST($1 AS text), CAST($2 AS text), CAST($3 AS text), CAST($4 AS text), CAST($5 AS text), CAST($6 AS text),
    CAST($7 AS bigint)
  WHERE (SELECT count(*) FROM plat.webhook WHERE key_id = $1) < ${WEBHOOKS_MAX}
    AND ${KEY_BYTES} + CAST($8 AS bigint) <= ${KEY_BYTES_MAX}`

/** SQL condition: the row does not grow, or its new size is within the limits. */
function mayHave(parameter: string, bytesNow: string): string {
  const bytes = `CAST(${parameter} AS bigint)`
  return `(${bytes} <= ${bytesNow}
    OR (${bytes} <= ${ONE_BYTES_MAX} AND ${KEY_BYTES} - ${bytesNow} + ${bytes} <= ${KEY_BYTES_MAX}))`
}

const OF_SEARCH = 'key_id = $1 AND search_id = $2'
const OF_WEBHOOK = 'key_id = $1 AND webhook_id = $2'

const SUBSCRIBERS = `
  SELECT key_id AS "keyId", CAST(sum(searches) AS bigint) AS searches, CAST(sum(webhooks) AS bigint) AS webhooks
  FROM (SELECT key_id, 1 AS searches, 0 AS webhooks FROM plat.saved_search
    UNION ALL SELECT key_id, 0, 1 FROM plat.webhook) AS each
  GROUP BY key_id ORDER BY key_id COLLATE "C"`

const AFTER = '(change > $1 OR (change = $1 AND search_id COLLATE "C" > $2))'
const ORDER = 'ORDER BY change, search_id COLLATE "C" LIMIT $3'

/** Subscriptions in a store, with the same rules for every backend. */
export class StoredSubscriptions implements Subscriptions {
  readonly #parts: StoredSubscriptionsParts
  readonly #store: SubscriptionStore

  constructor(parts: StoredSubscriptionsParts) {
    this.#parts = parts
    this.#store = parts.store
  }

  async makeSearch(search: WantedSearch): Promise<SavedSearch> {
    const { keyId, seenUpTo } = search
    const { clock, randomness } = this.#parts
    const { texts, bytes } = stored(search)
    if (bytes > ONE_BYTES_MAX) throw tooLarge(A_SEARCH, bytes)
    const searchId = newId('s_', randomness)
    const values = [keyId, searchId, ...texts, clock.now(), seenUpTo, bytes]
    await this.#store.change([NEXT_CHANGE, { text: INSERT_SEARCH, values }])
    return (await this.search(keyId, searchId)) ?? (await this.#refuse(keyId, bytes))
  }

  async searchesOf(keyId: string): Promise<readonly SavedSearch[]> {
    const order = 'WHERE key_id = $1 ORDER BY made_ms, search_id COLLATE "C"'
    const [list] = await this.#store.query<{ bytes: number }>(`SELECT ${SEARCHES_BYTES} AS bytes`, [keyId])
    if ((list?.bytes ?? 0) <= LIST_BYTES_MAX) {
      const text = `SELECT ${SEARCH} FROM plat.saved_search ${order}`
      return (await this.#store.query<SearchRow>(text, [keyId])).map(searchOf)
    }
    const searches: SavedSearch[] = []
    const ids = await this.#store.query<{ id: string }>(`SELECT search_id AS id FROM plat.saved_search ${order}`, [
      keyId,
    ])
    for (const { id } of ids) {
      const search = await this.search(keyId, id)
      if (search !== undefined) searches.push(cut(search))
      await nextSlot() // lets other work run, because the whole list takes long
    }
    return searches
  }

  async search(keyId: string, searchId: string): Promise<SavedSearch | undefined> {
    const text = `SELECT ${SEARCH} FROM plat.saved_search WHERE ${OF_SEARCH}`
    const [row] = await this.#store.query<SearchRow>(text, [keyId, searchId])
    return row && searchOf(row)
  }

  async changeSearch(
    keyId: string,
    searchId: string,
    change: Pick<SavedSearch, 'label' | 'path' | 'parameters'>,
  ): Promise<SavedSearch | undefined> {
    const { texts, bytes } = stored(change)
    const made = 'made_ms = CASE WHEN path = $4 AND parameters = $5 THEN made_ms ELSE $6 END'
    const set = `label = $3, path = $4, parameters = $5, ${made}, change = ${CHANGE}`
    const text = `UPDATE plat.saved_search SET ${set} WHERE ${OF_SEARCH} AND ${mayHave('$7', SEARCH_BYTES)}`
    const values = [keyId, searchId, ...texts, this.#parts.clock.now(), bytes]
    await this.#store.change([NEXT_CHANGE, { text, values }])
    await this.#requireRoom(`plat.saved_search WHERE ${OF_SEARCH}`, SEARCH_BYTES, [keyId, searchId, bytes], A_SEARCH)
    return this.search(keyId, searchId)
  }

  async markSeen(keyId: string, searchId: string, sequence: number): Promise<SavedSearch | undefined> {
    const text = `UPDATE plat.saved_search SET seen_up_to = $3 WHERE ${OF_SEARCH} AND seen_up_to < $3`
    await this.#store.change([{ text, values: [keyId, searchId, sequence] }])
    return this.search(keyId, searchId)
  }

  async renewFeed(keyId: string, searchId: string): Promise<SavedSearch | undefined> {
    const text = `UPDATE plat.saved_search SET feed = $3 WHERE ${OF_SEARCH}`
    const feed = newId('f_', this.#parts.randomness, FEED_LENGTH)
    await this.#store.change([{ text, values: [keyId, searchId, feed] }])
    return this.search(keyId, searchId)
  }

  async searchOfFeed(feed: string): Promise<SavedSearch | undefined> {
    const [row] = await this.#store.query<SearchRow>(`SELECT ${SEARCH} FROM plat.saved_search WHERE feed = $1`, [feed])
    return row && searchOf(row)
  }

  async endSearch(keyId: string, searchId: string): Promise<SavedSearch | undefined> {
    const search = await this.search(keyId, searchId)
    if (search !== undefined) await this.#end(OF_SEARCH, [keyId, searchId])
    return search
  }

  async makeWebhook({ keyId, searchId, url }: Pick<Webhook, 'keyId' | 'searchId' | 'url'>): Promise<Webhook> {
    const { clock, randomness } = this.#parts
    const bytes = Buffer.byteLength(url)
    if (bytes > ONE_BYTES_MAX) throw tooLarge(A_WEBHOOK, bytes)
    const webhookId = newId('w_', randomness)
    const secret = newSecret(randomness)
    const values = [keyId, webhookId, searchId ?? null, url, hostOf({ url }), secret, clock.now(), bytes]
    await this.#store.change([NEXT_CHANGE, { text: INSERT_WEBHOOK, values }])
    return (await this.webhook(keyId, webhookId)) ?? (await this.#refuse(keyId, bytes))
  }

  async webhooksOf(keyId: string): Promise<readonly Webhook[]> {
    const text = `SELECT ${WEBHOOK} FROM plat.webhook WHERE key_id = $1 ORDER BY made_ms, webhook_id COLLATE "C"`
    return (await this.#store.query<WebhookRow>(text, [keyId])).map(webhookOf)
  }

  async webhook(keyId: string, webhookId: string): Promise<Webhook | undefined> {
    const text = `SELECT ${WEBHOOK} FROM plat.webhook WHERE ${OF_WEBHOOK}`
    const [row] = await this.#store.query<WebhookRow>(text, [keyId, webhookId])
    return row && webhookOf(row)
  }

  async changeWebhook(keyId: string, webhookId: string, url: string): Promise<Webhook | undefined> {
    const bytes = Buffer.byteLength(url)
    const set = `url = $3, host = $4, ended = NULL, ${NOT_FAILING}`
    const text = `UPDATE plat.webhook SET ${set} WHERE ${OF_WEBHOOK} AND ${mayHave('$5', WEBHOOK_BYTES)}`
    await this.#store.change([{ text, values: [keyId, webhookId, url, hostOf({ url }), bytes] }])
    await this.#requireRoom(`plat.webhook WHERE ${OF_WEBHOOK}`, WEBHOOK_BYTES, [keyId, webhookId, bytes], A_WEBHOOK)
    return this.webhook(keyId, webhookId)
  }

  async renewSecret(keyId: string, webhookId: string): Promise<Webhook | undefined> {
    const text = `UPDATE plat.webhook SET secret_before = secret, secret = $3 WHERE ${OF_WEBHOOK}`
    await this.#store.change([{ text, values: [keyId, webhookId, newSecret(this.#parts.randomness)] }])
    return this.webhook(keyId, webhookId)
  }

  async endWebhook(keyId: string, webhookId: string): Promise<Webhook | undefined> {
    const webhook = await this.webhook(keyId, webhookId)
    if (webhook !== undefined) await this.#store.change(webhookEnds(OF_WEBHOOK, [keyId, webhookId]))
    return webhook
  }

  async useCode(code: string, untilMs: number): Promise<boolean> {
    const { clock, randomness } = this.#parts
    const useId = newId('', randomness)
    const codeHash = hash('sha256', code, 'base64url')
    await this.#store.change([
      { text: 'DELETE FROM plat.used_code WHERE until_ms < $1', values: [clock.now() - CLOCKS_APART_MS] },
      {
        text: 'INSERT INTO plat.used_code (code_hash, use_id, until_ms) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
        values: [codeHash, useId, untilMs],
      },
    ])
    const text = 'SELECT use_id AS "useId" FROM plat.used_code WHERE code_hash = $1'
    const [use] = await this.#store.query<{ useId: string }>(text, [codeHash])
    return use?.useId === useId
  }

  subscribers(): Promise<readonly Subscriber[]> {
    return this.#store.query<Subscriber>(SUBSCRIBERS)
  }

  endKey(keyId: string): Promise<void> {
    return this.#end('key_id = $1', [keyId])
  }

  async follow(
    { change, searchId }: Pick<FollowedSearch, 'change' | 'searchId'>,
    limit: number,
  ): Promise<readonly FollowedSearch[] | undefined> {
    const values = [change, searchId, limit]
    const made = `SELECT change, ${SEARCH} FROM plat.saved_search WHERE ${AFTER} ${ORDER}`
    const ended = `SELECT change, search_id AS "searchId" FROM plat.ended_search WHERE ${AFTER} ${ORDER}`
    const state = await this.#store.query<{ change: number }>('SELECT change FROM plat.subscription_state')
    if (change > 0 && change < (state[0]?.change ?? 0) - ENDED_CHANGES_MAX) return undefined
    const gone = change === 0 ? [] : await this.#store.query<Pick<FollowedSearch, 'change' | 'searchId'>>(ended, values)
    const rows = await this.#store.query<SearchRow & { readonly change: number }>(made, values)
    return [
      ...gone.map((row) => ({ ...row, search: undefined })),
      ...rows.map((row) => ({ change: row.change, searchId: row.searchId, search: searchOf(row) })),
    ]
      .sort((a, b) => a.change - b.change || (a.searchId < b.searchId ? -1 : 1))
      .slice(0, limit)
  }

  /** Removes searches and webhooks that match a condition. */
  async #end(where: string, values: readonly string[]): Promise<void> {
    await this.#store.change([
      NEXT_CHANGE,
      {
        text: `INSERT INTO plat.ended_search (change, search_id)
          SELECT ${CHANGE}, search_id FROM plat.saved_search WHERE ${where}`,
        values,
      },
      {
        text: `DELETE FROM plat.poke WHERE search_id IN (SELECT search_id FROM plat.saved_search WHERE ${where})`,
        values,
      },
      { text: `DELETE FROM plat.saved_search WHERE ${where}`, values },
      ...webhookEnds(where, values),
      FORGET_ENDED,
    ])
  }

  /** Throws a Fault that says why a row was not inserted. */
  async #refuse(keyId: string, bytes: number): Promise<never> {
    const [total] = await this.#store.query<{ bytes: number }>(`SELECT ${KEY_BYTES} AS bytes`, [keyId])
    if (total !== undefined && total.bytes + bytes > KEY_BYTES_MAX) throw full()
    const detail = `A key may have at most ${SEARCHES_MAX} saved searches and ${WEBHOOKS_MAX} webhooks.`
    throw new Fault('subscriptions.too_many', `${detail} ${END_ONE}`)
  }

  /** Throws a Fault if a change failed because its size (the last of `values`) exceeds a limit. */
  async #requireRoom(
    row: string,
    bytesNow: string,
    values: readonly [keyId: string, id: string, bytes: number],
    what: string,
  ): Promise<void> {
    const text = `SELECT CASE WHEN ${mayHave('$3', bytesNow)} THEN 1 ELSE 0 END AS fits FROM ${row}`
    const [check] = await this.#store.query<{ fits: number }>(text, values)
    if (check?.fits !== 0) return
    const [, , bytes] = values
    throw bytes > ONE_BYTES_MAX ? tooLarge(what, bytes) : full()
  }
}

/** Returns the columns that the caller chooses, and their size in bytes. */
function stored({ label, path, parameters }: Pick<SavedSearch, 'label' | 'path' | 'parameters'>) {
  const texts = [label ?? null, path, JSON.stringify(parameters)] as const
  return { texts, bytes: texts.reduce((bytes, text) => bytes + Buffer.byteLength(text ?? ''), 0) }
}

function cut(search: SavedSearch): SavedSearch {
  const entries = Object.entries(search.parameters)
  if (entries.every(([, value]) => value.length <= VALUE_CHARACTERS_LISTED)) return search
  const short = entries.map(([name, value]) => [name, value.slice(0, VALUE_CHARACTERS_LISTED).toWellFormed()])
  return { ...search, parameters: Object.fromEntries(short), isCut: true }
}

interface SearchRow extends Omit<SavedSearch, 'label' | 'parameters' | 'feed'> {
  readonly label: string | null
  readonly feed: string | null
  readonly parameters: string
}

function searchOf({ searchId, keyId, label, path, parameters, madeMs, seenUpTo, feed }: SearchRow): SavedSearch {
  const read: SavedSearch['parameters'] = JSON.parse(parameters) // `stored` wrote this type
  const absent = { label: label ?? undefined, feed: feed ?? undefined }
  return { searchId, keyId, path, parameters: read, madeMs, seenUpTo, ...absent }
}

/** Returns statements that remove webhooks and their notifications. */
function webhookEnds(where: string, values: readonly string[]): readonly Changing[] {
  const which = `SELECT webhook_id FROM plat.webhook WHERE ${where}`
  return [
    { text: `DELETE FROM plat.poke WHERE webhook_id IN (${which})`, values },
    { text: `DELETE FROM plat.webhook WHERE ${where}`, values },
  ]
}

/** Without letters that are easily confused with digits or other letters. */
const ID_LETTERS = '0123456789abcdefghjkmnpqrstvwxyz'
const ID_LENGTH = 16
/** 160 bits, so that nobody can guess a feed. */
const FEED_LENGTH = 32

function newId(prefix: string, randomness: Randomness, length = ID_LENGTH): string {
  return prefix + Array.from(randomness(length), (byte) => ID_LETTERS.charAt(byte % ID_LETTERS.length)).join('')
}

const SECRET_BYTES = 24

function newSecret(randomness: Randomness): string {
  return `whsec_${Buffer.from(randomness(SECRET_BYTES)).toString('base64')}`
}

const A_SEARCH = 'A saved search must have at most 8 KB in its label, path and parameters'
const A_WEBHOOK = 'A webhook must have at most 8 KB in its url'
const END_ONE = 'End one first with DELETE /searches/{id} or DELETE /webhooks/{id}.'

function tooLarge(what: string, bytes: number): Fault {
  return new Fault('subscription.too_large', `${what} (${ONE_BYTES_MAX} bytes); you sent ${bytes}.`)
}

function full(): Fault {
  const detail = `The saved searches and webhooks of a key must have at most 1 MB (${KEY_BYTES_MAX} bytes) together.`
  return new Fault('subscriptions.too_many', `${detail} ${END_ONE}`)
}
