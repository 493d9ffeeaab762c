import type { Clock } from '../../kit/base/clock.ts'
import type { DuePoke, FailedAttempt, PokeCounts, PokeQueue, TakeLimits } from './poke-queue.ts'
import type { Changing, SubscriptionStore } from './subscription-store.ts'
import type { Poke } from './subscriptions.ts'
import { NOT_FAILING, WEBHOOK, type WebhookRow, webhookOf } from './webhook-row.ts'

/** Stores how far the change log was matched with saved searches, and the resulting notifications. */
export interface PokeMaker {
  /** The sequence number up to which the notifications of all events are stored. Undefined before the first event. */
  toldUpTo(): Promise<number | undefined>
  /**
   * Adds notifications and raises `toldUpTo`, in one transaction. Never lowers `toldUpTo`. Ignores notifications of
   * events up to the old `toldUpTo`, because another node has added them, and notifications for ended webhooks.
   */
  add(pokes: readonly Poke[], toldUpTo: number): Promise<void>
}

interface StoredPokesParts {
  readonly store: SubscriptionStore
  readonly clock: Clock
  /** Returns a unique string. */
  readonly newLease: () => string
}

/** Maximum number of due notifications that `take` looks at, so that it stays fast with a long queue. */
const CANDIDATES_MAX = 1000

const POKE = `poke_id AS "pokeId", poke.webhook_id AS "webhookId", poke.search_id AS "searchId", sequence,
  poke.made_ms AS "pokeMadeMs", attempts, next_attempt_ms AS "nextAttemptMs"`

/** SQL condition: the notification is not leased at this time. */
const isFree = (poke: string, nowMs: string) => `(${poke}.lease IS NULL OR ${poke}.leased_until_ms <= ${nowMs})`

/** SQL for notifications that are due at time `$1`. Leaves out the hosts in `$2`, which are separated by bars. */
const dueWhere = (failures: string) => `
  FROM plat.poke JOIN plat.webhook ON webhook.webhook_id = poke.webhook_id
  WHERE next_attempt_ms <= $1 AND rest_until_ms <= $1 AND ended IS NULL AND failures ${failures} AND ${isFree('poke', '$1')}
    AND CAST($2 AS text) NOT LIKE '%|' || host || '|%'`

const DUE = `SELECT poke_id, host, next_attempt_ms, 0 AS failing ${dueWhere('= 0')} ORDER BY next_attempt_ms LIMIT ${CANDIDATES_MAX}`
/** Selects one notification of each failing webhook. Selects none if one is already leased. */
const DUE_FAILING = `
  SELECT poke_id, host, next_attempt_ms, 1 AS failing FROM (
    SELECT poke_id, host, next_attempt_ms,
      row_number() OVER (PARTITION BY poke.webhook_id ORDER BY next_attempt_ms, poke_id COLLATE "C") AS place
    ${dueWhere('> 0')} AND NOT EXISTS (SELECT 1 FROM plat.poke AS other
      WHERE other.webhook_id = poke.webhook_id AND NOT ${isFree('other', '$1')})
    ORDER BY next_attempt_ms LIMIT ${CANDIDATES_MAX}) AS failing WHERE place = 1`

/** Each lease of a notification ends later than the previous lease, so the end identifies the lease. */
const LEASE = `
  UPDATE plat.poke SET lease = $6,
    leased_until_ms = CASE WHEN leased_until_ms >= $5 THEN leased_until_ms + 1 ELSE CAST($5 AS bigint) END
  WHERE poke_id IN (SELECT poke_id FROM (
    SELECT poke_id, failing, next_attempt_ms,
      row_number() OVER (PARTITION BY host ORDER BY failing, next_attempt_ms, poke_id COLLATE "C") AS place
    FROM (SELECT * FROM (${DUE}) AS fine UNION ALL SELECT * FROM (${DUE_FAILING}) AS others) AS due) AS placed
    WHERE place <= $3 ORDER BY failing, next_attempt_ms, poke_id COLLATE "C" LIMIT $4)`

