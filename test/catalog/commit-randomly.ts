import fc from 'fast-check'
import { openWriter } from '../../src/catalog/opening/open.ts'
import { idOf, type Noun, type Records } from '../../src/catalog/ports/nouns.ts'
import { recordChanges } from './changing-records.ts'
import { trialCards } from './trial.ts'

const CHANGES = fc.array(recordChanges, { minLength: 20, maxLength: 40, size: 'max' })

/** Commits random changes to a catalog, until the process is killed or `commits` have been made. */
export function commitRandomly(dataDir: string, seed: number, commits: number, onCommit = () => {}): void {
  for (let commit = 0; commit < commits; commit++) {
    const [changes = []] = fc.sample(CHANGES, { seed: seed * 1000 + commit, numRuns: 1 })
    const writer = openWriter({ dataDir, kind: 'imported', replace: false, newCatalogId, cards: trialCards })
    for (const { noun, record, isRemoved } of changes) {
      const id = idOf(noun, record as never) // `noun` determines the record's type
      if (isRemoved) writer.remove(noun, id)
      else writer.put(noun, record as Records[Noun]) // `noun` determines the record's type
    }
    writer.commit()
    onCommit()
  }
}

const newCatalogId = () => '0123456789abcdef'

const [, program, dataDir, seed] = process.argv
if (program === import.meta.filename && dataDir !== undefined)
  commitRandomly(dataDir, Number(seed), 1000, () => process.stdout.write('.'))
