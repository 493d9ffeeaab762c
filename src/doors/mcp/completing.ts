import { type CompleteResult, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import { quote } from '../../kit/base/sentence.ts'
import type { Door } from './door.ts'
import { type Fields, listAt, numberAt, textAt } from './json.ts'
import { KINDS } from './kinds.ts'
import { onWire, PROMPTS, promptNamed } from './prompts.ts'
import { Refusal } from './refusal.ts'
import { templatesFor } from './resources.ts'
import { Session } from './session.ts'
import type { Tool } from './tool.ts'

/**
 * Suggests values for an argument of a prompt or resource template. Places and addresses come from the operation of
 * `find_place`, at its price. The argument `kind` has a fixed list, and other arguments have no suggestions.
 */
export async function complete(params: Fields, tools: readonly Tool[], door: Door): Promise<CompleteResult> {
  const names = argumentsOf(params, tools)
  const name = textAt(params, 'argument', 'name') ?? ''
  if (!names.includes(name))
    throw new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      `Unknown argument ${quote(name)}. Allowed: ${names.join(', ')}.`,
    )
  const begun = textAt(params, 'argument', 'value')?.trim() ?? ''
  if (name === 'kind') return valuesOf(Object.keys(KINDS).filter((kind) => kind.startsWith(begun.toLowerCase())))
  if (begun === '' || (name !== 'place' && name !== 'address')) return valuesOf([])
  try {
    const body = await new Session(door).ask('/autocomplete', { query: begun })
    const places = listAt(body, 'results').filter((result) => isRegion(result) === (name === 'place'))
    return valuesOf(places.flatMap((result) => textAt(result, 'display') ?? []))
  } catch (error) {
    if (error instanceof Refusal) throw new ProtocolError(ProtocolErrorCode.InvalidParams, error.message)
    throw error
  }
}

/** Returns the argument names of a prompt or template. Throws if the name is unknown. */
function argumentsOf(params: Fields, tools: readonly Tool[]): readonly string[] {
  const prompt = textAt(params, 'ref', 'name')
  if (prompt !== null) return onWire(promptNamed(PROMPTS, prompt)).arguments?.map(({ name }) => name) ?? []
  const uri = textAt(params, 'ref', 'uri') ?? ''
  const template = templatesFor(tools).find(({ uriTemplate }) => uriTemplate === uri)
  if (template === undefined)
    throw new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      `Unknown template ${quote(uri)}: see resources/templates/list.`,
    )
  return [...template.uriTemplate.matchAll(/[{?,](\w+)/g)].map(([, name = '']) => name)
}

function isRegion(result: unknown): boolean {
  return numberAt(result, 'metaData', 'zpid') === null && textAt(result, 'metaData', 'regionType') !== null
}

function valuesOf(values: readonly string[]): CompleteResult {
  return { completion: { values: [...values], total: values.length, hasMore: false } }
}
