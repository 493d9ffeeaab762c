import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { consoleFiles } from '../../src/running/serving/console-files.ts'
import { ROOT } from '../e2e/program.ts'

/** Maximum bytes of everything that is loaded before the map. Loading it takes two seconds at 1 Mbit/s. */
const MAX_BYTES = 250_000

/** Matches files that are loaded only together with the map. */
const OF_THE_MAP = /\/map-[\w-]+\.(js|mjs|css)$|maplibre|terra-draw/

const VIEW = 'agent-view.html'

test('all code and styles before the map are at most 250 KB as gzip', () => {
  const files = consoleFiles()
  assert(files.size > 0, 'The console has not been built: run npm run build.')
  const before = [...files].filter(
    ([name]) => /\.(js|mjs|css|html)$/.test(name) && !OF_THE_MAP.test(name) && name !== VIEW,
  )
  const bytes = before.reduce((sum, [, body]) => sum + gzipSync(body).length, 0)
  assert(bytes > 0 && bytes <= MAX_BYTES, `${before.length} files have ${bytes} bytes`)
})

test('the page has no inline script or style, as its policy requires', () => {
  const page = readFileSync(join(ROOT, 'console/dist/index.html'), 'utf8')
  assert.doesNotMatch(page, /<style|<script(?![^>]*\bsrc=)|\son\w+=|\sstyle=/)
})

test('the view for agent hosts is one file of at most 100 KB, which refers to no file and no address', () => {
  const view = Buffer.from(consoleFiles().get(VIEW) ?? '').toString()
  assert.ok(view.length > 10_000 && view.length < 100_000, `it has ${view.length} characters`)
  assert.doesNotMatch(view, /\s(?:src|href)="|@import|url\(|\bimport\s*\(|new Worker/)
})
