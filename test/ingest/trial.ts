import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CatalogWriter } from '../../src/catalog/ports/catalog-writer.ts'
import type { Noun, Records } from '../../src/catalog/ports/nouns.ts'
import { NO_SOURCE_HOMES } from '../../src/catalog/ports/source-homes.ts'
import { type Mapping, readMapping } from '../../src/intake/ingest/mapping.ts'
import type { ImportGazetteer } from '../../src/intake/ingest/noun.ts'
import type { Report } from '../../src/intake/ingest/report.ts'
import { type ImportOptions, runImport } from '../../src/intake/ingest/run.ts'
import { fixedClock } from '../../src/kit/base/clock.ts'
import type { Home } from '../../src/model/home.ts'
import type { ZipPlace } from '../../src/places/regions/gazetteer.ts'

/** A mapping of the small sales file with which import tests start. */
export const SALES_MAPPING = `
name: sales
source: county
key: id
fields:
  HomeType: { constant: SINGLE_FAMILY }
  PostalCode: zip
  StandardStatus: { constant: Closed }
  CloseDate: { column: date, required: true }
  ClosePrice: price
  BedroomsTotal: beds
report:
  BedroomsTotal: { above: 20 }
`

export const SALES_HEADER = 'id,zip,date,price,beds\n'

export const SEATTLE: ZipPlace = {
  zipcode: '98103',
  city: 'Seattle',
  state: 'WA',
  county: 'King',
  countyFips: '53033',
  timeZone: 'America/Los_Angeles',
  point: { latitude: 47.67, longitude: -122.34 },
}

const KING = { fips: '53033', name: 'King', title: 'King County', state: 'WA' }

const { zipcode: _zipcode, city: _city, ...SEATTLE_AREA } = SEATTLE

function idOf(noun: Noun, record: object): unknown {
  const keys: Partial<Record<Noun, string>> = { home: 'zpid', building: 'lotId', climate: 'scoreId' }
  return Reflect.get(record, keys[noun] ?? `${noun}Id`)
}

/** A catalog in memory with commit and rollback, and a folder for files. */
export class Trial {
  readonly folder = mkdtempSync(join(tmpdir(), 'plat-import-'))
  homes = new Map<number, Home>()
  /** The records of all types except homes, by type and id. */
  records = new Map<string, unknown>()
  attributions = new Map<string, string>()
  notes = new Map<string, string>()
  readonly gazetteer: ImportGazetteer = {
    zip: (zipcode) => (zipcode === SEATTLE.zipcode ? SEATTLE : undefined),
    hasCity: (city, state) => city === SEATTLE.city && state === SEATTLE.state,
    county: (fips) => (fips === KING.fips ? KING : undefined),
    countiesNamed: (name, state) => (state === KING.state && name === KING.title ? [KING] : []),
    zipsAround: ({ latitude }) =>
      Math.abs(latitude - SEATTLE.point.latitude) < 1 ? [{ zipcode: SEATTLE.zipcode, distance: 0 }] : [],
    zipsOfCity: (city, state) => (city === SEATTLE.city && state === SEATTLE.state ? [SEATTLE] : []),
    around: ({ latitude }) => (Math.abs(latitude - SEATTLE.point.latitude) < 1 ? SEATTLE_AREA : undefined),
  }
  /** How the last import ended. */
  ending: 'commit' | 'rollback' | 'none' = 'none'

  openWriter(): CatalogWriter {
    const homes = new Map(this.homes)
    /** Homes as their sources gave them, including facts that are withheld. */
    const whole = new Map<number, Home>()
    const records = new Map(this.records)
    const attributions = new Map(this.attributions)
    const notes = new Map(this.notes)
    this.ending = 'none'
    return {
      sourceHomes: { ...NO_SOURCE_HOMES, put: ({ record }) => void whole.set(record.zpid, record) },
      get: (noun, id) =>
        // the key includes the record type
        (noun === 'home' ? structuredClone(homes.get(Number(id))) : records.get(`${noun} ${id}`)) as never,
      expect() {},
      put: (noun, record) => {
        const { zpid, address } = record as Home // only homes have these keys
        const copy: object = JSON.parse(JSON.stringify((address?.undisclosed && whole.get(zpid)) || record))
        if (noun === 'home') homes.set((copy as Home).zpid, copy as Home)
        else records.set(`${noun} ${String(idOf(noun, copy))}`, copy)
      },
      remove: (noun, id) => (noun === 'home' ? homes.delete(Number(id)) : records.delete(`${noun} ${id}`)),
      each: function* (noun) {
        for (const [key, record] of records) if (key.startsWith(`${noun} `)) yield record as never // the key includes the record type
      },
      idsOf: function* (noun, source) {
        const others = [...records].flatMap(([key, record]) => (key.startsWith(`${noun} `) ? [record as object] : []))
        for (const record of noun === 'home' ? homes.values() : others)
          if (Reflect.get(record, 'source') === source) yield idOf(noun, record) as never // a record of this type
      },
      note: (name) => notes.get(name),
      setNote: (name, text) => {
        if (text === undefined) notes.delete(name)
        else notes.set(name, text)
      },
      contribute: () => false,
      attribute: (source, attribution) => {
        if (attributions.get(source) === attribution) return false
        attributions.set(source, attribution)
        return true
      },
      layersOf: () => [],
      learnAgain() {},
      commit: () => {
        this.attributions = attributions
        this.notes = notes
        this.homes = homes
        this.records = records
        this.ending = 'commit'
      },
      rollback: () => {
        if (this.ending === 'none') this.ending = 'rollback'
      },
    }
  }

  /** Returns all records of a type other than homes. */
  all<N extends Noun>(noun: N): Records[N][] {
    return [...this.records].flatMap(([key, record]) => (key.startsWith(`${noun} `) ? [record as Records[N]] : []))
  }

  /** Writes a new file into the folder, and returns its path. Overwriting an old file would wait for the disk. */
  file(content: string | Buffer, name = 'sales.csv'): string {
    const path = join(this.folder, name)
    rmSync(path, { force: true })
    writeFileSync(path, content)
    return path
  }

  /** Imports a file with this content. */
  run(
    content: string | Buffer,
    mapping: string | Mapping = SALES_MAPPING,
    options: Partial<ImportOptions> = {},
  ): Promise<Report> {
    return runImport({
      files: [this.file(content)],
      mapping: typeof mapping === 'string' ? readMapping(mapping, 'sales.yaml') : mapping,
      openWriter: () => this.openWriter(),
      gazetteer: this.gazetteer,
      clock: fixedClock(Date.UTC(2026, 0, 1)),
      rejectsPath: this.rejectsPath,
      ...options,
    })
  }

  get rejectsPath(): string {
    return join(this.folder, 'rejects', 'sales.csv')
  }

  /** Returns the lines of the file of rejected rows, without the header. */
  rejects(): string[] {
    return readFileSync(this.rejectsPath, 'utf8').trimEnd().split('\n').slice(1)
  }

  remove(): void {
    rmSync(this.folder, { recursive: true })
  }
}
