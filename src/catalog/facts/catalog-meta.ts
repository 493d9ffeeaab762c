import type { Home } from '../../model/home.ts'
import type { HomeLayer } from '../../model/layer.ts'
import type { CatalogAbout } from '../ports/catalog.ts'
import { LAYERS_NOTE } from '../ports/catalog-writer.ts'
import type { Noun, Records } from '../ports/nouns.ts'
import { StoredLayers } from './layer-index.ts'

/** The rows of the table `meta`, which describe the catalog as a whole. */
export interface MetaRows {
  get(name: string): string | undefined
  set(name: string, value: string): void
  remove(name: string): void
}

/** Row of `meta`: the attribution of each source. */
const ATTRIBUTIONS = 'attributions'

/** Row of `meta`: for each record type, the sources that have records of it. */
const CONTRIBUTORS = 'contributors'

/** Row of `meta`: the precedence of each source. */
const PRECEDENCES = 'precedences'

/** Row of `meta`: the sequence number at which the first import ended. */
export const FIRST_IMPORT = 'firstImport'

/**
 * Prefix of the names of notes. Notes are rows of `meta`, so they are checked, copied and committed together with the
 * records.
 */
export const NOTE = 'note '

/** Row of `meta`: the layers. It is a note, so `plat move` copies it. */
export const LAYERS = NOTE + LAYERS_NOTE

type ReadRows = Pick<MetaRows, 'get'>

export function attributionsIn(meta: ReadRows): ReadonlyMap<string, string> {
  return new Map(Object.entries(JSON.parse(meta.get(ATTRIBUTIONS) ?? '{}')))
}

/** Returns, for each record type, the sources that have records of it. */
export function contributorsIn(meta: ReadRows): Readonly<Record<string, readonly string[]>> {
  return JSON.parse(meta.get(CONTRIBUTORS) ?? '{}') // `contribute` wrote this type
}

/** Returns the precedence of each source, if it was set. */
export function precedencesIn(meta: ReadRows): ReadonlyMap<string, number> {
  return new Map(Object.entries(JSON.parse(meta.get(PRECEDENCES) ?? '{}')))
}

export function setPrecedences(meta: MetaRows, precedences: ReadonlyMap<string, number>): void {
  meta.set(PRECEDENCES, JSON.stringify(Object.fromEntries(precedences)))
}

/** The description of a catalog as a whole. */
export function aboutIn(meta: ReadRows, dataVersion: string): CatalogAbout {
  const layers = meta.get(LAYERS)
  return {
    catalogId: meta.get('catalogId') ?? '',
    dataVersion,
    sample: meta.get('kind') === 'sample',
    counts: JSON.parse(meta.get('counts') ?? '{}'),
    firstImport: Number(meta.get(FIRST_IMPORT) ?? '0'),
    attributions: attributionsIn(meta),
    contributors: contributorsIn(meta),
    ...(layers !== undefined && { layers: JSON.parse(layers) }), // commands write this type
  }
}

/** Stores a note; undefined removes the note. */
export function setNote(meta: MetaRows, name: string, text: string | undefined): void {
  if (text !== undefined) meta.set(NOTE + name, text)
  else meta.remove(NOTE + name)
}

/** The part of a writer that both backends share; `CatalogWriter` documents the methods. */
export abstract class MetaWriter {
  readonly #meta: MetaRows
  protected readonly layers = new StoredLayers(() => this.each('shape'))

  constructor(meta: MetaRows) {
    this.#meta = meta
  }

  abstract each<N extends Noun>(noun: N): Iterable<Records[N]>

  attribute(source: string, attribution: string): boolean {
    const attributions = attributionsIn(this.#meta)
    if (attributions.get(source) === attribution) return false
    const all = [...attributions, [source, attribution]]
    this.#meta.set(ATTRIBUTIONS, JSON.stringify(Object.fromEntries(all)))
    return true
  }

  contribute(noun: Noun, source: string, isIn: boolean): boolean {
    const contributors = contributorsIn(this.#meta)
    const names = contributors[noun] ?? []
    if (names.includes(source) === isIn) return false
    const otherSources = names.filter((name) => name !== source)
    const ofNoun = isIn ? [...otherSources, source].sort() : otherSources
    this.#meta.set(CONTRIBUTORS, JSON.stringify({ ...contributors, [noun]: ofNoun }))
    return true
  }

  layersOf(home: Home): readonly HomeLayer[] {
    return this.layers.of(home)
  }

  note(name: string): string | undefined {
    return this.#meta.get(NOTE + name)
  }

  setNote(name: string, text: string | undefined): void {
    setNote(this.#meta, name, text)
  }
}
