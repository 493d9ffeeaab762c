import { misfit } from './plain.ts'
import { NO_PROBLEMS, type Value } from './value.ts'

export function listOf<T>(items: Value<T>, doc?: string): Value<readonly T[]> {
  return {
    schema: (telling) => ({ type: 'array', ...telling.said(doc), items: items.schema(telling) }),
    problems: (given, path, put) => {
      if (!Array.isArray(given)) return [misfit(given, path, 'a list')]
      const problems = given.flatMap((item, index) => items.problems(item, `${path}[${index}]`, put))
      return problems.length === 0 ? NO_PROBLEMS : problems
    },
  }
}
