import type { Log } from '../../base/log.ts'
import type { StoreWriter } from '../../base/store-writer.ts'
import type { KeyTable } from './key-table.ts'
import type { Revocations } from './revocations.ts'

export interface RevokedBesideParts {
  readonly revocations: Revocations
  readonly writer: Pick<StoreWriter, 'write'>
  readonly log: Log
}

/** How long a try waits for the file's lock. */
const LOCK_MS_MAX = 2000

/** Only the first revocation counts, and running services notice it as any change. */
const REVOKE = `
  UPDATE key SET revoked_ms = ?, change = (SELECT max(change) + 1 FROM key) WHERE id = ? AND revoked_ms IS NULL`

/** Revocations kept beside the store, in force from memory until the store has them. */
export class RevokedBeside {
  readonly #parts: RevokedBesideParts
  readonly #keys: KeyTable
  #seen = ''
  #sinceMs: ReadonlyMap<string, number> = new Map()
  /** Those that the store may lack. */
  #waiting: readonly (readonly [keyId: string, sinceMs: number])[] = []

  constructor(parts: RevokedBesideParts, keys: KeyTable) {
    this.#parts = parts
    this.#keys = keys
  }

  sinceMs(keyId: string): number | undefined {
    return this.#sinceMs.get(keyId)
  }

  /** Takes over what is new in the file; true when there is something. */
  follow(): boolean {
    const { revocations, log } = this.#parts
    const signature = revocations.signature()
    if (signature === this.#seen) return false
    const entries = [...revocations.read()]
    const revoked = new Set(Array.from(this.#keys.all(), ({ keyId, revokedMs }) => (revokedMs === null ? '' : keyId)))
    const fresh = entries.filter(([keyId]) => !this.#sinceMs.has(keyId) && !revoked.has(keyId))
    this.#seen = signature
    this.#sinceMs = new Map(entries)
    this.#waiting = entries.filter(([keyId]) => !revoked.has(keyId))
    if (fresh.length === 0) return false
    const keyIds = fresh.map(([keyId]) => keyId)
    log.warn(
      { keyIds },
      'keys were revoked while their file could not be written: they are refused from memory until it can',
    )
    return true
  }

  /** Brings them into the store; rejects while it cannot be written. */
  async keep(): Promise<void> {
    const written = this.#waiting
    if (written.length === 0) return
    const rows = written.map(([keyId, sinceMs]) => [sinceMs, keyId])
    await this.#parts.writer.write([{ sql: REVOKE, rows }], LOCK_MS_MAX)
    this.#waiting = this.#waiting.filter((each) => !written.includes(each))
  }
}
