import assert from 'node:assert/strict'
import { test } from 'node:test'
import { drawPicture } from './draw-picture.ts'

const PATHS = [
  ...['home/10000001', 'building/20000003', 'offer/60000002', 'experience/exp-4'].flatMap((thing) =>
    [1, 2, 3, 4, 5, 6, 7, 24].map((n) => `/media/${thing}/${n}-768.svg`),
  ),
  '/media/agent/agent-53033-1.svg',
  '/media/map/10000001.svg',
  '/media/none.svg',
]

/** Names of unclosed elements, and of closing tags without an open element. */
function unbalanced(svg: string): string[] {
  const open: string[] = []
  for (const [, close, name = '', self] of svg.matchAll(/<(\/?)([a-zA-Z]+)[^<>]*?(\/?)>/g)) {
    if (close && open.pop() !== name) return [name]
    if (!close && !self) open.push(name)
  }
  return open
}

test('every picture is a well-formed drawing of a few kilobytes that says what it is', () => {
  for (const path of PATHS) {
    const picture = drawPicture(path)
    assert.ok(picture, path)
    assert.equal(picture.contentType, 'image/svg+xml')
    assert.match(picture.body, /^<svg xmlns="http:\/\/www.w3.org\/2000\/svg" width="\d+" height="\d+"/)
    assert.match(picture.body, />Sample picture<\/text><\/svg>$/)
    assert.deepEqual(unbalanced(picture.body), [], path)
    assert.doesNotMatch(picture.body, /NaN|undefined|null/, path)
    assert.doesNotMatch(picture.body, /<g[^>]*><\/g>/, `a shape in ${path} does not exist`)
    assert.ok(picture.body.length < 9000, `${path} has ${picture.body.length} bytes`)
  }
})

function body(path: string): string | undefined {
  return drawPicture(path)?.body
}

test('a path always gives the same bytes, and other homes and other numbers look different', () => {
  assert.equal(body('/media/home/10000001/1-768.svg'), body('/media/home/10000001/1-768.svg'))
  assert.notEqual(body('/media/home/10000001/1-768.svg'), body('/media/home/10000002/1-768.svg'))
  assert.notEqual(body('/media/home/10000001/2-768.svg'), body('/media/home/10000001/3-768.svg'))
  assert.notEqual(body('/media/agent/agent-1.svg'), body('/media/agent/agent-2.svg'))
})

test('the width changes the size of a picture, but not its content', () => {
  const [small = '', large = ''] = [192, 1536].map((width) => body(`/media/home/10000001/2-${width}.svg`))
  assert.match(small, /width="192" height="128"/)
  assert.equal(small.replace(/^<svg[^>]*>/, ''), large.replace(/^<svg[^>]*>/, ''))
})

test('a path without a picture draws nothing', () => {
  for (const path of [
    '/media/',
    '/media/home/10000001.svg',
    '/media/home/10000001/0-768.svg',
    '/media/home/10000001/1-9999.svg',
    '/media/home/10000001/1-768.png',
    '/media/home/../1-768.svg',
    '/media/home/<script>/1-768.svg',
    '/media/car/1/1-768.svg',
    `/media/agent/${'a'.repeat(65)}.svg`,
    '/media/none.svg/',
  ]) {
    assert.equal(drawPicture(path), undefined, path)
  }
})
