import { comment, interfaceOf, key, type Schema, typeOf } from './client-types.ts'

/** Writes the parameter types of the TypeScript client. */

export interface DescribedParameter {
  readonly name: string
  readonly description: string
  readonly required: boolean
  readonly schema: Schema
  readonly example?: unknown
}

interface ParametersOf {
  readonly path: string
  readonly parametersType: string
  readonly operation: { readonly parameters?: readonly DescribedParameter[] }
}

/** Base interfaces of parameter types. Each has the parameters that all of its paths declare identically. */
const SHARED = [
  {
    name: 'HomeIdentifiers',
    meaning: 'What identifies a property; any one is enough.',
    paths:
      '/graph_charts /ownerinfo /climate /walk_transit_bike /pricehistory /taxinfo /propimages /comparable_homes /similar /nearby /valuation/what_if',
  },
  {
    name: 'HomeFilters',
    meaning: 'What every search for homes by a place may ask for.',
    paths: '/search/byaddress /search/bypolygon /search/bycoordinates /search/bymapbounds /search/plan /search/facets',
  },
].map(({ name, meaning, paths }) => ({ name, meaning, paths: paths.split(' ') }))

/** Writes the parameter types of every operation. */
export function parametersFile(methods: readonly ParametersOf[]): string {
  const own = methods.map(({ path, parametersType, operation: { parameters = [] } }) => {
    const bases = SHARED.filter(({ paths }) => paths.includes(path))
    const inherited = new Set(bases.flatMap((base) => sharedMembers(base, methods)))
    const lines = parameters.map(parameterMember).filter((line) => !inherited.has(line))
    const head = comment(`Of \`${path}\`.`)
    if (parameters.length === 0) return `${head}export type ${parametersType} = NoParameters\n`
    const names = bases.map(({ name }) => name)
    if (lines.length === 0) return `${head}export type ${parametersType} = ${names.join(' & ')}\n`
    return head + interfaceOf(parametersType, lines, names)
  })
  const shared = SHARED.map((base) => comment(base.meaning) + interfaceOf(base.name, sharedMembers(base, methods), []))
  return `import type { NoParameters, Range } from '../query.ts'\n\n${[...shared, ...own].join('\n')}`
}

/** Writes the parameters that all operations of the paths declare identically. */
function sharedMembers({ paths }: (typeof SHARED)[number], methods: readonly ParametersOf[]): readonly string[] {
  const sets = methods
    .filter(({ path }) => paths.includes(path))
    .map(({ operation }) => new Set((operation.parameters ?? []).map(parameterMember)))
  return [...(sets[0] ?? [])].filter((line) => sets.every((set) => set.has(line)))
}

function parameterMember(parameter: DescribedParameter): string {
  const isOptional = !parameter.required
  const type = `${parameterType(parameter)}${isOptional ? ' | undefined' : ''}`
  return `${comment(parameter.description)}readonly ${key(parameter.name)}${isOptional ? '?' : ''}: ${type}`
}

/** The kind of a parameter whose value is not plain text. */
export type Kind = 'number' | 'flag' | 'list' | 'places' | 'range'

export function kindOf({ schema, description, example }: DescribedParameter): Kind | undefined {
  if (schema.enum !== undefined || schema.type === 'object') return undefined
  if (schema.type === 'boolean') return 'flag'
  if (schema.type === 'array') return 'list'
  if (schema.type !== 'string') return 'number'
  if (/separated by semicolons/.test(description)) return 'places'
  if (/separated by (a )?comma/.test(description)) return 'list'
  return String(example).startsWith('min:') ? 'range' : undefined
}

/**
 * Returns the type of a parameter. Numbers, lists and ranges have their own types; the client converts them to text.
 */
function parameterType(parameter: DescribedParameter): string {
  const { name, schema } = parameter
  const numbers = (schema.enum ?? []).filter((value) => /^\d+$/.test(String(value)))
  if (schema.enum !== undefined) return [typeOf(schema), ...numbers].join(' | ')
  if (schema.type === 'object') return typeOf(schema)
  const kind = kindOf(parameter)
  if (kind === 'list' || kind === 'places') return 'string | readonly string[]'
  if (kind === 'range') return 'string | Range'
  if (kind !== undefined) return typeOf(schema)
  return name.endsWith('zpid') ? 'string | number' : 'string'
}
