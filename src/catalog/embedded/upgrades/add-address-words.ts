import type { UpgradeStep } from '../../../base/store-upgrade.ts'
import { storeTotalOfSchema } from './total-sums.ts'

/** Progress is reported every so many lines. */
const PROGRESS_STEP = 10_000

/** Words with a letter first, and ordinals: `lamar`, `26th`. */
const LISTED = /^([^ #&/\-0-9]|\d+(st|nd|rd|th)$)/

/** Format 12 counts the words of address lines, so that completion finds those that are a slip away. */
export const addAddressWords: UpgradeStep = {
  from: 11,
  run(database, onProgress) {
    database.exec(`
      CREATE TABLE IF NOT EXISTS address_word (word TEXT PRIMARY KEY, uses INTEGER NOT NULL) STRICT, WITHOUT ROWID;
      DELETE FROM address_word`)
    const total = Number(database.prepare('SELECT count(*) AS lines FROM address_line').get()?.lines)
    const uses = new Map<string, number>()
    let done = 0
    for (const { line } of database.prepare('SELECT line FROM address_line').iterate()) {
      for (const word of String(line).split(' ')) if (LISTED.test(word)) uses.set(word, (uses.get(word) ?? 0) + 1)
      if (++done % PROGRESS_STEP === 0) onProgress(done, total)
    }
    const insert = database.prepare('INSERT INTO address_word (word, uses) VALUES (?, ?)')
    for (const [word, count] of [...uses].sort(([a], [b]) => (a < b ? -1 : 1))) insert.run(word, count)
    storeTotalOfSchema(database)
  },
}
