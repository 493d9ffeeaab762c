import { existsSync } from 'node:fs'
import { folderStore } from '../../catalog/opening/catalog-store.ts'
import type { CatalogStore } from '../../catalog/ports/catalog-store.ts'
import { type Clock, DAY_MS, dayNumber, dayOf } from '../../kit/base/clock.ts'
import { CommandFault } from '../../kit/base/failure.ts'
import type { Settings } from '../../kit/base/settings.ts'
import { versionIn } from '../../kit/store/store-file.ts'
import { CATALOG } from '../backup/contents.ts'
import { type Finding, findingsAbout } from './finding.ts'
import { type PictureSettings, pictureFindings } from './pictures.ts'
import { valueFindings } from './values.ts'

/**
 * Returns findings about the contents of a folder's catalog. Empty if the catalog cannot be opened, because another
 * check reports that.
 */
export function folderContentFindings(settings: Settings, clock: Clock): readonly Finding[] {
  try {
    const path = CATALOG.path(settings.data)
    if (path === undefined || !existsSync(path)) return []
    if (versionIn(path, CATALOG.format) !== CATALOG.format.version) return []
    return contentFindings(folderStore(settings.data), settings, clock)
  } catch (error) {
    if (error instanceof CommandFault) return []
    throw error
  }
}

/** Returns findings about the contents of a catalog: its days, its value estimates and its pictures. */
export function contentFindings(store: CatalogStore, settings: PictureSettings, clock: Clock): readonly Finding[] {
  return [...dayFindings(store, clock), ...valueFindings(store), ...pictureFindings(store, settings)]
}

/** Days further in the future, such as in the year 9999, are placeholders. */
const DAYS_AHEAD_MAX = 36_500

/** Reports listings and sales dated after today: the clock may be wrong. Time zones explain a difference of one day. */
function dayFindings(store: CatalogStore, clock: Clock): readonly Finding[] {
  const today = dayNumber(clock.now())
  const newest = store.kind() && store.newestDay('home', today + DAYS_AHEAD_MAX)
  if (newest === undefined || newest <= today + 1) return []
  const sentence = `Homes were listed or sold up to ${dayOf(newest * DAY_MS)}, but the clock says ${dayOf(clock.now())}. If the clock is wrong, correct it; otherwise, correct the dates in the source.`
  return [findingsAbout('clock').look(sentence)]
}
