import { NO_PROBLEMS, type Value } from './value.ts'

/** A value or null. Null means unknown unless the description says otherwise. */
export function nullable<T>(value: Value<T>, doc?: string): Value<T | null> {
  return {
    schema: (telling) => {
      const schema = value.schema(telling)
      if (schema.$ref !== undefined) return { anyOf: [schema, { type: 'null' }], ...telling.said(doc) }
      const values = Array.isArray(schema.enum) ? { enum: [...(schema.enum as readonly unknown[]), null] } : {}
      return { ...schema, ...telling.said(doc), type: [schema.type, 'null'], ...values }
    },
    problems: (given, path, put) => (given === null ? NO_PROBLEMS : value.problems(given, path, put)),
  }
}
