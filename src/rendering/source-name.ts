import type { CatalogAbout } from '../catalog/catalog.ts'

const INVENTED = 'Plat sample catalogue (invented data)'

/**
 * What `source` says in every answer: that the data is invented where it is, else who must be named with what the
 * record's source tells; `Plat` where an answer stands on no single record.
 */
export function sourceName(about: CatalogAbout, record?: { readonly source: string }): string {
  return about.sample ? INVENTED : record === undefined ? 'Plat' : attributed(about, record.source)
}

/** Who must be named with what a source tells; the source itself where nobody said. */
export function attributed({ attributions }: CatalogAbout, source: string): string {
  return attributions?.get(source) ?? source
}
