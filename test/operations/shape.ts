import { inspect } from 'node:util'

/**
 * The shape of a JSON value, as the descriptions of answers write it: `num`, `int`, `str`, `bool`, `obj`, `ms`, `day`,
 * `iso`, `second` and `null`, several by `|`; a `?` at the end of a key's shape: the key may be absent. An object names the keys
 * that must be there (more may be), an array of one shape is a list of any length.
 */
export type Shape = string | readonly [Shape] | { readonly [key: string]: Shape } | Nullable

/** A shape, or null. */
export class Nullable {
  readonly shape: Shape

  constructor(shape: Shape) {
    this.shape = shape
  }
}

export function nullable(shape: Shape): Nullable {
  return new Nullable(shape)
}

const ATOMS: Readonly<Record<string, (value: unknown) => boolean>> = {
  num: (value) => typeof value === 'number' && Number.isFinite(value),
  int: (value) => Number.isInteger(value),
  ms: (value) => Number.isInteger(value),
  str: (value) => typeof value === 'string',
  bool: (value) => typeof value === 'boolean',
  obj: (value) => isObject(value),
  null: (value) => value === null,
  day: (value) => typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value),
  iso: (value) => typeof value === 'string' && /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/.test(value),
  second: (value) => typeof value === 'string' && /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/.test(value),
}

/** Everything about a value that is not as its shape says, each with its path; empty when all is well. */
export function problemsOf(value: unknown, shape: Shape, path = ''): string[] {
  if (shape instanceof Nullable) return value === null ? [] : problemsOf(value, shape.shape, path)
  if (typeof shape === 'string') return atomProblems(value, shape, path)
  if (isList(shape)) {
    if (!Array.isArray(value)) return [`${path}: ${show(value)} is no list`]
    return value.flatMap((entry, index) => problemsOf(entry, shape[0], `${path}[${index}]`))
  }
  if (!isObject(value)) return [`${path}: ${show(value)} is no object`]
  return Object.entries(shape).flatMap(([key, inner]) => keyProblems(value, key, inner, `${path}.${key}`))
}

function keyProblems(value: Readonly<Record<string, unknown>>, key: string, shape: Shape, path: string): string[] {
  const optional = typeof shape === 'string' && shape.endsWith('?')
  if (!Object.hasOwn(value, key)) return optional ? [] : [`${path}: is missing`]
  return problemsOf(value[key], optional ? shape.slice(0, -1) : shape, path)
}

function atomProblems(value: unknown, shape: string, path: string): string[] {
  const fits = shape.split('|').some((atom) => ATOMS[atom]?.(value) ?? value === atom)
  return fits ? [] : [`${path}: ${show(value)} is not ${shape}`]
}

/** Values that JSON cannot hold or would silently change, anywhere inside. */
export function unspeakable(value: unknown, path = ''): string[] {
  if (value === undefined || (typeof value === 'number' && !Number.isFinite(value))) return [`${path}: ${show(value)}`]
  if (Array.isArray(value)) return value.flatMap((entry, index) => unspeakable(entry, `${path}[${index}]`))
  if (isObject(value)) return Object.entries(value).flatMap(([key, inner]) => unspeakable(inner, `${path}.${key}`))
  return []
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isList(shape: Shape): shape is readonly [Shape] {
  return Array.isArray(shape)
}

function show(value: unknown): string {
  return inspect(value).slice(0, 60)
}
