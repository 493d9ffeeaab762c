import type { CatalogAbout } from './catalog.ts'
import type { Noun } from './nouns.ts'

/** The `source` of answers that contain invented data. */
export const INVENTED = 'Plat sample catalog (invented data)'

/**
 * Returns the `source` of an answer based on one record: a notice if the data is invented, else the attribution that
 * the source requires or the source's name. `Plat` if the source is unknown.
 */
export function sourceName(about: CatalogAbout, record?: { readonly source?: string }): string {
  return about.sample ? INVENTED : record?.source === undefined ? 'Plat' : attributed(about, record.source)
}

/** Returns the `source` of an answer based on many records of a type: the attributions of all its sources. */
export function sourceNames(about: CatalogAbout, noun: Noun): string {
  const sources = about.contributors?.[noun] ?? []
  if (about.sample || sources.length === 0) return sourceName(about)
  return [...new Set(sources.map((source) => attributed(about, source)))].join('; ')
}

/** The attribution that a source requires, or the name of the source. */
export function attributed({ attributions }: Pick<CatalogAbout, 'attributions'>, source: string): string {
  return attributions?.get(source) ?? source
}
