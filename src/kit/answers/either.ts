import type { Component } from './component.ts'
import { isObject } from './object.ts'
import { misfit } from './plain.ts'
import { referenceTo } from './telling.ts'
import { type AnswerOf, NO_PROBLEMS, type Value } from './value.ts'

export function either<const V extends readonly Value<unknown>[]>(...kinds: V): Value<AnswerOf<V[number]>> {
  return {
    schema: (telling) => ({ anyOf: kinds.map((kind) => kind.schema(telling)) }),
    problems: (given, path, put) => {
      const problems = kinds.map((kind) => kind.problems(given, path, put))
      const nearest = problems.toSorted((one, other) => one.length - other.length)[0]
      return nearest ?? NO_PROBLEMS
    },
  }
}

/** One of several objects, distinguished by the string under `key`. */
export function toldApart<const C extends Readonly<Record<string, Component<object>>>>(
  key: string,
  kinds: C,
): Value<AnswerOf<C[keyof C]>> {
  const mapping = Object.entries(kinds).map(([text, { name }]) => [text, referenceTo(name)])
  return {
    schema: (telling) => ({
      oneOf: Object.values(kinds).map((kind) => kind.schema(telling)),
      discriminator: { propertyName: key, mapping: Object.fromEntries(mapping) },
    }),
    problems: (given, path, put) => {
      const text = isObject(given) ? String(given[key]) : ''
      const kind = Object.hasOwn(kinds, text) ? kinds[text] : undefined
      return kind?.problems(given, path, put) ?? [misfit(given, `${path}.${key}`, Object.keys(kinds).join(' or '))]
    },
  }
}
