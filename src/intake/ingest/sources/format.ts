import type { MappingNode } from '../mapping-node.ts'
import type { FileKind } from './foreign.ts'
import type { Source } from './source.ts'

/** The beginning of a file, from which formats recognize it. */
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
  /** The required option, and the sentence that says so. */
  readonly needs?: { readonly option: string; readonly sentence: string }
  /** Where coordinates are: in two columns that a mapping names, in shapes of the file, or in either. */
  readonly coordinates: 'columns' | 'shapes' | 'either'
  /** Whether a file is read line by line, so that reading it twice costs little. */
  readonly isByLine?: true
  /** The file extensions, which the name of a drafted mapping leaves out. */
  readonly endings: readonly string[]
  /** Returns the options for reading a file, if its beginning fits the format. */
  recognise?(start: FileStart): O | undefined
  /** Opens a file. Formats that do not list their columns read `columns`. */
  open(file: string, options: O, columns: readonly string[]): Promise<Source>
  /** Returns the columns found in the first records, for formats that do not list their columns. */
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
