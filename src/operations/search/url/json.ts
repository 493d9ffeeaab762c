import { quote } from '../../../base/sentence.ts'
import { Refusal } from '../../../params/index.ts'

/** Any JSON value. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }

export type JsonObject = { readonly [key: string]: Json }

/** A search state nests four deep. */
const DEEPEST = 20

/**
 * Reads an object. Its depth is looked at before it is parsed: what comes after this may walk the value by recursion.
 */
export function readObject(text: string): JsonObject | Refusal {
  if (deeperThan(DEEPEST, text)) return new Refusal(`its JSON is nested more than ${DEEPEST} deep`)
  const value = parsed(text)
  if (value === undefined) return new Refusal('its JSON is broken')
  return isObject(value) ? value : new Refusal('its JSON is no object')
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json
  } catch {
    return undefined // JSON.parse throws for nothing but broken JSON
  }
}

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A value as sentences show it, cut short. */
export function shown(value: Json): string {
  return typeof value === 'string' ? quote(value) : quote(JSON.stringify(value))
}

/** Brackets within strings do not count. */
function deeperThan(limit: number, text: string): boolean {
  let depth = 0
  let deepest = 0
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"?|[[{]|[\]}]/gs)) {
    if (token === '[' || token === '{') deepest = Math.max(deepest, ++depth)
    else if (token === ']' || token === '}') depth--
  }
  return deepest > limit
}
