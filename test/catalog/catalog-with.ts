import type { Catalog } from '../../src/catalog/ports/catalog.ts'
import type { CatalogWriter } from '../../src/catalog/ports/catalog-writer.ts'
import { type GivenRecords, idOf, type Noun } from '../../src/catalog/ports/nouns.ts'

/** Makes a catalog with the records that `write` puts. The catalog has at least the ports `P`, which are tested. */
export type CatalogWith<P extends keyof Catalog = keyof Catalog> = (
  write: (writer: Pick<CatalogWriter, 'put'>) => void,
) => Pick<Catalog, P | 'close'> | Promise<Pick<Catalog, P | 'close'>>

/**
 * Returns the records that were put, by record type, for catalogs made of arrays. A later record replaces an earlier
 * one with the same id.
 */
export function recordsPut(write: (writer: Pick<CatalogWriter, 'put'>) => void): {
  readonly [N in Noun]: readonly GivenRecords[N][]
} {
  const nouns = new Map<Noun, Map<unknown, unknown>>()
  write({
    put: (noun, record) => {
      const records = nouns.get(noun) ?? new Map<unknown, unknown>()
      nouns.set(noun, records.set(idOf(noun, record), record))
    },
  })
  const all = <N extends Noun>(noun: N) => [...(nouns.get(noun)?.values() ?? [])] as GivenRecords[N][] // `put` accepts only records of this type
  return {
    home: all('home'),
    building: all('building'),
    agent: all('agent'),
    office: all('office'),
    school: all('school'),
    person: all('person'),
    series: all('series'),
    rate: all('rate'),
    climate: all('climate'),
    offer: all('offer'),
    experience: all('experience'),
    shape: all('shape'),
  }
}
