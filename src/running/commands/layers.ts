import type { CatalogStore } from '../../catalog/ports/catalog-store.ts'
import { LAYERS_NOTE } from '../../catalog/ports/catalog-writer.ts'
import { addLayer, type LayerReport, type LayerRun, removeLayer, requireLayerName } from '../../intake/ingest/layers.ts'
import { CommandFault, EXIT } from '../../kit/base/failure.ts'
import { nearestName, quote } from '../../kit/base/sentence.ts'
import type { Layer } from '../../model/layer.ts'
import { catalogStoreOf } from '../serving/backend.ts'
import type { Call, CommandGroup } from '../terminal/command.ts'
import { table } from '../terminal/table.ts'
import { StepProgress } from '../terminal/terminal.ts'
import { changeCatalog } from './change-catalog.ts'

/** `plat layers …` adds, lists and removes polygons that homes are looked up in. */
export const COMMAND: CommandGroup = {
  description: 'Bring polygons that homes are looked up in: school areas, flood zones, parcels, districts.',
  examples: `
Examples:
  ./plat layers add flood --file zones.geojson --name-column FLD_ZONE --label 'Flood zones'
  ./plat layers list
  ./plat layers remove flood --yes

Searches then take inLayer and notInLayer, and documents say what a home lies in:
docs/layers.md. A running service follows within seconds.`,
  commands: [
    {
      usage: 'add <NAME>',
      summary: 'Add a layer from a file, and look up all homes in it.',
      example: 'add parcels --file parcels.zip --id-column PIN --source County --date 2026-05-01',
      options: ['file', 'idColumn', 'nameColumn', 'label', 'source', 'date', 'replace'],
      required: ['file'],
      run: add,
    },
    { usage: 'list', summary: 'List the layers.', example: 'list --json', run: list },
    {
      usage: 'remove <NAME>',
      summary: 'Remove a layer, also from the homes in it.',
      example: 'remove flood --yes',
      options: ['yes'],
      run: remove,
    },
  ],
}

function layersIn(store: CatalogStore): readonly Layer[] {
  return JSON.parse(store.notes(LAYERS_NOTE).get(LAYERS_NOTE) ?? '[]') // as `addLayer` writes it
}

async function add(call: Call): Promise<void> {
  const { label, source, date, idColumn, nameColumn, replace = false } = call.options
  const [name = ''] = call.words
  const file = call.demand('file')
  requireLayerName(name)
  const store = await catalogStoreOf(call.settings)
  if (store.kind() === undefined)
    throw new CommandFault(`There is no catalogue in ${store.name}: import homes first.`, EXIT.noInput)
  if (!replace && layersIn(store).some((layer) => layer.name === name))
    throw new CommandFault(`There is a layer ${quote(name)} already: run it again with --replace.`, EXIT.usage)
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
  const labels = { reading: 'Reading', 'looking up': 'Looking up homes', writing: 'Writing homes' }
  const progress = new StepProgress(call.terminal, labels)
  try {
    await work({ signal: call.terminal.interrupted, onProgress: (...step) => progress.update(...step) })
  } finally {
    progress.end()
  }
}

function documentOf({ layer, homes, mended, refused }: LayerReport): object {
  const { examples: _, ...told } = layer
  return { ...told, homes, mended: Object.fromEntries(mended), refused: Object.fromEntries(refused) }
}

const MENDS: Readonly<Record<string, string>> = {
  closed: 'have rings that were closed',
  turned: 'have rings that run the wrong way round, which were turned',
  'left out': 'have rings without an inside, which were left out',
  crossing: 'have rings that cross themselves: inside is what lies within an odd number of turns',
  joined: 'have the id of another one, which they became part of',
}

function linesOf({ layer: { name, features }, homes, mended, refused }: LayerReport): readonly string[] {
  const of = (told: { readonly features: number; readonly numbers: readonly number[] }) =>
    `${count(told.features)} (${told.numbers.join(', ')}${told.features > told.numbers.length ? ', …' : ''})`
  return [
    `Layer ${name}: ${count(features)} features, ${count(homes)} homes in them.`,
    ...Array.from(mended, ([mend, told]) => `Features that ${MENDS[mend]}: ${of(told)}.`),
    ...Array.from(refused, ([why, told]) => `Features that were left out, since ${why}: ${of(told)}.`),
  ]
}

function count(number: number): string {
  return number.toLocaleString('en-US')
}

async function list(call: Call): Promise<void> {
  const layers = layersIn(await catalogStoreOf(call.settings))
  if (layers.length === 0 && !call.options.json) {
    call.terminal.note('The catalogue has no layers.')
    return
  }
  const rows = layers.map(({ name, label, features, source = '', date = '' }) => [
    name,
    features.toLocaleString('en-US'),
    label,
    source,
    date,
  ])
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
    const nearest = nearestName(name, names)
    const accepted = names.length === 0 ? 'the catalog has no layers' : `the layers are ${names.join(', ')}`
    const hint = nearest === undefined ? '' : ` Did you mean ${nearest}?`
    throw new CommandFault(`There is no layer ${quote(name)}: ${accepted}.${hint}`, EXIT.data)
  }
  if (!call.options.yes)
    throw new CommandFault(`This would remove the layer ${quote(name)}: run it again with --yes.`, EXIT.usage)
  await changeCatalog(call, store, (writer) => running(call, (run) => removeLayer(writer, name, run)))
  call.answer({ removed: name }, [`Removed the layer ${name}.`])
}
