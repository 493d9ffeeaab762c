import type { CatalogStore } from '../../catalog/ports/catalog-store.ts'
import { readSourceNote, SOURCE_NOTES } from '../../intake/ingest/import-notes.ts'
import type { Settings } from '../../kit/base/settings.ts'
import { type Finding, findingsAbout } from './finding.ts'

export type PictureSettings = Pick<Settings, 'pictureOrigins' | 'mediaOrigin'>

/** Returns how to show pictures from these origins in the console; undefined if the console shows all of them. */
export function pictureAdvice(
  origins: readonly string[],
  { pictureOrigins, mediaOrigin }: PictureSettings,
): string | undefined {
  const allowed = pictureOrigins.split(',').filter((origin) => origin !== '')
  const blocked = [...new Set(origins)].filter((origin) => origin !== mediaOrigin && !allowed.includes(origin))
  if (blocked.length === 0) return undefined
  const value = [...allowed, ...blocked].join(',')
  return `The console only links to pictures at ${blocked.join(', ')}. To show them, start the service with PLAT_PICTURE_ORIGINS=${value}.`
}

/** Reports imported pictures that the console may not load. */
export function pictureFindings(store: CatalogStore, settings: PictureSettings): readonly Finding[] {
  const notes = [...store.notes(SOURCE_NOTES).values()].map(readSourceNote)
  const advice = pictureAdvice(
    notes.flatMap(({ pictureOrigins = [] }) => pictureOrigins),
    settings,
  )
  return advice === undefined ? [] : [findingsAbout('pictures').look(advice)]
}
