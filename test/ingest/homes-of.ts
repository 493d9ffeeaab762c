import { join } from 'node:path'
import { silentLog } from '../../src/base/log.ts'
import type { Catalog } from '../../src/catalog/catalog.ts'
import type { CatalogWriter } from '../../src/catalog/catalog-writer.ts'
import { openCatalog, openWriter } from '../../src/catalog/open.ts'
import type { Report } from '../../src/ingest/report.ts'
import type { Home } from '../../src/model/home.ts'
import { trialCards } from '../catalog/trial.ts'
import { Trial } from './trial.ts'

/** A mapping for rows of `COLUMNS`, of any source. */
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

/** Imports of several sources into one catalogue file. */
export class Imports {
  readonly #trial = new Trial()
  #ids = 0

  get dataDir(): string {
    return join(this.#trial.folder, 'data')
  }

  writer(): CatalogWriter {
    const newCatalogId = () => (++this.#ids).toString(16).padStart(16, '0')
    return openWriter({ dataDir: this.dataDir, kind: 'imported', replace: false, cards: trialCards, newCatalogId })
  }

  /** Imports rows of one source; a column that no row has is not in the file. */
  async import(source: string, rows: readonly HomeRow[], more = ''): Promise<Report> {
    const columns = [...new Set(['key', 'type', 'zip', 'street', ...rows.flatMap((row) => Object.keys(row))])]
    const all = rows.map((row): HomeRow => ({ type: 'SINGLE_FAMILY', zip: '98103', ...row }))
    const lines = all.map((row) => columns.map((column) => `"${row[column] ?? ''}"`).join(','))
    const text = `${columns.join(',')}\n${lines.join('\n')}\n`
    return await this.#trial.run(text, sourceMapping(source, more), { openWriter: () => this.writer() })
  }

  catalog(): Catalog {
    return openCatalog(this.dataDir, silentLog, trialCards)
  }

  /** Every home, in order of id. */
  homes(): readonly Home[] {
    const writer = this.writer()
    try {
      return [...writer.each('home')]
    } finally {
      writer.rollback()
    }
  }

  /** Does something with a writer, and commits. */
  change<T>(work: (writer: CatalogWriter) => T): T {
    const writer = this.writer()
    try {
      const result = work(writer)
      writer.commit()
      return result
    } catch (error) {
      writer.rollback()
      throw error
    }
  }

  remove(): void {
    this.#trial.remove()
  }
}
