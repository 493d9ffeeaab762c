import { misfit } from './plain.ts'
import type { Put, Schema, Telling } from './telling.ts'
import type { Value } from './value.ts'

/** A key that may be absent. If the key is present, it is null only if its value allows null. */
export class Optional<out T> {
  /** The value of the key, if the key is present. */
  readonly present: Value<T>

  constructor(present: Value<T>) {
    this.present = present
  }
}

export function optional<T>(value: Value<T>): Optional<T> {
  return new Optional(value)
}

/**
 * A key with the same value as another key and a similar name, such as `a b` next to `a_b`. Generated code cannot
 * distinguish the two names. Documents therefore describe only the other key, and mention this name there.
 */
export class SecondName<out T> implements Value<T> {
  declare readonly type?: T
  readonly firstName: string
  readonly #value: Value<T>

  constructor(firstName: string, value: Value<T>) {
    this.firstName = firstName
    this.#value = value
  }

  schema(telling: Telling): Schema {
    return this.#value.schema(telling)
  }

  problems(given: unknown, path: string, put: Put): readonly string[] {
    return this.#value.problems(given, path, put)
  }
}

export function secondNameOf<T>(firstName: string, value: Value<T>): SecondName<T> {
  return new SecondName(firstName, value)
}

/** The keys of an object, in the order in which documents list them. */
export type Fields = Readonly<Record<string, Value<unknown> | Optional<unknown>>>

/** The TypeScript type of an object with these keys. */
export type FieldsOf<F extends Fields> = Flat<
  {
    readonly [K in keyof F as F[K] extends Optional<unknown> ? never : K]: F[K] extends Value<infer T> ? T : never
  } & {
    readonly [K in keyof F as F[K] extends Optional<unknown> ? K : never]?: F[K] extends Optional<infer T> ? T : never
  }
>

/** Makes editors and the compiler show a type as one object. */
type Flat<T> = { [K in keyof T]: T[K] }

/** An object with exactly these keys. Optional keys may be absent; all other keys are always present. */
export function object<F extends Fields>(fields: F, doc?: string): Value<FieldsOf<F>> {
  const entries = Object.entries(fields)
  const describedEntries = entries.filter(([, field]) => !(field instanceof SecondName))
  const required = describedEntries.filter(([, field]) => !(field instanceof Optional))
  return {
    schema: (telling) => ({
      type: 'object',
      ...telling.said(doc),
      required: required.map(([name]) => telling.put(name)),
      properties: Object.fromEntries(
        describedEntries.map(([name, field]): [string, Schema] => [telling.put(name), declared(field).schema(telling)]),
      ),
      ...secondNames(entries),
    }),
    problems: (given, path, put) => {
      if (!isObject(given)) return [misfit(given, path, 'an object')]
      return [
        ...entries.flatMap(([name, field]) => fieldProblems(given, put(name), field, path, put)),
        ...undeclared(
          given,
          entries.map(([name]) => put(name)),
          path,
        ),
      ]
    },
  }
}

/** Adds `x-second-names`, which maps each second name to the key with the same value. Clients ignore it. */
function secondNames(entries: readonly (readonly [string, Fields[string]])[]): Schema {
  const names = entries.flatMap(([name, field]) => (field instanceof SecondName ? [[name, field.firstName]] : []))
  return names.length === 0 ? {} : { additionalProperties: true, 'x-second-names': Object.fromEntries(names) }
}

/** The same value under several keys. */
export function each<const P, const K extends readonly string[]>(
  value: P,
  ...names: K
): { readonly [N in K[number]]: P } {
  return Object.fromEntries(names.map((name) => [name, value])) as { [N in K[number]]: P } // one entry for each name
}

export function isObject(given: unknown): given is Readonly<Record<string, unknown>> {
  return typeof given === 'object' && given !== null && !Array.isArray(given)
}

function fieldProblems(
  given: Readonly<Record<string, unknown>>,
  key: string,
  field: Fields[string],
  path: string,
  put: Put,
): readonly string[] {
  if (Object.hasOwn(given, key)) return declared(field).problems(given[key], `${path}.${key}`, put)
  return field instanceof Optional ? [] : [`${path}.${key}: is missing`]
}

function undeclared(given: object, names: readonly string[], path: string): readonly string[] {
  return Object.keys(given)
    .filter((key) => !names.includes(key))
    .map((key) => `${path}.${key}: is not declared`)
}

function declared(field: Fields[string]): Value<unknown> {
  return field instanceof Optional ? field.present : field
}
