import type { CatalogStore } from '../../catalog/ports/catalog-store.ts'
import { LAYERS_NOTE } from '../../catalog/ports/catalog-writer.ts'
import { addLayer, type LayerReport, type LayerRun, removeLayer, requireLayerName } from '../../intake/ingest/layers.ts'
import { CommandFault, EXIT } from '../../kit/base/failure.ts'
import { grouped } from '../../kit/base/figures.ts'
import { didYouMean, quote } from '../../kit/base/sentence.ts'
import type { Layer } from '../../model/layer.ts'
import { catalogStoreOf } from '../serving/backend.ts'
import type { Call, CommandGroup } from '../terminal/command.ts'
import { table } from '../terminal/table.ts'
import { StepProgress } from '../terminal/terminal.ts'
import { changeCatalog } from './change-catalog.ts'

/** `plat layers …` adds, lists and removes layers of polygons in which homes are looked up. */
export const COMMAND: CommandGroup = {
  description:
    'Add layers of polygons, such as school areas, flood zones, parcels or districts, and look up homes in them.',
  examples: `
Examples:
  ./plat layers add flood --file zones.geojson --name-column FLD_ZONE --label 'Flood zones'
  ./plat layers list
  ./plat layers remove flood --yes

Searches then accept inLayer and notInLayer, and a home's document lists the
polygons around it. A running service picks this up within seconds. See docs/layers.md.`,
  commands: [
    {
      usage: 'add <NAME>',
      summary: 'Add a layer from a file, and look up all homes in it.',
      example: 'add parcels --file parcels.zip --id-column PIN --source County --date 2026-05-01',
      options: ['file', 'idColumn', 'nameColumn', 'label', 'source', 'date', 'replace'],
      required: ['file'],
      texts: { label: 'Name of the layer for readers.', replace: 'Replace the layer with the same name.' },
      run: add,
    },
    { usage: 'list', summary: 'List the layers.', example: 'list --json', run: list },
    {
      usage: 'remove <NAME>',
      summary: 'Remove a layer from the catalog and its homes.',
      example: 'remove flood --yes',
      options: ['yes'],
      run: remove,
    },
  ],
}

function layersIn(store: CatalogStore): readonly Layer[] {
  return JSON.parse(store.notes(LAYERS_NOTE).get(LAYERS_NOTE) ?? '[]') // `addLayer` wrote this note
}

async function add(call: Call): Promise<void> {
  const { label, source, date, idColumn, nameColumn, replace = false } = call.options
  const [name = ''] = call.words
  const file = call.demand('file')
  requireLayerName(name)
  const store = await catalogStoreOf(call.settings)
  if (store.kind() === undefined)
    throw new CommandFault(`There is no catalog in ${store.name}: import homes first.`, EXIT.noInput)
  if (!replace && layersIn(store).some((layer) => layer.name === name))
    throw new CommandFault(`A layer ${quote(name)} already exists: to replace it, add --replace.`, EXIT.usage)
  const about = { name, label: label ?? name, ...(source && { source }), ...(date && { date }), idColumn, nameColumn }
  let report: LayerReport | undefined
  await changeCatalog(call, store, (writer) =>
    running(call, async (run) => {
      report = await addLayer(writer, file, about, run)
    }),
  )
  if (report !== undefined) call.answer(documentOf(report), linesOf(report))
}

async function running(call: Call, work: (run: LayerRun) => Promise<void>): Promise<void> {
  const labels = { reading: 'Reading', 'looking up': 'Looking up homes' }
  const progress = new StepProgress(call.terminal, labels)
  try {
    await work({ signal: call.terminal.interrupted, onProgress: (...step) => progress.update(...step) })
  } finally {
    progress.end()
  }
}

function documentOf({ layer, homes, mended, refused }: LayerReport): object {
  const { examples: _, ...description } = layer
  return { ...description, homes, mended: Object.fromEntries(mended), refused: Object.fromEntries(refused) }
}

const REPAIRS: Readonly<Record<string, string>> = {
  closed: 'Features with open rings, which were closed',
  turned: 'Features with rings in the wrong direction, which were reversed',
  'left out': 'Features with rings without an area, which were left out',
  crossing: 'Features with rings that cross themselves, which were filled by the even-odd rule',
  joined: 'Features with the id of an earlier feature, to which they were added',
}

function linesOf({ layer: { name, features }, homes, mended, refused }: LayerReport): readonly string[] {
  return [
    `Layer ${name}: ${grouped(features)} features, ${grouped(homes)} homes in them.`,
    ...Array.from(mended, ([repair, counted]) => `${REPAIRS[repair]}: ${shown(counted)}.`),
    ...Array.from(refused, ([why, counted]) => `Features left out, because ${why}: ${shown(counted)}.`),
  ]
}

function shown({ features, numbers }: { readonly features: number; readonly numbers: readonly number[] }): string {
  return `${grouped(features)} (${numbers.join(', ')}${features > numbers.length ? ', …' : ''})`
}

async function list(call: Call): Promise<void> {
  const layers = layersIn(await catalogStoreOf(call.settings))
  if (layers.length === 0 && !call.options.json) {
    call.terminal.note('The catalog has no layers.')
    return
  }
  const rows = layers.map(({ name, label, features, source = '', date = '' }) => {
    return [name, grouped(features), label, source, date]
  })
  const heading = ['NAME', 'FEATURES', 'LABEL', 'SOURCE', 'DATE']
  call.answer(
    { layers: layers.map(({ name, label, source, date, features }) => ({ name, label, source, date, features })) },
    table(heading, rows, call.terminal.watched, 1),
  )
}

async function remove(call: Call): Promise<void> {
  const [name = ''] = call.words
  const store = await catalogStoreOf(call.settings)
  const names = layersIn(store).map((layer) => layer.name)
  if (!names.includes(name)) {
    const accepted = names.length === 0 ? 'the catalog has no layers' : `the layers are ${names.join(', ')}`
    throw new CommandFault(`There is no layer ${quote(name)}: ${accepted}.${didYouMean(name, names)}`, EXIT.data)
  }
  if (!call.options.yes)
    throw new CommandFault(`This would remove the layer ${quote(name)}: to remove it, add --yes.`, EXIT.usage)
  await changeCatalog(call, store, (writer) => running(call, (run) => removeLayer(writer, name, run)))
  call.answer({ removed: name }, [`Removed the layer ${name}.`])
}
