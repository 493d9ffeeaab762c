import type { SaxesTagPlain } from 'saxes'

/** Receives the tags of a document. Names are without prefix. */
export interface XmlReader {
  open?(name: string, attributes: Readonly<Record<string, string>>, line: number): void
  text?(text: string): void
  close?(name: string): void
}

/** Spreadsheets have about ten levels with ten attributes each. The parser holds all open elements in memory. */
const DEPTH_MAX = 100
const ATTRIBUTES_MAX = 1000
/** Chunks are short, because even a short text may contain thousands of empty cells. */
const PIECE_CHARACTERS = 4096

/**
 * Reads XML in chunks. Yields after each chunk, so that the caller can process what the reader collected. Refuses
 * documents that define their own entities.
 */
export async function* readXml(chunks: AsyncIterable<Buffer>, reader: XmlReader): AsyncGenerator<void> {
  const { SaxesParser } = await import('saxes')
  const parser = new SaxesParser({ xmlns: false, position: true })
  let failure: Error | undefined
  let [depth, attributes] = [0, 0]
  parser.on('opentagstart', () => {
    attributes = 0
    if (++depth > DEPTH_MAX) throw new Error(`its elements are nested more than ${DEPTH_MAX} deep`)
  })
  parser.on('attribute', () => {
    if (++attributes > ATTRIBUTES_MAX) throw new Error(`an element has more than ${ATTRIBUTES_MAX} attributes`)
  })
  parser.on('opentag', (tag: SaxesTagPlain) => reader.open?.(localName(tag.name), tag.attributes, parser.line))
  parser.on('closetag', ({ name }: SaxesTagPlain) => {
    depth--
    reader.close?.(localName(name))
  })
  parser.on('text', (text) => reader.text?.(text))
  parser.on('cdata', (text) => reader.text?.(text))
  parser.on('error', (error) => {
    failure ??= error
  })
  const decoder = new TextDecoder()
  for await (const chunk of chunks) {
    const text = decoder.decode(chunk, { stream: true })
    for (let at = 0; at < text.length; at += PIECE_CHARACTERS) {
      parser.write(text.slice(at, at + PIECE_CHARACTERS))
      if (failure) throw failure
      yield
    }
  }
  parser.close()
  if (failure) throw failure
  yield
}

export async function readWholeXml(chunks: AsyncIterable<Buffer>, reader: XmlReader): Promise<void> {
  const pieces = readXml(chunks, reader)
  while (!(await pieces.next()).done) {
    // the reader collects the results
  }
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}
