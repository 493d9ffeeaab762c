import { isTooMuch } from '../../../../kit/base/foreign-json.ts'
import { quote } from '../../../../kit/base/sentence.ts'
import { Refusal } from '../../../../kit/params/index.ts'

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }

export type JsonObject = { readonly [key: string]: Json }

/** Maximum nesting of the JSON. The JSON of a real search is four levels deep. */
const MAX_DEPTH = 20

/** Parses a JSON object. Checks the depth first, because later code may walk the value recursively. */
export function readObject(text: string): JsonObject | Refusal {
  if (isTooMuch(text, MAX_DEPTH)) return new Refusal(`its JSON is nested more than ${MAX_DEPTH} deep`)
  const value = parsed(text)
  if (value === undefined) return new Refusal('its JSON is broken')
  return isObject(value) ? value : new Refusal('its JSON is not an object')
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json
  } catch {
    return undefined // `JSON.parse` throws only for broken JSON
  }
}

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Quotes a value for a sentence, shortened. */
export function shown(value: Json): string {
  return typeof value === 'string' ? quote(value) : quote(JSON.stringify(value))
}
