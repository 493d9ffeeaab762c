import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { EmbeddedCatalog } from '../../src/catalog/embedded/catalog.ts'
import { openCatalog, openWriter } from '../../src/catalog/opening/open.ts'
import type { Catalog } from '../../src/catalog/ports/catalog.ts'
import type { CatalogWriter } from '../../src/catalog/ports/catalog-writer.ts'
import type { Context } from '../../src/catalog/ports/context.ts'
import { loadMapping } from '../../src/intake/ingest/mapping-files.ts'
import { runImport } from '../../src/intake/ingest/run.ts'
import { type Clock, fixedClock } from '../../src/kit/base/clock.ts'
import { silentLog } from '../../src/kit/base/log.ts'
import { loadGazetteer } from '../../src/places/regions/gazetteer.ts'
import { trialCards } from '../catalog/trial.ts'
import { WORDS } from '../operations/small-catalog.ts'
import { TRIAL_NOW_MS } from '../sample/trial.ts'
import { textOf } from './asked.ts'

type Write = (writer: CatalogWriter) => void

/** A catalog in its own folder. Tests of the OData endpoint query it and change it. */
export class MadeCatalog {
  readonly folder = mkdtempSync(join(tmpdir(), 'plat-odata-'))
  readonly #kind: 'sample' | 'imported'
  #opened: EmbeddedCatalog | undefined
  #made = 0

  constructor(kind: 'sample' | 'imported' = 'sample') {
    this.#kind = kind
  }

  static holding(write: Write): MadeCatalog {
    const made = new MadeCatalog()
    made.write(write)
    return made
  }

  /** Commits a change. Answers include it only after `refresh`. */
  write(write: Write, clock?: Clock): void {
    const writer = this.openWriter(clock)
    write(writer)
    writer.commit()
  }

  /** Replaces the catalog by a new one, with a new id and the given records. */
  replace(write: Write): void {
    const writer = openWriter({ ...this.#options(), replace: true })
    write(writer)
    writer.commit()
  }

  openWriter(clock?: Clock): CatalogWriter {
    return openWriter({ ...this.#options(), ...(clock && { clock }) })
  }

  /** Imports rows as from a file, with one of Plat's mappings. */
  async import(mapping: string, rows: readonly object[]): Promise<void> {
    const file = join(this.folder, `${mapping}.${mapping === 'reso-properties' ? 'json' : 'csv'}`)
    writeFileSync(file, mapping === 'reso-properties' ? JSON.stringify(rows) : csvOf(rows))
    await runImport({
      files: [file],
      mapping: loadMapping(mapping),
      openWriter: () => this.openWriter(),
      gazetteer: loadGazetteer(),
      clock: fixedClock(TRIAL_NOW_MS),
      rejectsPath: join(this.folder, 'rejects'),
      acceptRejects: true,
    })
  }

  get catalog(): Catalog {
    this.#opened ??= openCatalog(this.folder, silentLog, trialCards) as EmbeddedCatalog // a folder's catalog has this class
    return this.#opened
  }

  get context(): Context {
    return { catalog: this.catalog, clock: fixedClock(TRIAL_NOW_MS), log: silentLog, words: WORDS }
  }

  async refresh(): Promise<void> {
    await this.#opened?.refresh()
  }

  remove(): void {
    this.#opened?.close()
    rmSync(this.folder, { recursive: true })
  }

  #options() {
    const newCatalogId = () => String(++this.#made).padStart(16, '0')
    return { dataDir: this.folder, kind: this.#kind, replace: false, cards: trialCards, newCatalogId } as const
  }
}

function csvOf(rows: readonly object[]): string {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  return [names, ...rows.map((row) => names.map((name) => Reflect.get(row, name)))]
    .map((cells) => cells.map(cell).join(','))
    .join('\n')
}

function cell(value: unknown): string {
  return `"${textOf(value ?? '').replaceAll('"', '""')}"`
}
