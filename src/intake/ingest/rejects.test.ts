import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { RejectsFile } from './rejects.ts'

const folder = mkdtempSync(join(tmpdir(), 'plat-rejects-'))
after(() => rmSync(folder, { recursive: true }))

function written(cells: readonly string[]): string {
  const path = join(folder, 'rejects.csv')
  const rejects = new RejectsFile(path)
  rejects.add('f.csv', { line: 7, lastLine: 9, cells }, 'rule', 'why', cells)
  rejects.keep()
  return readFileSync(path, 'utf8').split('\n').slice(1).join('\n').replace('f.csv,7,9,rule,why,', '')
}

test('a cell that a spreadsheet would run as a formula gets a leading apostrophe', () => {
  for (const cell of ['=1+1', '+1+1', '-1+1', '@SUM(A1)', '-', '=', '--1', '+A1', '-2e', '\t=1'])
    assert.equal(written([cell]), `'${cell}\n`)
  assert.equal(written(['=HYPERLINK("http://x")']), `"'=HYPERLINK(""http://x"")"\n`)
  assert.equal(written(['\r=1']), `"'\r=1"\n`)
})

test('numbers keep their sign, and all other cells stay unchanged', () => {
  for (const cell of ['-12.5', '+1', '-.5', '-1e-5', '+1,234.5', '-5%', 'a=b', '1-2', 'x@y.z', '', ' =1', "'=1"]) {
    const quotes = cell.includes(',') ? '"' : ''
    assert.equal(written([cell]), `${quotes}${cell}${quotes}\n`)
  }
})
