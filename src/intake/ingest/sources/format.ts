import type { MappingNode } from '../mapping-node.ts'
import type { FileKind } from './foreign.ts'
import type { Source } from './source.ts'

/** The beginning of a file, for recognizing its format. */
export interface FileStart {
  /** The kind of the file according to its first bytes. */
  readonly kind: FileKind
  /** Names of the files in a ZIP archive. Empty for other files. */
  readonly names: readonly string[]
  /** The beginning of the unpacked text. Absent for binary files. */
  readonly text?: string
}

/** Functions that read a format's options from a mapping. */
export type OptionReaders<O> = {
  readonly [K in keyof O]-?: (node: MappingNode) => Exclude<O[K], undefined>
}

/** A file format, with the options that a mapping may give. */
export interface FileFormat<O extends object> {
  /** Describes for the docs what the format reads, and its options. */
  readonly doc: string
  readonly options: OptionReaders<O>
  /** The required option, and the error message if it is missing. */
  readonly needs?: { readonly option: string; readonly sentence: string }
  /** Where coordinates come from: two columns named in the mapping, shapes in the file, or either. */
  readonly coordinates: 'columns' | 'shapes' | 'either'
  /** Whether a file is read line by line, so that reading it twice costs little. */
  readonly isByLine?: true
  /** File extensions. The name of a drafted mapping omits them. */
  readonly endings: readonly string[]
  /** Returns the options for a file if its beginning fits the format. */
  recognise?(start: FileStart): O | undefined
  /** Opens a file. `columns` is for formats that do not list their columns. */
  open(file: string, options: O, columns: readonly string[]): Promise<Source>
  /** Returns the columns in the first records, for formats that do not list their columns. */
  columnsOf?(file: string, options: O): Promise<readonly string[]>
}

/** Closes `opened` if the work fails. */
export async function orClose<T>(opened: { close(): void }, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    opened.close()
    throw error
  }
}
