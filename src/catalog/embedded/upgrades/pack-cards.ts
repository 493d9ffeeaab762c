import type { DatabaseSync } from 'node:sqlite'
import { rowSum } from '../../../base/row-sum.ts'
import type { UpgradeStep } from '../../../base/store-upgrade.ts'

const TOTALS = 2 ** 48

/**
 * Format 8 stores each card a second time, as a piece of gzip. Clearing the fingerprint of the cards makes both be made
 * again when the catalogue is opened.
 */
export const packCards: UpgradeStep = {
  from: 7,
  run(database) {
    let change = 0
    const searches = database.prepare("SELECT name, value, sum FROM meta WHERE name LIKE 'search/%'").all()
    const update = database.prepare('UPDATE meta SET value = ?, sum = ? WHERE name = ?')
    for (const { name, value, sum } of searches) {
      const cleared = JSON.stringify({ ...JSON.parse(String(value)), cardFingerprint: '' })
      const clearedSum = rowSum('meta', [String(name), cleared])
      update.run(cleared, clearedSum, String(name))
      change += clearedSum - Number(sum)
    }
    addToDigest(database, change)
  },
}

/** Adds to the total of the table `meta`, which keeps its rows. */
function addToDigest(database: DatabaseSync, change: number): void {
  const { rows, digest } = database.prepare("SELECT rows, digest FROM table_sum WHERE name = 'meta'").get() ?? {}
  const total = (Number(digest) + change + TOTALS) % TOTALS
  database
    .prepare("UPDATE table_sum SET digest = ?, sum = ? WHERE name = 'meta'")
    .run(total, rowSum('table_sum', ['meta', Number(rows), total]))
}
