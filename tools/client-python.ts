import { type DescribedParameter, kindOf } from './client-parameters.ts'
import type { Schema } from './client-types.ts'

/** Writes the generated part of the Python client: types of answers, and one method per operation. */

interface PythonMethod {
  /** The method's name with its groups, such as `search.byAddress`. */
  readonly name: string
  readonly path: string
  readonly verb: string | undefined
  readonly area: string | undefined
  readonly operation: { readonly description: string; readonly parameters?: readonly DescribedParameter[] }
  readonly answerType: string
}

export function pythonFile(
  methods: readonly PythonMethod[],
  schemas: ReadonlyMap<string, Schema>,
  constants: Readonly<Record<string, readonly string[]>>,
  rows: Readonly<Record<string, string>>,
  version: string,
): string {
  const types = [...schemas].map(([name, schema]) => declared(name, schema))
  const tables = Object.entries(constants).map(([name, texts]) => `    ${name} = (${texts.map(quoted).join(', ')},)`)
  return [
    '"""The types of answers, and a method for each operation that needs a key."""\n',
    'from collections.abc import Sequence',
    'from typing import Any, Literal, NotRequired, TypedDict\n',
    'from .core import Caller, Range, Result\n',
    `VERSION = ${quoted(version)}\n`,
    ...types,
    '\n\nclass Operations(Caller):',
    '    """All operations, named after their paths. A parameter that is None is not sent."""\n',
    ...tables,
    `    rows = {${Object.entries(rows)
      .map(([path, key]) => `${quoted(path)}: ${quoted(key)}`)
      .join(', ')}}`,
    ...methods.map(methodText),
  ].join('\n')
}

function methodText({ name, path, verb, area, operation, answerType }: PythonMethod): string {
  const all = operation.parameters ?? []
  const ordered = [...all.filter(({ required }) => required), ...all.filter(({ required }) => !required)]
  const lines = ordered.map(
    (one) => `        ${one.name}: ${parameterType(one)}${one.required ? '' : ' | None = None'},\n`,
  )
  const given = lines.length > 0 ? `\n        self,\n        *,\n${lines.join('')}    ` : 'self'
  const meanings = ordered.map((one) => `\n            ${one.name}: ${inDocstring(one.description)}`)
  const args = meanings.length > 0 ? `\n\n        Args:${meanings.join('')}\n        ` : ''
  const where = `${area === undefined ? 'None' : quoted(area)}, ${quoted(path)}`
  return `
    def ${snake(name)}(${given}) -> Result[${answerType}]:
        """${inDocstring(operation.description)}${args}"""
        return self._ask(${where}, ${lines.length > 0 ? 'locals()' : '{}'}${verb === undefined ? '' : `, ${quoted(verb)}`})`
}

function inDocstring(text: string): string {
  return text.split(/\s+/).join(' ').replaceAll('\\', '\\\\').replaceAll('"', "'")
}

/** Turns `search.byAddress` into `search_by_address`. */
function snake(name: string): string {
  return name.replaceAll('.', '_').replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

function parameterType(parameter: DescribedParameter): string {
  const { schema, name } = parameter
  if (schema.enum !== undefined)
    return `${typeOf(schema)}${schema.enum.some((one) => /^\d+$/.test(String(one))) ? ' | int' : ''}`
  if (schema.type === 'object') return 'dict[str, Any]'
  const kind = kindOf(parameter)
  if (kind === 'list' || kind === 'places') return 'str | Sequence[str]'
  if (kind === 'range') return 'str | Range'
  return kind === undefined && name.endsWith('zpid') ? 'str | int' : typeOf(schema)
}

/**
 * Writes a TypedDict as a function call, because keys may be invalid Python names. Types are in quotes, because they
 * may be defined later.
 */
function declared(name: string, schema: Schema): string {
  const { properties, required = [], 'x-second-names': secondNames = {} } = schema
  if (properties === undefined) return `\n${name} = ${typeOf(schema, '')}`
  const nested: string[] = []
  const second = Object.entries(secondNames).map(([other, first]) => [other, properties[first] ?? {}] as const)
  const lines = [...Object.entries(properties), ...second].map(([key, property]) => {
    const type = typeOf(property, `${name}_${key.replace(/\W+/g, '_')}`, nested)
    const isThere = required.includes(secondNames[key] ?? key)
    return `    ${quoted(key)}: ${isThere ? quoted(type) : `NotRequired[${quoted(type)}]`},\n`
  })
  return `${nested.join('')}\n${name} = TypedDict(${quoted(name)}, {\n${lines.join('')}})`
}

const PLAIN: Readonly<Record<string, string>> = {
  string: 'str',
  integer: 'int',
  number: 'float',
  boolean: 'bool',
  null: 'None',
}

/**
 * Returns the Python type of a schema. A nested object becomes a named type, whose declaration is added to `nested`.
 */
function typeOf(schema: Schema, name = '', nested: string[] = []): string {
  const { $ref, enum: values, anyOf, oneOf, properties, additionalProperties, items } = schema
  if ($ref !== undefined) return $ref.slice($ref.lastIndexOf('/') + 1)
  if (values !== undefined) return literalOf(values)
  const parts = anyOf ?? oneOf
  if (parts !== undefined) return unionOf(parts.map((part, at) => typeOf(part, `${name}${at || ''}`, nested)))
  if (properties !== undefined && Object.keys(properties).length > 0) {
    nested.push(declared(name, schema))
    return schema.type === 'object' ? name : `${name} | None`
  }
  const types = [schema.type ?? []].flat()
  if (types.length === 0) return 'Any'
  return unionOf(
    types.map((type) => {
      if (type === 'array') return `list[${typeOf(items ?? {}, `${name}_item`, nested)}]`
      if (type !== 'object') return PLAIN[type] ?? 'Any'
      const value =
        typeof additionalProperties === 'object' ? typeOf(additionalProperties, `${name}_value`, nested) : 'Any'
      return `dict[str, ${value}]`
    }),
  )
}

function literalOf(values: readonly unknown[]): string {
  const shown = values
    .filter((one) => one !== null)
    .map((one) => (typeof one === 'boolean' ? (one ? 'True' : 'False') : JSON.stringify(one)))
  return [`Literal[${shown.join(', ').replaceAll('"', "'")}]`, ...(values.includes(null) ? ['None'] : [])].join(' | ')
}

function unionOf(types: readonly string[]): string {
  return [...new Set(types)].join(' | ')
}

function quoted(text: string): string {
  return JSON.stringify(text)
}
