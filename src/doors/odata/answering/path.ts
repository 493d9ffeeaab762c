import { Fault } from '../../../kit/base/failure.ts'
import { didYouMean, quote } from '../../../kit/base/sentence.ts'
import type { Field } from '../resources/field.ts'
import type { Link, Resource } from '../resources/resource.ts'
import type { Row } from '../resources/row.ts'
import type { Schema } from '../resources/schema.ts'

/** What a path below `/odata` points to. */
export type Target =
  | { readonly kind: 'service' | 'metadata' }
  | { readonly kind: 'rows' | 'count'; readonly resource: Resource }
  | { readonly kind: 'row'; readonly resource: Resource; readonly key: string }
  | { readonly kind: 'field'; readonly resource: Resource; readonly key: string; readonly field: Field<Row> }
  | { readonly kind: 'link'; readonly resource: Resource; readonly key: string; readonly link: Link }

/** Matches `Property`, and the forms of a row's path: `Property('key')`, `Property(Name='key')`, `Property(123)`. */
const SEGMENT = /^([A-Za-z]\w*)(?:\((?:(\w+)=)?(?:'((?:[^']|'')*)'|(\d{1,16}))\))?$/

/** @param path The path after `/odata`, percent-encoded. */
export function targetOf(path: string, schema: Schema): Target {
  const segments = path
    .split('/')
    .filter((segment, i) => i > 0 && segment !== '')
    .map(decoded) // decoded after splitting, because a key may contain %2F
  const [first, second, ...others] = segments
  if (first === undefined) return { kind: 'service' }
  if (first === '$metadata' && second === undefined) return { kind: 'metadata' }
  if (first.startsWith('$'))
    throw new Fault(
      'odata.unsupported',
      `${quote(first)} is not supported: send GET requests for resources and $metadata.`,
    )
  const [, name = '', keyName, text, number] = SEGMENT.exec(first) ?? []
  const resource = schema.resources.get(name) ?? unknownResource(name === '' ? first : name, schema)
  const key = text?.replaceAll("''", "'") ?? number
  if (keyName !== undefined && keyName !== resource.key)
    throw new Fault('odata.malformed', `${resource.name} has no key ${quote(keyName)}: its key is ${resource.key}.`)
  if (key === undefined) {
    if (second === undefined) return { kind: 'rows', resource }
    if (second === '$count' && others.length === 0) return { kind: 'count', resource }
    throw unknownPath(resource, second)
  }
  if (second === undefined) return { kind: 'row', resource, key }
  const field = resource.fields.get(second)
  const link = resource.links.get(second)
  const isPlain = others.length === 0
  if (field !== undefined && isPlain) return { kind: 'field', resource, key, field }
  if (link !== undefined && isPlain) return { kind: 'link', resource, key, link }
  throw unknownPath(resource, [second, ...others].join('/'))
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    throw new Fault(
      'odata.malformed',
      `The path must be percent-encoded UTF-8, such as %C3%A9; you sent ${quote(path)}.`,
    )
  }
}

function unknownResource(name: string, { resources }: Schema): never {
  const names = [...resources.keys()]
  const hint = didYouMean(name, names)
  throw new Fault('odata.unknown', `There is no resource ${quote(name)}. Resources are ${names.join(', ')}.${hint}`)
}

function unknownPath({ name, fields, links }: Resource, rest: string): Fault {
  const hint = didYouMean(rest, [...fields.keys(), ...links.keys(), '$count'])
  return new Fault('odata.unknown', `${name} has no ${quote(rest)}: $metadata lists what it has.${hint}`)
}
