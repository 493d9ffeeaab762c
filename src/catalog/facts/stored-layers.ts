import type { Layer } from '../../model/layer.ts'
import { LAYERS_NOTE } from '../ports/catalog-writer.ts'

/** The row of `meta` with the layers, in both backends: a note, which `plat move` takes along. */
export const LAYERS = `note ${LAYERS_NOTE}`

export function layersIn(text: string | undefined): { readonly layers?: readonly Layer[] } {
  return text === undefined ? {} : { layers: JSON.parse(text) } // written by commands
}