const LEASED = `
  SELECT ${POKE}, leased_until_ms AS "leasedUntilMs", failures, ${WEBHOOK}
  FROM plat.poke JOIN plat.webhook ON webhook.webhook_id = poke.webhook_id
  WHERE lease = $1 ORDER BY failures > 0, next_attempt_ms, poke_id COLLATE "C"`

/** Locks the row, so that calls that take or add notifications run one at a time in a database. */
const TAKES: Changing = { text: 'UPDATE plat.subscription_state SET takes = takes + 1' }

/** SQL condition: the caller has the notification's latest lease, even if it has run out. */
const HAS_LEASE = 'poke_id = $1 AND leased_until_ms = $2 AND lease IS NOT NULL'
const IF_LEASED = `EXISTS (SELECT 1 FROM plat.poke WHERE ${HAS_LEASE})`

const INSERT = `
  INSERT INTO plat.poke (poke_id, webhook_id, search_id, sequence, made_ms, attempts, next_attempt_ms)
  SELECT CAST($1 AS text), CAST($2 AS text), CAST($3 AS text), CAST($4 AS bigint), CAST($5 AS bigint),
    CAST($6 AS bigint), CAST($7 AS bigint)
  WHERE EXISTS (SELECT 1 FROM plat.webhook WHERE webhook_id = $2 AND ended IS NULL)
    AND NOT EXISTS (SELECT 1 FROM plat.subscription_state WHERE told_up_to >= $4) ON CONFLICT DO NOTHING`

const DELIVERED = `UPDATE plat.webhook SET ${NOT_FAILING} WHERE webhook_id = $3 AND ${IF_LEASED}`
const OLDER_GO = `
  DELETE FROM plat.poke WHERE webhook_id = $3 AND search_id = $4 AND sequence < $5
    AND ${isFree('poke', '$6')} AND ${IF_LEASED}`
const REMOVE = `DELETE FROM plat.poke WHERE ${HAS_LEASE}`

const FAILED = `
  UPDATE plat.webhook SET
    failures = CASE WHEN failures > $4 THEN failures ELSE CAST($4 AS bigint) END,
    rest_until_ms = CASE WHEN rest_until_ms > $5 THEN rest_until_ms ELSE CAST($5 AS bigint) END,
    failing_since_ms = coalesce(failing_since_ms, $6), last_failure = $7
  WHERE webhook_id = $3 AND ${IF_LEASED}`
const WAIT = `UPDATE plat.poke SET attempts = attempts + 1, next_attempt_ms = $3, lease = NULL WHERE ${HAS_LEASE}`
const RELEASE = `UPDATE plat.poke SET lease = NULL WHERE ${HAS_LEASE}`

/** Removes all unleased notifications for a webhook and a search, except the newest. */
const ONLY_NEWEST = `
  DELETE FROM plat.poke WHERE webhook_id = $1 AND search_id = $2 AND ${isFree('poke', '$3')} AND EXISTS (
    SELECT 1 FROM plat.poke AS other WHERE other.webhook_id = $1 AND other.search_id = $2
      AND ${isFree('other', '$3')} AND other.sequence > poke.sequence)`

/** The waiting notifications in a store, with the same rules for every backend. */
export class StoredPokes implements PokeQueue, PokeMaker {
  readonly #store: SubscriptionStore
  readonly #clock: Clock
  readonly #newLease: () => string

  constructor({ store, clock, newLease }: StoredPokesParts) {
    this.#store = store
    this.#clock = clock
    this.#newLease = newLease
  }

  async toldUpTo(): Promise<number | undefined> {
    const text = 'SELECT told_up_to AS "toldUpTo" FROM plat.subscription_state'
    const [row] = await this.#store.query<{ toldUpTo: number | null }>(text)
    return row?.toldUpTo ?? undefined
  }

  add(pokes: readonly Poke[], toldUpTo: number): Promise<void> {
    const nowMs = this.#clock.now()
    const text = `UPDATE plat.subscription_state
      SET told_up_to = CASE WHEN told_up_to > $1 THEN told_up_to ELSE CAST($1 AS bigint) END`
    const added = pokes.flatMap((poke): readonly Changing[] => {
      const { pokeId, webhookId, searchId, sequence, madeMs, attempts, nextAttemptMs } = poke
      return [
        { text: INSERT, values: [pokeId, webhookId, searchId, sequence, madeMs, attempts, nextAttemptMs] },
        { text: ONLY_NEWEST, values: [webhookId, searchId, nowMs] },
      ]
    })
    return this.#store.change([TAKES, ...added, { text, values: [toldUpTo] }])
  }

