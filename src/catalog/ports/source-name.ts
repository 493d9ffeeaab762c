import type { CatalogAbout } from './catalog.ts'

const INVENTED = 'Plat sample catalogue (invented data)'

/**
 * The `source` of every answer: a note that the data is invented, if it is; otherwise the attribution of the record's
 * source, or `Plat` if the answer does not rest on a single record.
 */
export function sourceName(about: CatalogAbout, record?: { readonly source: string }): string {
  return about.sample ? INVENTED : record === undefined ? 'Plat' : attributed(about, record.source)
}

/** The attribution that a source requires; the source itself if none was given. */
export function attributed({ attributions }: Pick<CatalogAbout, 'attributions'>, source: string): string {
  return attributions?.get(source) ?? source
}
