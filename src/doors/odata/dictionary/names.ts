import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { programFile } from '../../../kit/base/program.ts'

/** The RESO Data Dictionary's name for a Plat field, and its words for the field's values. */
export interface DictionaryName {
  readonly name: string
  /** The dictionary's words by Plat's values; empty if the values are the same. */
  readonly words: ReadonlyMap<string, string>
  /** All words that the import accepts, including synonyms. */
  readonly accepted: readonly string[]
  /** The separator of words in the Plat text. Present if the field is a list in the dictionary. */
  readonly separator?: string
  /** Whether Plat's values are the dictionary's words without spaces. */
  readonly isUnspaced: boolean
}

export type MappingName = 'reso-properties' | 'reso-members' | 'reso-offices' | 'reso-media' | 'reso-open-houses'

/**
 * Returns the dictionary's names for a record type's fields, by Plat's names. Inverts the mapping that imports RESO
 * data. If several columns or words map to the same field, the first is used.
 */
export function dictionaryNames(mapping: MappingName): ReadonlyMap<string, DictionaryName> {
  const text = readFileSync(programFile(`mappings/${mapping}.yaml`), 'utf8')
  const { fields } = parse(text) as { readonly fields: Readonly<Record<string, MappedField>> } // a built-in file has this form
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

/** The properties of a mapped field that this file uses. */
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
  if (name === undefined || name.includes('[')) return undefined // lists of objects are resources of their own
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

/** Inserts spaces: `SingleFamilyResidence` becomes `Single Family Residence`. */
export function spaced(word: string): string {
  return word.replace(/([a-z)])([A-Z])/g, '$1 $2').replace(/([A-Z]{2,})([A-Z][a-z])/g, '$1 $2')
}