  async take({ limit, perHost, exceptHosts, leaseMs }: TakeLimits): Promise<readonly DuePoke[]> {
    const nowMs = this.#clock.now()
    const lease = this.#newLease()
    const values = [nowMs, `|${exceptHosts.join('|')}|`, perHost, limit, nowMs + leaseMs, lease]
    await this.#store.change([TAKES, { text: LEASE, values }])
    return (await this.#store.query<DueRow>(LEASED, [lease])).map(dueOf)
  }

  delivered(due: DuePoke): Promise<void> {
    const { webhookId, searchId, sequence } = due.poke
    return this.#store.change([
      { text: DELIVERED, values: [...leaseOf(due), webhookId] },
      { text: OLDER_GO, values: [...leaseOf(due), webhookId, searchId, sequence, this.#clock.now()] },
      { text: REMOVE, values: leaseOf(due) },
    ])
  }

  failed(due: DuePoke, { waitMs, restMs, reason }: FailedAttempt): Promise<void> {
    const nowMs = this.#clock.now()
    const { webhookId } = due.poke
    return this.#store.change([
      { text: FAILED, values: [...leaseOf(due), webhookId, due.failures + 1, nowMs + restMs, nowMs, reason] },
      { text: WAIT, values: [...leaseOf(due), nowMs + waitMs] },
      onlyNewestOf(due, nowMs),
    ])
  }

  released(due: DuePoke): Promise<void> {
    return this.#store.change([{ text: RELEASE, values: leaseOf(due) }, onlyNewestOf(due, this.#clock.now())])
  }

  dropped(due: DuePoke): Promise<void> {
    return this.#store.change([{ text: REMOVE, values: leaseOf(due) }])
  }

  end(webhookId: string, reason: string): Promise<void> {
    const text = 'UPDATE plat.webhook SET ended = $2 WHERE webhook_id = $1 AND ended IS NULL'
    return this.#store.change([
      { text, values: [webhookId, reason] },
      { text: 'DELETE FROM plat.poke WHERE webhook_id = $1', values: [webhookId] },
    ])
  }

  async counts(): Promise<PokeCounts> {
    const text = `SELECT CAST(count(*) AS bigint) AS waiting, min(made_ms) AS "oldestMs",
      (SELECT CAST(count(*) AS bigint) FROM plat.webhook WHERE failures > 0 AND ended IS NULL) AS failing FROM plat.poke`
    const [row] = await this.#store.query<Omit<PokeCounts, 'oldestMs'> & { oldestMs: number | null }>(text)
    return { waiting: row?.waiting ?? 0, oldestMs: row?.oldestMs ?? undefined, failing: row?.failing ?? 0 }
  }

  /** Ends all leases. Call this when one process takes over the store of another process that has ended. */
  forgetLeases(): Promise<void> {
    return this.#store.change([{ text: 'UPDATE plat.poke SET lease = NULL WHERE lease IS NOT NULL' }])
  }
}

interface DueRow extends Omit<Poke, 'madeMs'>, WebhookRow {
  readonly pokeMadeMs: number
  readonly leasedUntilMs: number
  readonly failures: number
}

function dueOf(row: DueRow): DuePoke {
  const { pokeId, webhookId, searchId, sequence, attempts, nextAttemptMs, failures, leasedUntilMs } = row
  return {
    poke: { pokeId, webhookId, searchId, sequence, madeMs: row.pokeMadeMs, attempts, nextAttemptMs },
    webhook: webhookOf(row),
    failures,
    leasedUntilMs,
  }
}

function leaseOf({ poke, leasedUntilMs }: DuePoke): readonly [pokeId: string, leasedUntilMs: number] {
  return [poke.pokeId, leasedUntilMs]
}

function onlyNewestOf({ poke: { webhookId, searchId } }: DuePoke, nowMs: number): Changing {
  return { text: ONLY_NEWEST, values: [webhookId, searchId, nowMs] }
}
