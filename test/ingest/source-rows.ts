import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSource, type SourceFormat } from '../../src/intake/ingest/sources/open.ts'
import type { BrokenRow, Row } from '../../src/intake/ingest/sources/source.ts'
import { CommandFault, EXIT } from '../../src/kit/base/failure.ts'

/** A folder with files, for tests of readers. */
export class SourceTrial {
  readonly folder = mkdtempSync(join(tmpdir(), 'plat-source-'))

  write(name: string, bytes: Buffer | string): string {
    const file = join(this.folder, name)
    writeFileSync(file, bytes)
    return file
  }

  async rows(file: string, format: SourceFormat, columns: readonly string[] = []) {
    const source = await openSource(file, format, columns)
    try {
      const rows: (Row | BrokenRow)[] = []
      for await (const row of source.rows()) rows.push(row)
      return { columns: source.columns, rows, cells: rows.map(({ cells }) => cells) }
    } finally {
      source.close()
    }
  }

  /** Returns the message with which a file is refused, without the path of the folder. */
  async refusal(work: Promise<unknown>, exitCode: number = EXIT.data): Promise<string> {
    const error = await work.then(
      () => assert.fail('it should have been refused'),
      (thrown: unknown) => thrown,
    )
    assert.ok(error instanceof CommandFault, String(error instanceof Error ? error.stack : error))
    assert.equal(error.exitCode, exitCode)
    return error.message.replaceAll(`${this.folder}/`, '')
  }

  remove(): void {
    rmSync(this.folder, { recursive: true })
  }
}
