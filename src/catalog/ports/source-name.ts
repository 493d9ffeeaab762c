import type { CatalogAbout } from './catalog.ts'
import type { Noun } from './nouns.ts'

/** The name that stands for the source of invented data. */
export const INVENTED = 'Plat sample catalogue (invented data)'

/**
 * The `source` of an answer that rests on one record: a note that the data is invented, if it is; otherwise the
 * attribution of the record's source, or `Plat` if that is not known.
 */
export function sourceName(about: CatalogAbout, record?: { readonly source?: string }): string {
  return about.sample ? INVENTED : record?.source === undefined ? 'Plat' : attributed(about, record.source)
}

/** The `source` of an answer that rests on many records of a noun: the attributions of all sources that gave some. */
export function sourceNames(about: CatalogAbout, noun: Noun): string {
  const sources = about.contributors?.[noun] ?? []
  if (about.sample || sources.length === 0) return sourceName(about)
  return [...new Set(sources.map((source) => attributed(about, source)))].join('; ')
}

/** The attribution that a source requires; the source itself if none was given. */
export function attributed({ attributions }: Pick<CatalogAbout, 'attributions'>, source: string): string {
  return attributions?.get(source) ?? source
}
