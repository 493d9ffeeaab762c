import type pg from 'pg'

/** What the types of `pg` leave out. */
interface CopyConnection extends pg.Connection {
  sendCopyFromChunk(bytes: Buffer): void
  endCopyFrom(): void
}

/** Bytes per message: a server reads the next one while this one is on its way. */
const CHUNK_BYTES = 1 << 16

/** Sends lines with `COPY … FROM STDIN`; resolves once the server has taken them all. */
export function copyIn(client: pg.Client, text: string, lines: string): Promise<void> {
  return new Promise((resolve, reject) => {
    let failed: Error | undefined
    const copy = {
      submit: (connection: pg.Connection) => connection.query(text),
      handleCopyInResponse(connection: CopyConnection) {
        const bytes = Buffer.from(lines)
        for (let from = 0; from < bytes.length; from += CHUNK_BYTES)
          connection.sendCopyFromChunk(bytes.subarray(from, from + CHUNK_BYTES))
        connection.endCopyFrom()
      },
      handleError(error: Error) {
        failed = error
        reject(error)
      },
      handleCommandComplete() {},
      handleReadyForQuery() {
        if (failed === undefined) resolve()
      },
    }
    client.query(copy as unknown as pg.Submittable) // its other methods are called, though the types do not name them
  })
}
