import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { programFile } from '../../../kit/base/program.ts'

/** The dictionary's name of a field of ours, and its words for our values. */
export interface DictionaryName {
  readonly name: string
  /** The dictionary's words by our values; empty where values are the same in both. */
  readonly words: ReadonlyMap<string, string>
  /** All words of the dictionary that are read, also those that mean the same to us. */
  readonly accepted: readonly string[]
  /** The sign between the parts of a text that is a list in the dictionary. */
  readonly separator?: string
  /** Our values are the dictionary's words without the blanks between them. */
  readonly isUnspaced: boolean
}

export type MappingName = 'reso-properties' | 'reso-members' | 'reso-offices' | 'reso-media' | 'reso-open-houses'

/**
 * The dictionary's names of the fields of a noun, by ours: the mapping that imports RESO's fields, read the other
 * way. Of several columns or words that it reads alike, the first is the one that is served.
 */
export function dictionaryNames(mapping: MappingName): ReadonlyMap<string, DictionaryName> {
  const text = readFileSync(programFile(`mappings/${mapping}.yaml`), 'utf8')
  const { fields } = parse(text) as { readonly fields: Readonly<Record<string, MappedField>> } // our own file
  const names = new Map<string, DictionaryName>()
  const taken = new Set<string>()
  for (const [field, mapped] of Object.entries(fields)) {
    const entry = nameOf(mapped)
    if (entry === undefined || taken.has(entry.name)) continue
    names.set(field, entry)
    taken.add(entry.name)
  }
  return names
}

/** A field of a mapping, as far as it is read here. */
type MappedField =
  | string
  | {
      readonly column?: string | readonly string[]
      readonly join?: string | readonly string[]
      readonly with?: string
      readonly strip?: string | readonly string[]
      readonly values?: Readonly<Record<string, string | boolean | readonly string[]>>
    }

function nameOf(mapped: MappedField): DictionaryName | undefined {
  if (typeof mapped === 'string') return { name: mapped, words: new Map(), accepted: [], isUnspaced: false }
  const { column, join, strip = [], values = {}, with: separator } = mapped
  const name = [column ?? join ?? []].flat()[0]
  if (name === undefined || name.includes('[')) return undefined // lists of parts are resources of their own
  const isUnspaced = strip.includes(' ')
  const words = new Map<string, string>()
  const accepted: string[] = []
  for (const [word, value] of Object.entries(values)) {
    const shown = isUnspaced ? spaced(word) : word
    accepted.push(shown)
    if (!Array.isArray(value) && !words.has(String(value))) words.set(String(value), shown)
  }
  return { name, words, accepted, isUnspaced, ...(separator !== undefined && { separator }) }
}

/** `SingleFamilyResidence` with blanks: `Single Family Residence`. */
export function spaced(word: string): string {
  return word.replace(/([a-z)])([A-Z])/g, '$1 $2').replace(/([A-Z]{2,})([A-Z][a-z])/g, '$1 $2')
}
