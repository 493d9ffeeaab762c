import type { DatabaseSync } from 'node:sqlite'
import type { Log } from '../../../kit/base/log.ts'
import type { StoreWriter } from '../../../kit/store/store-writer.ts'
import type { Plan } from '../access.ts'
import type { PlansFile } from '../plans-file.ts'
import type { StoredKey, StoredSecret } from '../stored-key.ts'
import { KeyTable } from './key-table.ts'
import type { Revocations } from './revocations.ts'

export interface KeysInFileParts {
  readonly store: DatabaseSync
  readonly writer: Pick<StoreWriter, 'write'>
  readonly plans: PlansFile
  readonly revocations: Revocations
  readonly log: Log
}

/** How long a try to write waits for the file's lock. */
const LOCK_MS_MAX = 2000

/** Only the first revocation counts, and running services notice it as any change. */
const REVOKE = `
  UPDATE key SET revoked_ms = ?, change = (SELECT max(change) + 1 FROM key) WHERE id = ? AND revoked_ms IS NULL`

/** The keys and plans in force: those of the key file, of `plans.yaml` and of `revocations`, followed while it runs. */
export class KeysInFile {
  /** Counts changes to keys and plans, so that other threads notice. */
  readonly changes = new Int32Array(new SharedArrayBuffer(4))
  readonly #parts: KeysInFileParts
  readonly #table: KeyTable
  /** The signature of `revocations` when it was read last. */
  #seen = ''
  /** The keys whose revocation stands beside the key file, and from when they are revoked. */
  #revokedMs: ReadonlyMap<string, number> = new Map()
  /** Revocations that the key file may lack. */
  #waiting: readonly (readonly [keyId: string, sinceMs: number])[] = []

  constructor(parts: KeysInFileParts) {
    this.#parts = parts
    this.#table = new KeyTable(parts.store)
    this.#takeOverKeys()
    this.#followRevocations()
  }

  /** Looked up in the file before it counts as unknown: it may have been made a moment ago. */
  find(fingerprint: string): StoredSecret | undefined {
    let secret = this.#table.find(fingerprint)
    if (secret === undefined) {
      this.#takeOverKeys()
      secret = this.#table.find(fingerprint)
    }
    if (secret === undefined || this.#revokedMs.size === 0) return secret
    const { key, endsMs } = secret
    const revokedMs = key.revokedMs ?? this.#revokedMs.get(key.keyId) ?? null
    return revokedMs === key.revokedMs ? secret : { key: { ...key, revokedMs }, endsMs }
  }

  plan(name: string): Plan | undefined {
    return this.#parts.plans.get(name)
  }

  /** Takes over what was changed. */
  refresh(): void {
    if (this.#parts.plans.follow()) {
      this.#changed()
      this.#warnOfMissingPlans(this.#table.all())
    }
    this.#takeOverKeys()
    this.#followRevocations()
  }

  /** Brings revocations that stand beside the key file into it; rejects while it cannot be written. */
  async keepRevoked(): Promise<void> {
    const written = this.#waiting
    if (written.length === 0) return
    const rows = written.map(([keyId, sinceMs]) => [sinceMs, keyId])
    await this.#parts.writer.write([{ sql: REVOKE, rows }], LOCK_MS_MAX)
    this.#waiting = this.#waiting.filter((each) => !written.includes(each))
  }

  #takeOverKeys(): void {
    const changed = this.#table.refresh()
    if (changed.length > 0) this.#changed()
    if (changed.every((key) => this.plan(key.plan))) return
    if (this.#parts.plans.followNow()) this.#changed() // a plan may be as new as the first key on it
    this.#warnOfMissingPlans(changed)
  }

  #followRevocations(): void {
    const { revocations, log } = this.#parts
    const signature = revocations.signature()
    if (signature === this.#seen) return
    const entries = [...revocations.read()]
    const revoked = new Set(Array.from(this.#table.all(), ({ keyId, revokedMs }) => (revokedMs === null ? '' : keyId)))
    const fresh = entries.filter(([keyId]) => !this.#revokedMs.has(keyId) && !revoked.has(keyId))
    this.#seen = signature
    this.#revokedMs = new Map(entries)
    this.#waiting = entries.filter(([keyId]) => !revoked.has(keyId))
    if (fresh.length === 0) return
    const keyIds = fresh.map(([keyId]) => keyId)
    log.warn(
      { keyIds },
      'keys were revoked while their file could not be written: they are refused from memory until it can',
    )
    this.#changed()
  }

  #changed(): void {
    Atomics.add(this.changes, 0, 1)
  }

  #warnOfMissingPlans(keys: Iterable<StoredKey>): void {
    const orphans = [...keys].filter((key) => key.revokedMs === null && !this.plan(key.plan))
    if (orphans.length === 0) return
    const fields = {
      plans: [...new Set(orphans.map((key) => key.plan))],
      keyIds: orphans.slice(0, 10).map((key) => key.keyId),
    }
    this.#parts.log.warn(fields, `keys are refused because ${this.#parts.plans.path} no longer has their plan`)
  }
}
