import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EmbeddedCatalog } from '../../src/catalog/embedded/catalog.ts'
import { openCatalog, openWriter } from '../../src/catalog/opening/open.ts'
import { nobody } from '../../src/catalog/ports/withheld.ts'
import { silentLog } from '../../src/kit/base/log.ts'
import type { Backend } from './contract.ts'
import { trialCards } from './trial.ts'

let made = 0

/** Returns a new catalog id, unique in this process. */
export function newCatalogId(): string {
  return (++made).toString(16).padStart(16, '0')
}

/** The embedded backend, with its own folder. */
export function embeddedBackend(): Backend {
  const dataDir = mkdtempSync(join(tmpdir(), 'plat-catalog-'))
  const begin = { dataDir, kind: 'imported', cards: trialCards, newCatalogId } as const
  return {
    write: (withheld = nobody) => openWriter({ ...begin, replace: false, withheld }),
    replace: () => openWriter({ ...begin, replace: true }),
    read: (withheld = nobody) => openCatalog(dataDir, silentLog, trialCards, withheld),
    refresh: (catalog) => {
      assert.ok(catalog instanceof EmbeddedCatalog)
      return catalog.refresh()
    },
    remove: () => rmSync(dataDir, { recursive: true }),
  }
}
