import { join } from 'node:path'
import { openCatalog, openWriter } from '../../src/catalog/opening/open.ts'
import type { Catalog } from '../../src/catalog/ports/catalog.ts'
import type { CatalogWriter } from '../../src/catalog/ports/catalog-writer.ts'
import type { Report } from '../../src/intake/ingest/report.ts'
import { silentLog } from '../../src/kit/base/log.ts'
import type { Home } from '../../src/model/home.ts'
import { trialCards } from '../catalog/trial.ts'
import { Trial } from './trial.ts'

/** Returns a mapping of rows with `COLUMNS`, for any source. */
export function sourceMapping(source: string, more = ''): string {
  return `
name: ${source}
source: ${source}
key: key
${more}
fields:
  HomeType: { column: type, values: { CONDO: CONDO, LOT: LOT, SINGLE_FAMILY: SINGLE_FAMILY, TOWNHOUSE: TOWNHOUSE, APARTMENT: APARTMENT, MULTI_FAMILY: MULTI_FAMILY, MANUFACTURED: MANUFACTURED } }
  PostalCode: zip
  City: { column: city, optional: true }
  StateOrProvince: { column: state, optional: true }
  StreetAddress: street
  ParcelNumber: { column: parcel, optional: true }
  Latitude: { column: lat, optional: true }
  Longitude: { column: lon, optional: true }
  LivingArea: { column: area, optional: true }
  BedroomsTotal: { column: beds, optional: true }
  BathroomsTotalDecimal: { column: baths, optional: true }
  YearBuilt: { column: year, optional: true }
  InternetAddressDisplayYN: { column: shown, optional: true }
  TaxYear: { column: taxYear, optional: true }
  TaxAssessedValue: { column: assessed, optional: true }
  StandardStatus: { column: status, optional: true }
  ListPrice: { column: price, optional: true }
  ListingId: { column: listing, optional: true }
  CloseDate: { column: closed, optional: true }
  ClosePrice: { column: paid, optional: true }
  ModificationTimestamp: { column: modified, optional: true }
`
}

export type HomeRow = Readonly<Record<string, string | number>>

/**
 * Imports several sources into one catalog file. All imports until `commit` share a transaction, because a commit takes
 * longer than the rest of a test.
 */
export class Imports {
  readonly #trial = new Trial()
  #ids = 0
  #open: CatalogWriter | undefined

  get dataDir(): string {
    return join(this.#trial.folder, 'data')
  }

  /** Commits the imports, and returns a new writer. */
  writer(): CatalogWriter {
    this.commit()
    const newCatalogId = () => (++this.#ids).toString(16).padStart(16, '0')
    return openWriter({ dataDir: this.dataDir, kind: 'imported', replace: false, cards: trialCards, newCatalogId })
  }

  /** Imports rows of one source. Leaves out columns without any value. */
  async import(source: string, rows: readonly HomeRow[], more = ''): Promise<Report> {
    const columns = [...new Set(['key', 'type', 'zip', 'street', ...rows.flatMap((row) => Object.keys(row))])]
    const all = rows.map((row): HomeRow => ({ type: 'SINGLE_FAMILY', zip: '98103', ...row }))
    const lines = all.map((row) => columns.map((column) => `"${row[column] ?? ''}"`).join(','))
    const text = `${columns.join(',')}\n${lines.join('\n')}\n`
    return await this.#trial.run(text, sourceMapping(source, more), { openWriter: () => this.#shared() })
  }

  commit(): void {
    this.#open?.commit()
    this.#open = undefined
  }

  catalog(): Catalog {
    this.commit()
    return openCatalog(this.dataDir, silentLog, trialCards)
  }

  /** Returns every home, in order of id. */
  homes(): readonly Home[] {
    return [...this.#shared().each('home')]
  }

  change<T>(work: (writer: CatalogWriter) => T): T {
    return work(this.#shared())
  }

  /** Returns the open writer, with `commit` and `rollback` disabled for imports. */
  #shared(): CatalogWriter {
    const writer = this.#open ?? this.writer()
    this.#open = writer
    return {
      sourceHomes: writer.sourceHomes,
      get: (noun, id) => writer.get(noun, id),
      expect: (noun, ids) => writer.expect(noun, ids),
      each: (noun) => writer.each(noun),
      idsOf: (noun, source) => writer.idsOf(noun, source),
      put: (noun, record) => writer.put(noun, record),
      remove: (noun, id) => writer.remove(noun, id),
      attribute: (source, attribution) => writer.attribute(source, attribution),
      contribute: (noun, source, isIn) => writer.contribute(noun, source, isIn),
      note: (name) => writer.note(name),
      setNote: (name, text) => writer.setNote(name, text),
      layersOf: (home) => writer.layersOf(home),
      learnAgain: () => writer.learnAgain(),
      commit() {},
      rollback() {},
    }
  }

  remove(): void {
    this.#open?.rollback()
    this.#trial.remove()
  }
}
