import { bringUpCatalog } from '../catalog/open.ts'
import { Progress, type Terminal } from './terminal.ts'

/** Upgrades the catalogue of a data folder to this version if it is older, with a progress line. */
export function bringUp(dataDir: string, terminal: Terminal): void {
  const progress = new Progress(terminal, 'Upgrading the catalogue')
  try {
    bringUpCatalog(dataDir, (done, total) => progress.update(done, total))
  } finally {
    progress.end()
  }
}
