import { setImmediate as nextTurn } from 'node:timers/promises'
import { type CatalogWriter, LAYERS_NOTE } from '../../catalog/ports/catalog-writer.ts'
import { CommandFault, EXIT } from '../../kit/base/failure.ts'
import { quote } from '../../kit/base/sentence.ts'
import { type HomeLayer, type Layer, nameId, packedPolygons, unpackedPolygons } from '../../model/layer.ts'
import { dataFault } from './file-fault.ts'
import { inLayers } from './home-records.ts'
import { type FileFeature, type LayerColumns, openLayerFile } from './layer-file.ts'
import type { Repair } from './layer-rings.ts'
import { inPieces } from './pieces.ts'

const NAME = /^[a-z][a-z0-9_-]{0,39}$/

/** Maximum number of ids and names stored as examples. */
const EXAMPLES_MAX = 200

/** Number of homes per turn of the event loop, so that Ctrl-C is handled. */
const HOMES_PER_TURN = 5000

/** Maximum number of features listed for each error. */
const NUMBERS_MAX = 20

/** Number of features with the same error, and the positions of the first ones. */
export interface FeatureCount {
  readonly features: number
  readonly numbers: readonly number[]
}

export interface LayerReport {
  readonly layer: Layer
  /** Number of homes in the layer. */
  readonly homes: number
  readonly mended: ReadonlyMap<Repair | 'joined', FeatureCount>
  /** Features that cannot be used, by reason. */
  readonly refused: ReadonlyMap<string, FeatureCount>
}

export interface LayerRun {
  readonly signal: AbortSignal
  onProgress(step: 'reading' | 'looking up', done: number, total: number): void
}

export function layersOf(writer: Pick<CatalogWriter, 'note'>): readonly Layer[] {
  return JSON.parse(writer.note(LAYERS_NOTE) ?? '[]') // written below
}

/** Throws a CommandFault for a name that no layer can have. */
export function requireLayerName(name: string): void {
  if (NAME.test(name)) return
  throw new CommandFault(
    `The name of a layer must have at most 40 lower-case letters, digits, - and _, and begin with a letter; you gave ${quote(name)}.`,
    EXIT.usage,
  )
}

/**
 * Adds a layer from a file, or replaces the layer with this name, and finds the homes in it. The caller then commits.
 * Throws a one-sentence CommandFault if the file cannot be used; the caller must then roll back.
 */
export async function addLayer(
  writer: CatalogWriter,
  file: string,
  about: Pick<Layer, 'name' | 'label' | 'source' | 'date'> & LayerColumns,
  run: LayerRun,
): Promise<LayerReport> {
  const { idColumn, nameColumn, ...head } = about
  removeShapes(writer, head.name)
  const read = await readFeatures(writer, file, head.name, { idColumn, nameColumn }, run)
  const others = layersOf(writer).filter(({ name }) => name !== head.name)
  const layer: Layer = { ...head, features: read.features, examples: read.examples }
  keepLayers(writer, [...others, layer])
  return { layer, ...read, homes: await lookUpHomes(writer, head.name, run) }
}

/** Deletes a layer, and removes it from the homes in it. */
export async function removeLayer(writer: CatalogWriter, name: string, run: LayerRun): Promise<void> {
  removeShapes(writer, name)
  keepLayers(
    writer,
    layersOf(writer).filter((layer) => layer.name !== name),
  )
  await lookUpHomes(writer, name, run)
}

function keepLayers(writer: CatalogWriter, layers: readonly Layer[]): void {
  const inOrder = layers.toSorted((one, other) => (one.name < other.name ? -1 : 1))
  writer.setNote(LAYERS_NOTE, inOrder.length === 0 ? undefined : JSON.stringify(inOrder))
}

function removeShapes(writer: CatalogWriter, name: string): void {
  const ids: string[] = []
  for (const { layer, id } of writer.each('shape')) if (layer === name) ids.push(`${layer}/${id}`)
  for (const piece of inPieces(ids)) {
    writer.expect('shape', piece)
    for (const id of piece) writer.remove('shape', id)
  }
}

async function readFeatures(
  writer: CatalogWriter,
  file: string,
  layer: string,
  columns: LayerColumns,
  { signal, onProgress }: LayerRun,
) {
  const [mended, refused] = [new Map<Repair | 'joined', FeatureCount>(), new Map<string, FeatureCount>()]
  const [ids, names, examples] = [new Set<string>(), new Set<string>(), new Set<string>()]
  const source = await openLayerFile(file, columns)
  try {
    for await (const feature of source.features()) {
      signal.throwIfAborted()
      onProgress('reading', source.bytesRead(), source.bytesTotal)
      if ('why' in feature) count(refused, feature.why, feature.number)
      else {
        for (const mend of feature.mends) count(mended, mend, feature.number)
        if (ids.has(feature.id)) count(mended, 'joined', feature.number)
        putFeature(writer, layer, feature, ids.has(feature.id))
        ids.add(feature.id)
        if (feature.name !== undefined) names.add(nameId(feature.name))
        if (examples.size < EXAMPLES_MAX) examples.add(feature.name ?? feature.id)
      }
    }
  } finally {
    source.close()
  }
  for (const id of names) if (!ids.has(id)) writer.put('shape', { layer, id })
  if (ids.size === 0) {
    const [[why, { numbers: [number = 0] = [] }] = ['it has no features', { numbers: [] }]] = refused
    throw dataFault(`"${file}" has no polygons: ${number > 0 ? `of feature ${number}, ` : ''}${why}.`)
  }
  return { features: ids.size, examples: [...examples], mended, refused }
}

/** Rows with the same id are parts of one feature. */
function putFeature(
  writer: CatalogWriter,
  layer: string,
  { id, name, polygons }: FileFeature,
  isJoined: boolean,
): void {
  const before = isJoined ? writer.get('shape', `${layer}/${id}`) : undefined
  const all = [...unpackedPolygons(before?.polygons ?? ''), ...polygons]
  const called = before?.name ?? name
  writer.put('shape', { layer, id, ...(called !== undefined && { name: called }), polygons: packedPolygons(all) })
}

function count<K>(counts: Map<K, FeatureCount>, fault: K, number: number): void {
  const { features, numbers } = counts.get(fault) ?? { features: 0, numbers: [] }
  counts.set(fault, { features: features + 1, numbers: features < NUMBERS_MAX ? [...numbers, number] : numbers })
}

/** Writes the homes whose layers have changed. Returns the number of homes that lie in the layer. */
async function lookUpHomes(writer: CatalogWriter, layer: string, { signal, onProgress }: LayerRun): Promise<number> {
  let [done, inside] = [0, 0]
  for (const home of writer.each('home')) {
    const layers = writer.layersOf(home)
    if (layers.some((one) => one.layer === layer)) inside++
    if (!isSame(home.layers ?? [], layers)) writer.put('home', inLayers(home, layers))
    if (++done % HOMES_PER_TURN !== 0) continue
    onProgress('looking up', done, 0)
    await nextTurn()
    signal.throwIfAborted()
  }
  return inside
}

function isSame(one: readonly HomeLayer[], other: readonly HomeLayer[]): boolean {
  return (
    one.length === other.length &&
    one.every(({ layer, id, name }, i) => {
      // both lists have the same length
      const { layer: otherLayer, id: otherId, name: otherName } = other[i] as HomeLayer
      return layer === otherLayer && id === otherId && name === otherName
    })
  )
}
