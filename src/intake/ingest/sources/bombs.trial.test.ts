import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { gzipSync, zstdCompressSync } from 'node:zlib'
import { SourceTrial } from '../../../../test/ingest/source-rows.ts'
import { xlsxFile } from '../../../../test/ingest/xlsx-file.ts'
import { zipFile } from '../../../../test/ingest/zip-file.ts'

/** Reads the bytes as a file of this format. Returns the error message. */
function refusal(context: TestContext, type: 'csv' | 'xlsx', bytes: Buffer): Promise<string> {
  const trial = new SourceTrial()
  context.after(() => trial.remove())
  return trial.refusal(trial.rows(trial.write(`x.${type}`, bytes), { type }))
}

test('a decompression bomb is refused after 64 MB in any format, and memory stays flat', async (context) => {
  const rows = Buffer.alloc(72 * 1024 * 1024, '1,2\n')
  const before = process.memoryUsage().arrayBuffers
  for (const bomb of [gzipSync(rows), zstdCompressSync(rows), zipFile([{ name: 'a.csv', content: rows }])]) {
    assert.match(await refusal(context, 'csv', bomb), /"x\.csv" unpacks to over 250 times its size, as no table does/)
  }
  assert.ok(process.memoryUsage().arrayBuffers - before < 48 * 1024 * 1024)
  assert.ok(rows.length > 0)
})

test('a sheet that unpacks to far too much is refused', async (context) => {
  const rows = `<row r="1"><c r="A1"><v>1</v></c>${' '.repeat(72 * 1024 * 1024)}</row>`
  const bomb = xlsxFile([{ name: 'Sales', rows }])
  assert.match(await refusal(context, 'xlsx', bomb), /unpacks to over 250 times its size/)
})
