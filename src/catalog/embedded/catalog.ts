import type { Log } from '../../base/log.ts'
import { openStoreFile } from '../../base/store-file.ts'
import type { Point } from '../../model/home.ts'
import type { Catalog, CatalogAbout, IdOf, Noun } from '../catalog.ts'
import { currentPath } from './folder.ts'
import { Snapshot } from './reader.ts'
import { CATALOG_FORMAT } from './schema.ts'
import { Watch } from './watch.ts'

/** Milliseconds between two looks whether the catalogue has changed. */
const LOOK_EVERY_MS = 250

/** The catalogue of a data folder: serves its newest snapshot, and takes up the next one soon after it is committed. */
export class EmbeddedCatalog implements Catalog {
  readonly #dataDir: string
  readonly #log: Log
  #snapshot: Snapshot
  #watch: Watch
  readonly #timer: NodeJS.Timeout

  /** `path` is the catalogue file in force in `dataDir`. Throws a CommandFault when it cannot be opened. */
  constructor(dataDir: string, path: string, log: Log) {
    this.#dataDir = dataDir
    this.#log = log
    const { watch, snapshot } = openState(path)
    this.#watch = watch
    this.#snapshot = snapshot
    this.#timer = setInterval(() => this.refresh(), LOOK_EVERY_MS)
    this.#timer.unref()
  }

  about(): CatalogAbout {
    return this.#snapshot.about
  }

  async get<N extends Noun>(noun: N, id: IdOf<N>) {
    return this.#snapshot.get(noun, id)
  }

  async addressesAt(houseNumber: string, street: string) {
    return this.#snapshot.addressesAt(houseNumber, street)
  }

  async addressesBeginning(line: string, limit: number) {
    return this.#snapshot.addressesBeginning(line, limit)
  }

  async homesNear(point: Point, limit: number) {
    return this.#snapshot.homesNear(point, limit)
  }

  async schoolsNear(point: Point, limit: number) {
    return this.#snapshot.schoolsNear(point, limit)
  }

  regions() {
    return this.#snapshot.regions
  }

  async latestRates() {
    return this.#snapshot.latestRates()
  }

  /** Takes up a newer state of the catalogue, if there is one; a broken one is logged, and the old one goes on. */
  refresh(): void {
    try {
      const path = currentPath(this.#dataDir)
      if (path === undefined || !this.#watch.changed(path)) return
      const { watch, snapshot } = openState(path)
      this.#snapshot.close()
      this.#watch.close()
      this.#snapshot = snapshot
      this.#watch = watch
      this.#log.info({ dataVersion: snapshot.about.dataVersion }, 'took up the changed catalogue')
    } catch (error) {
      this.#log.error({ err: error }, 'cannot take up the changed catalogue; the one before goes on')
    }
  }

  close(): void {
    clearInterval(this.#timer)
    this.#watch.close()
    this.#snapshot.close()
  }
}

/** The watch comes first, so that a commit between the two is seen at the next look. */
function openState(path: string): { watch: Watch; snapshot: Snapshot } {
  const database = openStoreFile(path, CATALOG_FORMAT)
  return { watch: new Watch(path), snapshot: new Snapshot(database) }
}
