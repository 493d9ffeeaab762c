import type { Catalog } from '../../../../catalog/ports/catalog.ts'
import type { QueryNode } from '../../../../catalog/ports/query.ts'
import { nearestName, quote } from '../../../../kit/base/sentence.ts'
import { beyond, invalidParameters, optional, Refusal, type Shape, unlogged } from '../../../../kit/params/index.ts'
import { type Layer, layerKey, nameId } from '../../../../model/layer.ts'
import { agentText } from '../../agent-words.ts'
import { each, filter } from './family.ts'

const MAX_CHARACTERS = 2000
const MAX_ITEMS = 100

/** A map layer, or its features with an id or a name. */
interface LayerPart {
  readonly layer: string
  readonly feature?: string
}

const layerParts: Shape<readonly LayerPart[]> = {
  schema: { type: 'string', maxLength: MAX_CHARACTERS },
  example: 'districts:98101,districts:98121',
  joint: ',',
  parse: (text) => {
    const items = text.split(',').flatMap((item) => item.trim() || [])
    if (text.length <= MAX_CHARACTERS && items.length <= MAX_ITEMS) return items.map(partIn)
    return new Refusal(
      `must have at most ${MAX_ITEMS} layers or features, separated by commas, and has ${items.length}.`,
    )
  },
  format: (parts) =>
    parts.map(({ layer, feature }) => (feature === undefined ? layer : `${layer}:${feature}`)).join(','),
  asksNothing: (parts) => parts.length === 0,
}

function partIn(item: string): LayerPart {
  const colon = item.indexOf(':')
  const [layer, feature = ''] = colon < 0 ? [item] : [item.slice(0, colon), item.slice(colon + 1)]
  return { layer: layer.trim().toLowerCase(), ...(feature.trim() && { feature: feature.trim() }) }
}

function inSome(parts: readonly LayerPart[]): QueryNode {
  const regions = parts.flatMap(({ layer, feature }) =>
    feature === undefined ? [layerKey(layer)] : [layerKey(layer, feature), layerKey(layer, nameId(feature))],
  )
  return { kind: 'place', regions }
}

const HOW = 'layers of the operator, or their features as layer:feature by id or name, separated by commas'

export const layers = each('What it has', {
  inLayer: filter(
    unlogged(beyond(optional(layerParts, `Homes in one of these: ${HOW}.`))),
    (parts) => (parts.length === 0 ? undefined : inSome(parts)),
    { agent: agentText('in_layers', 'in #', `In one of these: ${HOW}.`, MAX_CHARACTERS) },
  ),
  notInLayer: filter(
    unlogged(beyond(optional(layerParts, `Homes in none of these: ${HOW}. Homes without a place on the map match.`))),
    (parts) => (parts.length === 0 ? undefined : { kind: 'none', alternatives: [[inSome(parts)]] }),
    { agent: agentText('not_in_layers', 'not in #', `In none of these: ${HOW}.`, MAX_CHARACTERS) },
  ),
})

/** Throws a Fault that lists valid values if a search names an unknown map layer or feature. */
export async function requireLayers(args: Readonly<Record<string, unknown>>, catalog: Catalog): Promise<void> {
  for (const parameter of ['inLayer', 'notInLayer']) {
    const parts = (args[parameter] ?? []) as readonly LayerPart[] // both parameters parse to this type
    for (const part of parts) {
      const problem = await problemOf(part, catalog)
      if (problem === undefined) continue
      const given = layerParts.format?.([part]) ?? ''
      const detail = `Cannot read ${parameter} ${quote(given)}: ${problem}`
      throw invalidParameters([{ parameter, code: 'param.invalid', detail, given }])
    }
  }
}

/** Returns why a map layer or its feature cannot be used; undefined if it exists. */
export async function problemOf({ layer, feature }: LayerPart, catalog: Catalog): Promise<string | undefined> {
  const all = catalog.about().layers ?? []
  const there = all.find(({ name }) => name === layer)
  if (there === undefined)
    return `there is no such layer: ${accepted(
      layer,
      all.map(({ name }) => name),
    )}`
  if (feature === undefined || (await featureOf(there, feature, catalog))) return undefined
  return `the layer ${layer} has no such feature: ${accepted(feature, there.examples)}`
}

/** Whether a layer has a feature with this id or name. */
async function featureOf({ name }: Layer, feature: string, { records }: Catalog): Promise<boolean> {
  if ((await records.get('shape', `${name}/${feature}`)) !== undefined) return true
  return (await records.get('shape', `${name}/${nameId(feature)}`)) !== undefined
}

const EXAMPLES_MAX = 10

function accepted(given: string, names: readonly string[]): string {
  if (names.length === 0) return 'the catalog has none. The operator can add one with ./plat layers add.'
  const nearest = nearestName(given, names)
  const some = names.slice(0, EXAMPLES_MAX).join(', ')
  return `must be one of ${some}${names.length > EXAMPLES_MAX ? ' and others' : ''}.${nearest === undefined ? '' : ` Did you mean ${nearest}?`}`
}
