import type { Catalog } from '../../src/catalog/catalog.ts'
import type { CatalogWriter } from '../../src/catalog/catalog-writer.ts'
import { idOf } from '../../src/catalog/embedded/schema.ts'
import type { Noun, Records } from '../../src/catalog/nouns.ts'

/**
 * Makes a catalogue of what is put into it, as much of one as is asked of it: what the contract of a port is run on.
 */
export type CatalogWith<P extends keyof Catalog = keyof Catalog> = (
  write: (writer: Pick<CatalogWriter, 'put'>) => void,
) => Pick<Catalog, P | 'close'>

/** What was put, noun by noun, the last record of each id: for catalogues that are made of arrays. */
export function recordsPut(write: (writer: Pick<CatalogWriter, 'put'>) => void): {
  readonly [N in Noun]: readonly Records[N][]
} {
  const nouns = new Map<Noun, Map<unknown, unknown>>()
  write({
    put: (noun, record) => {
      const records = nouns.get(noun) ?? new Map<unknown, unknown>()
      nouns.set(noun, records.set(idOf(noun, record), record))
    },
  })
  const all = <N extends Noun>(noun: N) => [...(nouns.get(noun)?.values() ?? [])] as Records[N][] // as `put` takes them
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
  }
}
