import type { SaxesTagPlain } from 'saxes'

/** Receives each tag of a document. Names come without their prefix. */
export interface XmlReader {
  open?(name: string, attributes: Readonly<Record<string, string>>): void
  text?(text: string): void
  close?(name: string): void
}

/**
 * Reads XML piece by piece; yields after each piece, so that the caller can take what its reader has found. Entities of
 * a document's own are refused, not expanded.
 */
export async function* readXml(chunks: AsyncIterable<Buffer>, reader: XmlReader): AsyncGenerator<void> {
  const { SaxesParser } = await import('saxes')
  const parser = new SaxesParser({ xmlns: false, position: true })
  let failure: Error | undefined
  parser.on('opentag', ({ name, attributes }: SaxesTagPlain) => reader.open?.(localName(name), attributes))
  parser.on('closetag', ({ name }: SaxesTagPlain) => reader.close?.(localName(name)))
  parser.on('text', (text) => reader.text?.(text))
  parser.on('cdata', (text) => reader.text?.(text))
  parser.on('error', (error) => {
    failure ??= error
  })
  const decoder = new TextDecoder()
  for await (const chunk of chunks) {
    parser.write(decoder.decode(chunk, { stream: true }))
    if (failure) throw failure
    yield
  }
  parser.close()
  if (failure) throw failure
}

/** Reads a whole document. */
export async function readWholeXml(chunks: AsyncIterable<Buffer>, reader: XmlReader): Promise<void> {
  const pieces = readXml(chunks, reader)
  while (!(await pieces.next()).done) {
    // The reader collects its results itself.
  }
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}
