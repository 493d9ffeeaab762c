import { CommandFault, EXIT } from '../../src/base/failure.ts'
import type { CatalogWriter } from '../../src/catalog/catalog-writer.ts'
import type { Mapping } from '../../src/ingest/mapping.ts'
import type { ImportGazetteer } from '../../src/ingest/noun.ts'
import type { Home } from '../../src/model/home.ts'
import { readSyncConfig, type SyncConfig } from '../../src/sync/config.ts'
import type { SyncReport } from '../../src/sync/report.ts'
import type { SyncStore } from '../../src/sync/store.ts'
import { syncTurn } from '../../src/sync/turn.ts'
import { Web } from '../../src/sync/web.ts'
import { SEATTLE, Trial } from '../ingest/trial.ts'
import { HastyClock } from './hasty-clock.ts'
import type { ResoTrialServer } from './reso-server.ts'

const { zipcode: _zipcode, city: _city, ...SEATTLE_AREA } = SEATTLE

/** Only Seattle. */
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

/** By their texts: reading one and its mappings takes longer than a turn. */
const CONFIGURATIONS = new Map<string, SyncConfig>()

function configurationOf(text: string): SyncConfig {
  const whole = `server: http://127.0.0.1/odata\nsource: mls\n${text}`
  const config = CONFIGURATIONS.get(text) ?? readSyncConfig(whole, { file: 'sync.yaml', environment: {} })
  CONFIGURATIONS.set(text, config)
  return config
}

/** A catalogue in memory that follows a server. */
export class SyncTrial {
  readonly catalogue = new Trial()
  readonly clock = new HastyClock()
  readonly server: ResoTrialServer
  /** What stands in the configuration beside the server. */
  configuration: string
  /** Called where the program may be killed. */
  fall: (where: 'write' | 'commit' | 'committed' | 'notes') => void = () => undefined
  readonly #known = new Map<string, Known>()

  constructor(server: ResoTrialServer, configuration = '') {
    this.server = server
    this.configuration = configuration
  }

  /** The homes by their keys. */
  get homes(): ReadonlyMap<string, Home> {
    return new Map([...this.catalogue.homes.values()].map((home) => [home.sourceKey, home]))
  }

  /** One turn, as the program does it: what it knows is in the catalogue. */
  async turn(mayShrink = false): Promise<SyncReport> {
    const { signal } = new AbortController()
    const { config, web } = this.#known.get(this.configuration) ?? this.#opened(signal)
    const report = await syncTurn({ config, web, store: this.#store(signal), mayShrink })
    if (report.faults.length > 0) throw new CommandFault(report.faults.join(' '), EXIT.data)
    return report
  }

  #opened(signal: AbortSignal): Known {
    const { clock } = this
    const config = { ...configurationOf(this.configuration), server: new URL(this.server.address) }
    const known = { config, web: new Web({ config, clock, steady: clock, wait: clock.wait, signal }) }
    this.#known.set(this.configuration, known)
    return known
  }

  /** A mark that the catalogue keeps. */
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

/** A listing that mappings take. */
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
