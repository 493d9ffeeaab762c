import { isObject } from './object.ts'
import { misfit } from './plain.ts'
import type { Value } from './value.ts'

/** An object whose keys are data. */
export function mapOf<T>(values: Value<T>, doc?: string): Value<Readonly<Record<string, T>>> {
  return {
    schema: (telling) => ({ type: 'object', ...telling.said(doc), additionalProperties: values.schema(telling) }),
    problems: (given, path, put) => {
      if (!isObject(given)) return [misfit(given, path, 'an object')]
      return Object.entries(given).flatMap(([key, value]) => values.problems(value, `${path}.${key}`, put))
    },
  }
}
