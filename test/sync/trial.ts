import type { CatalogWriter } from '../../src/catalog/ports/catalog-writer.ts'
import type { Mapping } from '../../src/intake/ingest/mapping.ts'
import type { ImportGazetteer } from '../../src/intake/ingest/noun.ts'
import { readSyncConfig, type SyncConfig } from '../../src/intake/sync/config.ts'
import type { SyncReport } from '../../src/intake/sync/report.ts'
import type { SyncStore } from '../../src/intake/sync/store.ts'
import { syncTurn } from '../../src/intake/sync/turn.ts'
import { Web } from '../../src/intake/sync/web.ts'
import { CommandFault, EXIT } from '../../src/kit/base/failure.ts'
import type { Home } from '../../src/model/home.ts'
import { SEATTLE, Trial } from '../ingest/trial.ts'
import { HastyClock } from './hasty-clock.ts'
import type { ResoTrialServer } from './reso-server.ts'

const { zipcode: _zipcode, city: _city, ...SEATTLE_AREA } = SEATTLE

/** A gazetteer that knows only Seattle. */
const GAZETTEER: ImportGazetteer = {
  zip: (zipcode) => (zipcode === SEATTLE.zipcode ? SEATTLE : undefined),
  hasCity: (city, state) => city === SEATTLE.city && state === SEATTLE.state,
  county: () => undefined,
  countiesNamed: () => [],
  around: () => SEATTLE_AREA,
  zipsAround: () => [],
  zipsOfCity: () => [],
}

interface Known {
  readonly config: SyncConfig
  readonly web: Web
}

/** Parsed configurations, by their text, because parsing one takes longer than a sync. */
const CONFIGURATIONS = new Map<string, SyncConfig>()

function configurationOf(text: string): SyncConfig {
  const whole = `server: http://127.0.0.1/odata\nsource: mls\n${text}`
  const config = CONFIGURATIONS.get(text) ?? readSyncConfig(whole, { file: 'sync.yaml', environment: {} })
  CONFIGURATIONS.set(text, config)
  return config
}

/** A catalog in memory that copies a server. */
export class SyncTrial {
  readonly catalogue = new Trial()
  readonly clock = new HastyClock()
  readonly server: ResoTrialServer
  /** The text of the configuration, without the server. */
  configuration: string
  /** Called wherever the program could be killed. */
  fall: (where: 'write' | 'commit' | 'committed' | 'notes') => void = () => undefined
  readonly #openedByConfiguration = new Map<string, Known>()

  constructor(server: ResoTrialServer, configuration = '') {
    this.server = server
    this.configuration = configuration
  }

  /** The homes by their keys. */
  get homes(): ReadonlyMap<string, Home> {
    return new Map([...this.catalogue.homes.values()].map((home) => [home.sourceKey, home]))
  }

  /** Runs one sync like a new program, with all state from the catalog. */
  async turn(mayShrink = false): Promise<SyncReport> {
    const { signal } = new AbortController()
    const { config, web } = this.#openedByConfiguration.get(this.configuration) ?? this.#opened(signal)
    const report = await syncTurn({ config, web, store: this.#store(signal), mayShrink })
    if (report.faults.length > 0) throw new CommandFault(report.faults.join(' '), EXIT.data)
    return report
  }

  #opened(signal: AbortSignal): Known {
    const { clock } = this
    const config = { ...configurationOf(this.configuration), server: new URL(this.server.address) }
    const opened = { config, web: new Web({ config, clock, steady: clock, wait: clock.wait, signal }) }
    this.#openedByConfiguration.set(this.configuration, opened)
    return opened
  }

  /** Returns the stored progress of a resource. */
  mark(resource: string): Readonly<Record<string, unknown>> {
    return JSON.parse(this.catalogue.notes.get(`sync mls ${resource}`) ?? '{}')
  }

  #store(signal: AbortSignal): SyncStore {
    const { catalogue, clock } = this
    let rejects = 0
    return {
      openWriter: () => this.#writer(),
      notes: (beginning) => new Map([...catalogue.notes].filter(([name]) => name.startsWith(beginning))),
      keepNotes: (notes) => {
        this.fall('notes')
        for (const [name, text] of notes) catalogue.notes.set(name, text)
      },
      rejectsPath: ({ name }: Mapping) => `${catalogue.folder}/rejects/${name}-${rejects++}.csv`,
      gazetteer: GAZETTEER,
      clock,
      signal,
    }
  }

  #writer(): CatalogWriter {
    this.fall('write')
    const writer = this.catalogue.openWriter()
    return {
      ...writer,
      commit: () => {
        this.fall('commit')
        writer.commit()
        this.fall('committed')
      },
    }
  }

  close(): void {
    this.server.close()
    this.catalogue.remove()
  }
}

/** Returns a listing that mappings accept. */
export function listing(key: string, change: Readonly<Record<string, unknown>> = {}) {
  return {
    ListingKey: key,
    ListingId: `A-${key}`,
    PropertyType: 'Residential',
    PropertySubType: 'Single Family Residence',
    StandardStatus: 'Active',
    StreetNumber: '12',
    StreetName: `${key} St`,
    City: 'Seattle',
    StateOrProvince: 'WA',
    PostalCode: '98103',
    ListPrice: 500_000,
    MlgCanView: true,
    ...change,
  }
}
