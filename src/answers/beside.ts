import { Component } from './component.ts'
import { isObject } from './object.ts'
import type { Schema, Value } from './value.ts'

/** The same object with one more key, which may be absent. */
export function beside<T extends object>(value: Value<T>, key: string, more: Value<unknown>): Value<T> {
  if (value instanceof Component) return new Component(value.name, beside<T>(value.value, key, more))
  return {
    schema: (telling) => {
      const schema = value.schema(telling)
      const { properties } = schema as { readonly properties: Readonly<Record<string, Schema>> } // it is an object's
      return { ...schema, properties: { ...properties, [key]: more.schema(telling) } }
    },
    problems: (given, path, put) => {
      if (!isObject(given) || !Object.hasOwn(given, key)) return value.problems(given, path, put)
      const { [key]: told, ...others } = given
      return [...value.problems(others, path, put), ...more.problems(told, `${path}.${key}`, put)]
    },
  }
}
