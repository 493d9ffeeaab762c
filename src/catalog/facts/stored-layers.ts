import type { Layer } from '../../model/layer.ts'
import { LAYERS_NOTE } from '../ports/catalog-writer.ts'

/** Row of `meta`, in both backends: the layers, as a note, which `plat move` copies. */
export const LAYERS = `note ${LAYERS_NOTE}`

export function layersIn(text: string | undefined): { readonly layers?: readonly Layer[] } {
  return text === undefined ? {} : { layers: JSON.parse(text) } // written by commands
}
