import type { CatalogAbout } from '../catalog/catalog.ts'

const INVENTED = 'Plat sample catalogue (invented data)'

/**
 * What `source` says in every answer: that the data is invented where it is, else the name of the source that the record
 * came from; `Plat` where an answer stands on no single record.
 */
export function sourceName(about: CatalogAbout, record?: { readonly source: string }): string {
  return about.sample ? INVENTED : (record?.source ?? 'Plat')
}
