import type { DatabaseSync } from 'node:sqlite'
import { rowSum } from '../../kit/algorithms/row-sum.ts'
import type { UpgradeStep } from '../../kit/store/store-upgrade.ts'

/**
 * Has everything be derived again when the catalogue is opened, by clearing the fingerprint of its cards: for steps
 * after which the tables are the same, but what is derived is not.
 */
function deriveAgain(database: DatabaseSync, onProgress: (done: number, total: number) => void): void {
  const searches = database.prepare("SELECT name, value FROM meta WHERE name LIKE 'search/%'").all()
  const update = database.prepare('UPDATE meta SET value = ?, sum = ? WHERE name = ?')
  searches.forEach(({ name, value }, done) => {
    const cleared = JSON.stringify({ ...JSON.parse(String(value)), cardFingerprint: '' })
    update.run(cleared, rowSum('meta', [String(name), cleared]), String(name))
    onProgress(done + 1, searches.length)
  })
  const sums = database.prepare('SELECT sum FROM meta').all()
  const digest = sums.reduce((total, { sum }) => (total + Number(sum)) % 2 ** 48, 0)
  database
    .prepare("UPDATE table_sum SET rows = ?, digest = ?, sum = ? WHERE name = 'meta'")
    .run(sums.length, digest, rowSum('table_sum', ['meta', sums.length, digest]))
}

/**
 * Upgrades from older formats, one version each. A step is never changed once released, and spells out the tables that
 * it reads and creates, because the schema may have changed since. Older files than these are refused.
 */
export const CATALOG_STEPS: readonly UpgradeStep[] = [
  { from: 13, run: deriveAgain }, // format 14 keeps what rows show of homes
]
