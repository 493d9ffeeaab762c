import type { DatabaseSync } from 'node:sqlite'
import { rowSum } from '../../../base/row-sum.ts'

/**
 * For steps after which no table is another one, but what was derived is. Clearing the fingerprint of the cards makes
 * everything be derived again when the catalogue is opened.
 */
export function deriveAgain(database: DatabaseSync, onProgress: (done: number, total: number) => void): void {
  const searches = database.prepare("SELECT name, value FROM meta WHERE name LIKE 'search/%'").all()
  const update = database.prepare('UPDATE meta SET value = ?, sum = ? WHERE name = ?')
  searches.forEach(({ name, value }, done) => {
    const cleared = JSON.stringify({ ...JSON.parse(String(value)), cardFingerprint: '' })
    update.run(cleared, rowSum('meta', [String(name), cleared]), String(name))
    onProgress(done + 1, searches.length)
  })
  const sums = database.prepare('SELECT sum FROM meta').all()
  const digest = sums.reduce((total, { sum }) => (total + Number(sum)) % 2 ** 48, 0)
  const ofTable = rowSum('table_sum', ['meta', sums.length, digest])
  database
    .prepare("UPDATE table_sum SET rows = ?, digest = ?, sum = ? WHERE name = 'meta'")
    .run(sums.length, digest, ofTable)
}
