import type { MappingNode } from '../mapping-node.ts'
import type { FileKind } from './foreign.ts'
import type { Source } from './source.ts'

/** The beginning of a file, by which formats recognise it. */
export interface FileStart {
  /** The kind of the file, as far as its first bytes tell. */
  readonly kind: FileKind
  /** The names of the files in a ZIP archive. */
  readonly names: readonly string[]
  /** The beginning of its text, unpacked. Absent for a binary file. */
  readonly text?: string
}

/** Reads each option of a format from a mapping. */
export type OptionReaders<O> = {
  readonly [K in keyof O]-?: (node: MappingNode) => Exclude<O[K], undefined>
}

/** A format of files, with the options that a mapping may give. */
export interface FileFormat<O extends object> {
  /** The docs' words for what the format reads, and for its options. */
  readonly doc: string
  readonly options: OptionReaders<O>
  /** The option without which no file can be read, and the sentence that asks for it. */
  readonly needs?: { readonly option: string; readonly sentence: string }
  /** Where coordinates are: in two columns that a mapping names, in shapes of the file, or in either. */
  readonly coordinates: 'columns' | 'shapes' | 'either'
  /** Whether a file is read line by line, so that reading it twice costs little. */
  readonly isByLine?: true
  /** The endings of its files' names, which are left out of the name of a drafted mapping. */
  readonly endings: readonly string[]
  /** Returns the options with which a file is read, if it begins as files of the format do. */
  recognise?(start: FileStart): O | undefined
  /** Opens a file. `columns` has those to read, for formats that do not list them. */
  open(file: string, options: O, columns: readonly string[]): Promise<Source>
  /** Returns the columns of a file that does not list them, as far as its first records tell. */
  columnsOf?(file: string, options: O): Promise<readonly string[]>
}

/** Closes what was opened if the work on it fails. */
export async function orClose<T>(opened: { close(): void }, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    opened.close()
    throw error
  }
}
