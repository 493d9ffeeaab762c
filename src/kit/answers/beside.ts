import { Component } from './component.ts'
import { isObject } from './object.ts'
import type { Schema } from './telling.ts'
import type { Value } from './value.ts'

/** Adds an optional key to an object. */
export function beside<T extends object>(value: Value<T>, key: string, more: Value<unknown>): Value<T> {
  if (value instanceof Component) return new Component(value.name, beside<T>(value.value, key, more))
  return {
    schema: (telling) => {
      const schema = value.schema(telling)
      // an object's schema has properties
      const { properties } = schema as { readonly properties: Readonly<Record<string, Schema>> }
      return { ...schema, properties: { ...properties, [key]: more.schema(telling) } }
    },
    problems: (given, path, put) => {
      if (!isObject(given) || !Object.hasOwn(given, key)) return value.problems(given, path, put)
      const { [key]: added, ...others } = given
      return [...value.problems(others, path, put), ...more.problems(added, `${path}.${key}`, put)]
    },
  }
}
