interface Described {
  readonly name: string
  readonly description?: string
  readonly required?: boolean
  readonly schema?: {
    readonly type?: string
    readonly enum?: readonly (string | number | boolean)[]
    readonly items?: { readonly enum?: readonly string[] }
    readonly format?: string
    readonly minimum?: number
    readonly maximum?: number
    readonly maxLength?: number
    readonly default?: string | number | boolean
  }
  readonly example?: string | number | boolean | readonly string[]
  readonly 'x-label'?: string
  readonly 'x-group'?: string
  readonly 'x-range-of'?: string
  readonly 'x-only-with'?: Values
  readonly 'x-fitting'?: Readonly<Record<string, Values>>
}

type Values = Readonly<Record<string, readonly string[]>>

/** The kind of input for a value. */
export type Entry =
  | { readonly kind: 'one'; readonly values: readonly string[] }
  | { readonly kind: 'several'; readonly values: readonly string[] }
  | { readonly kind: 'range'; readonly unit: string }
  | { readonly kind: 'number'; readonly least: number | undefined; readonly most: number | undefined }
  /** `false` filters nothing if the flag is only a choice. */
  | { readonly kind: 'flag'; readonly isChoice: boolean }
  | { readonly kind: 'day' }
  | { readonly kind: 'text'; readonly longest: number | undefined; readonly example: string }

/** A parameter of an operation, as forms need it. */
export interface OperationField {
  readonly name: string
  /** The label that the service declares for forms. */
  readonly label: string | undefined
  /** The group of the form that the field belongs to. */
  readonly group: string | undefined
  /** The parameter's description, and the values that other parameters must have for it to apply. */
  readonly says: string
  readonly required: boolean
  readonly entry: Entry
  /** The default value; empty if there is none. */
  readonly standard: string
  readonly onlyWith: Values
  /** By value of another parameter: the values of this parameter that are valid together with it. */
  readonly fitting: Readonly<Record<string, Values>>
}

let document: Promise<Paths> | undefined

type Paths = Readonly<Record<string, { readonly get?: { readonly parameters?: readonly Described[] } }>>

/**
 * Loads the parameters of an operation from the OpenAPI document, which is free. Forms show new parameters of the
 * service without any change here.
 */
export async function fieldsOf(path: string): Promise<readonly OperationField[]> {
  document ??= load()
  const paths = await document
  return (paths[path]?.get?.parameters ?? []).map(fieldOf)
}

async function load(): Promise<Paths> {
  try {
    const response = await fetch('/openapi.json')
    if (!response.ok) throw new Error(`The OpenAPI document could not be loaded (status ${response.status}).`)
    return ((await response.json()) as { paths: Paths }).paths // every OpenAPI document has `paths`
  } catch (error) {
    document = undefined
    throw error
  }
}

function fieldOf(described: Described): OperationField {
  const { name, description = '', required = false, schema = {} } = described
  return {
    name,
    label: described['x-label'],
    group: described['x-group'],
    says: description,
    required,
    entry: entryOf(described),
    standard: schema.default === undefined ? '' : String(schema.default),
    onlyWith: described['x-only-with'] ?? {},
    fitting: described['x-fitting'] ?? {},
  }
}

/** The first words of the description of a parameter that has no effect if it is false. */
const ONLY_TRUE = /^If true, /

function entryOf({ schema = {}, example, ...described }: Described): Entry {
  const unit = described['x-range-of']
  if (schema.items?.enum !== undefined) return { kind: 'several', values: schema.items.enum }
  if (unit !== undefined) return { kind: 'range', unit }
  if (schema.enum !== undefined) return { kind: 'one', values: schema.enum.map(String) }
  if (schema.type === 'boolean') return { kind: 'flag', isChoice: ONLY_TRUE.test(described.description ?? '') }
  if (schema.type === 'number' || schema.type === 'integer')
    return { kind: 'number', least: schema.minimum, most: schema.maximum }
  if (schema.format === 'date') return { kind: 'day' }
  return { kind: 'text', longest: schema.maxLength, example: example === undefined ? '' : String(example) }
}

export type FormValues = Readonly<Record<string, string>>

/** Whether a parameter has an effect, given the values of the other parameters. */
export function applies({ onlyWith }: OperationField, given: FormValues): boolean {
  return Object.entries(onlyWith).every(([name, values]) => values.includes(given[name] ?? ''))
}

/** Returns the values that are valid, given the values of the other parameters. */
export function valuesBeside({ entry, fitting }: OperationField, given: FormValues) {
  const values = entry.kind === 'one' || entry.kind === 'several' ? entry.values : []
  return values.filter((value) =>
    Object.entries(fitting).every(([name, by]) => by[given[name] ?? '']?.includes(value) ?? true),
  )
}
