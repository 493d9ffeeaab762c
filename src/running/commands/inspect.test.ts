import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, test } from 'node:test'
import { SourceTrial } from '../../../test/ingest/source-rows.ts'
import { trialTerminal } from '../../../test/terminal.ts'
import { fixedClock } from '../../kit/base/clock.ts'
import { EXIT } from '../../kit/base/failure.ts'
import { run } from '../cli/index.ts'

let files: SourceTrial
let printed: string[]
beforeEach(() => {
  files = new SourceTrial()
  printed = []
})
afterEach(() => files.remove())

function plat(...words: readonly string[]): Promise<number> {
  const print = (line: string) => printed.push(line)
  return run(['inspect', ...words], trialTerminal({ clock: fixedClock(Date.UTC(2026, 0, 31)), print, note: print }))
}

const SALES = 'id,zip,price,sold,beds\n7,98103,150000,2015-01-02,3\n8,98178,250000,2015-01-03,NA\n'

test('a person sees the data that would be imported, what to check first, the columns and a draft', async () => {
  const file = files.write('sales.csv', SALES)
  assert.equal(await plat(file), EXIT.ok)
  const text = printed.join('\n')
  assert.match(
    text,
    /^.*sales\.csv: csv, 5 columns, 2 rows\nWould be imported: 2 of the first 2 rows as homes: 2 sales from 2015-01-02 to 2015-01-03; prices from 150,000 to 250,000\n/,
  )
  assert.match(
    text,
    /\nCheck first: HomeType, StandardStatus, ClosePrice\.\n\ncolumn {2}type +empty {2}distinct {2}range or values\n/,
  )
  assert.match(text, /\nbeds +whole number +1 +3 to 3; NA means empty \(1\)\n/)
  assert.match(text, /\n {2}ClosePrice: price\n/)
})

test('the contents of a file cannot move the cursor of a terminal', async () => {
  const text = 'id,zip,beds,st\u001b[2Jatus\n7,98103,3,\u001b]0;title\u0007\n8,98178,2,b\u009b2J\n'
  assert.equal(await plat(files.write('sales.csv', text)), EXIT.ok)
  const shown = printed.join('\n')
  assert.match(shown, /st\uFFFD\[2Jatus/)
  assert.match(shown, /\uFFFD\]0;title\uFFFD/)
  assert.doesNotMatch(shown.replaceAll('\n', ''), /\p{Cc}/u)
})

test('a program gets one document with the same contents, also for failures', async () => {
  const file = files.write('sales.csv', SALES)
  assert.equal(await plat(file, '--json'), EXIT.ok)
  assert.equal(printed.length, 1)
  assert.partialDeepStrictEqual(JSON.parse(printed[0] ?? ''), { format: 'csv', rowsRead: 2, draft: { noun: 'home' } })
  assert.equal(await plat(join(files.folder, 'no.csv'), '--json'), EXIT.noInput)
  assert.match(JSON.parse(printed.at(-1) ?? '').error.message, /no\.csv": there is no such file\.$/)
})

test('the draft is written to a new file, and never replaces a file that may have been corrected', async () => {
  const file = files.write('sales.csv', SALES)
  const draft = join(files.folder, 'mine.yaml')
  assert.equal(await plat(file, '--draft', draft), EXIT.ok)
  assert.match(readFileSync(draft, 'utf8'), /\nkey: id\n/)
  assert.ok(printed.at(-1)?.endsWith(`Read it, then try it: ./plat import ${file} --mapping ${draft} --dry-run`))
  assert.equal(await plat(file, '--draft', draft), EXIT.cannotWrite)
  assert.match(printed.at(-1) ?? '', /mine\.yaml": the file exists; choose another name\.$/)
  const before = process.cwd()
  process.chdir(files.folder)
  try {
    assert.equal(await plat(file, '--draft', 'mine'), EXIT.ok)
  } finally {
    process.chdir(before)
  }
  assert.ok(printed.at(-1)?.endsWith('--mapping ./mine --dry-run'), 'a bare name would be a built-in mapping')
  const other = files.write('codes.csv', 'code,meaning\na,b\n')
  assert.equal(await plat(other, '--draft', join(files.folder, 'other.yaml')), EXIT.data)
  assert.match(printed.at(-1) ?? '', /^There is no draft for .*its columns do not look like homes or offers\./)
  assert.match(printed.join('\n'), /\nA mapping to fill in:\n\n#[^\n]*\nname: codes\n[\s\S]*\n {2}# …: code # a\n/)
})
