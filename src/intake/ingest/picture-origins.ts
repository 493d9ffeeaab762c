import type { CatalogWriter } from '../../catalog/ports/catalog-writer.ts'

/** The part of records that has pictures: homes have them in their listing. */
interface Pictured {
  readonly photos?: readonly (string | { readonly url: string })[]
  readonly listing?: Pick<Pictured, 'photos'>
}

/** Maximum number of origins to collect. More show that addresses are wrong. */
const ORIGINS_MAX = 20

/** Collects the origins of the pictures in all records that are put into the writer from now on. */
export function pictureOriginsIn(writer: CatalogWriter): () => readonly string[] {
  const beginnings = new Set<string>()
  let last = '\0'
  const put = writer.put.bind(writer)
  writer.put = (noun, record) => {
    const { photos, listing } = record as Pictured // records without pictures have none of these keys
    for (const photo of listing?.photos ?? photos ?? []) {
      const url = typeof photo === 'string' ? photo : photo.url
      if (url.startsWith(last) || beginnings.size === ORIGINS_MAX) continue
      last = /^https?:\/\/[^/?#]+\//i.exec(url)?.[0] ?? last
      if (URL.canParse(last)) beginnings.add(last)
    }
    put(noun, record)
  }
  return () => [...new Set([...beginnings].map((beginning) => new URL(beginning).origin))]
}
