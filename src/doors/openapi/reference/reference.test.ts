import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { SaxesParser } from 'saxes'
import { object } from '../../../kit/answers/index.ts'
import { FAILURES } from '../../../kit/base/failure.ts'
import { optional, required, text } from '../../../kit/params/index.ts'
import { OPERATIONS, worded } from '../../../service/operations/index.ts'
import { operation } from '../../../service/operations/operation.ts'
import { ENDPOINT_GROUP } from '../endpoints.ts'
import { documentOf, referenceTexts } from '../index.ts'
import { curlOf, LANGUAGES } from './browser/snippets.js'
import { type Described, groupsOf } from './described.ts'
import { resolved } from './fields.ts'
import { llmsText } from './llms.ts'
import { said } from './said.ts'

const WORDS = { Portal: 'Hearth', portal: 'hearth' }
const LISTED = { keyHeaders: ['x-homes-key', 'x-api-key', 'authorization'], words: WORDS }
const ORIGIN = 'https://homes.example'

/** The compression quality with which the service sends answers. */
const QUICKLY = { [constants.BROTLI_PARAM_QUALITY]: 4 }

const odd = operation({
  path: '/odd<kind>',
  summary: 'Takes one of each & says `so`.',
  group: 'Trial',
  parameters: {
    word: required(text(20, `a "word" & it's <b>`), 'A <word>.'),
    'an"other': optional(text(9, 'x'), 'Not `needed`.'),
  },
  answer: object({}),
  run: async () => ({}),
})

const OWN = [...OPERATIONS.map((one) => worded(one, WORDS)), odd]

const DOCUMENT = documentOf(undefined, OWN, LISTED, ORIGIN) as Described // `documentOf` returns this shape

suite('the reference', () => {
  const texts = referenceTexts(() => DOCUMENT, LISTED)
  const made = new Map([...texts].map(([path, { make }]) => [path, make()]))
  const pages = [...made].filter(([path]) => texts.get(path)?.type.startsWith('text/html'))
  const entries = groupsOf(DOCUMENT).flatMap((group) => group.entries)

  test('lists every operation and parameter on the first page, and describes each operation on a separate page', () => {
    const first = made.get('/docs') ?? ''
    for (const { path, summary, parameters, failures } of OWN) {
      const page = made.get(`/docs${path}`.toLowerCase()) ?? ''
      for (const shown of [first, page]) assert.ok(shown.includes(`<code>${escaped(path)}</code>`), path)
      assert.ok(page.includes(said(summary).text))
      for (const [name, { required: isRequired, doc }] of Object.entries(parameters)) {
        assert.ok(first.includes(`#${escaped(name)}"`), `${path} ${name}`)
        const row =
          page.split(`<div class="parameter" id="${escaped(name)}"`)[1]?.split('<div class="parameter"')[0] ?? ''
        assert.ok(row.includes(said(doc).text.replace(/<\/?code>.*/s, '')), `${path} ${name}: ${doc}`)
        assert.equal(row.includes('>required<'), isRequired, `${path} ${name}`)
      }
      for (const code of failures) assert.ok(page.includes(`/docs/problems#${code}"`), `${path} ${code}`)
    }
  })

  test('shows every accepted value, default and example of each parameter', () => {
    for (const { page = '', parameters } of entries) {
      const shown = made.get(page.toLowerCase()) ?? ''
      for (const { name, schema, example } of parameters) {
        const row =
          shown.split(`<div class="parameter" id="${escaped(name)}"`)[1]?.split('<div class="parameter"')[0] ?? ''
        for (const value of schema.enum ?? []) assert.ok(row.includes(`<code>${escaped(String(value))}</code>`), name)
        if (schema.default !== undefined) assert.ok(row.includes(`Default: <code>${schema.default}</code>`), name)
        const written =
          Array.isArray(example) || typeof example === 'string' ? String(example) : JSON.stringify(example)
        assert.ok(row.includes(`data-example="${escaped(written)}"`), name)
      }
    }
  })

  test('makes every block that may scroll reachable by keyboard', () => {
    for (const [page, shown] of made) assert.doesNotMatch(shown, /<pre>/, page)
  })

  test('shows each example answer completely, and every field of its schema', () => {
    for (const { page = '', path, example, answer } of entries) {
      if (answer === undefined) continue
      const shown = made.get(page.toLowerCase()) ?? ''
      const printed = shown.match(/A real answer<\/summary><pre tabindex="0"><code>(.*?)<\/code>/s)?.[1] ?? ''
      if (example !== undefined) assert.deepEqual(JSON.parse(unescaped(printed.replace(/<\/?b>/g, ''))), example, path)
      const fields = shown.split('<summary>Fields</summary>')[1] ?? ''
      for (const name of Object.keys(example ?? {})) {
        const isNamed =
          fields.includes(`<code>${escaped(name)}</code>`) || fields.includes('<code>any other key</code>')
        assert.ok(isNamed, `${path} ${name}`)
      }
    }
  })

  test('has no duplicate ids on a page, and every internal link has a target', () => {
    const ids = new Map(pages.map(([path, page]) => [path, [...page.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id)]))
    for (const [path, own] of ids) assert.equal(new Set(own).size, own.length, path)
    for (const [path, page] of pages) {
      for (const [, target = ''] of page.matchAll(/ href="([^"]*)"/g)) {
        const [to = '', place] = target.split('#')
        if (/^(data:|\/(openapi|llms|clients|docs\.md|console))|\.(css|js)\?/.test(to)) continue
        const targetIds = ids.get(unescaped(to || path).toLowerCase())
        assert.ok(targetIds || made.has(unescaped(to)), `${path} → ${target}`)
        if (place !== undefined) assert.ok(targetIds?.includes(place), `${path} → ${target}`)
      }
    }
  })

  test('is well formed, has no inline script, style or handler, and loads nothing from other servers', () => {
    for (const [path, page] of pages) {
      parsePage(page, path)
      assert.doesNotMatch(page, /<script(?![^>]* src="\/docs\/)[^>]*>|<style|<[^>]* (style|on\w+)=/, path)
      assert.doesNotMatch(page, /<(script|link|img)[^>]*(src|href)="(?!\/docs|data:)/, path)
    }
  })

  test('has pages of at most 40 KB, compressed and with all files that a page loads', () => {
    const assets = [...made].filter(([path]) => /\.(css|js)$/.test(path))
    const largest = [...pages].sort(([, one], [, other]) => other.length - one.length).slice(0, 3)
    for (const compress of [gzipSync, (body: Buffer) => brotliCompressSync(body, { params: QUICKLY })]) {
      const size = (body: string) => compress(Buffer.from(body)).length
      const loaded = assets.reduce((sum, [, body]) => sum + size(body), 0)
      for (const [path, page] of largest) assert.ok(size(page) + loaded < 40 * 1024, `${path}: ${size(page) + loaded}`)
    }
  })

  test('has the parameters, failures and fields of each page in Markdown too', () => {
    for (const { group, method, path, page, parameters, body, answer, failures } of entries) {
      if (page === undefined) continue
      const whole = made.get(`${page.toLowerCase()}.md`) ?? ''
      if (parameters.length > 0 && group !== ENDPOINT_GROUP)
        assert.ok(made.get('/docs.md')?.includes(`### ${method} ${path}\n`), path)
      assert.ok(whole.startsWith(`# ${method} ${path}\n`), path)
      for (const { name } of [...parameters, ...body]) assert.ok(whole.includes(`\`${name}\``), `${path} ${name}`)
      for (const code of failures) assert.ok(whole.includes(`| \`${code}\` |`), `${path} ${code}`)
      for (const { name } of resolved(answer ?? {}, DOCUMENT.components.schemas).fields) {
        assert.ok(whole.includes(`- \`${name}\`: `), `${path} ${name}`)
      }
    }
  })

  test('has a search index of operations, parameters and failures, each with an existing address', () => {
    const rows = JSON.parse(made.get('/docs/search.json') ?? '') as { name: string; address: string }[]
    const names = new Set(rows.map(({ name }) => name))
    for (const { path, parameters } of OWN) {
      for (const name of [path, ...Object.keys(parameters)]) assert.ok(names.has(name), name)
    }
    for (const code of Object.keys(FAILURES)) assert.ok(names.has(code), code)
    for (const { address } of rows) {
      const [path = '', place] = address.split('#')
      const page = made.get(path.toLowerCase())
      if (place !== undefined) assert.ok(page?.includes(` id="${escaped(place)}"`), address)
    }
  })

  test('has an llms.txt with a title, a summary and lists of links to existing texts', () => {
    const lines = llmsText(DOCUMENT, LISTED).split('\n')
    assert.match(lines[0] ?? '', /^# \S/)
    assert.match(lines[2] ?? '', /^> \S/)
    const sections = lines.slice(lines.findIndex((line) => line.startsWith('## ')))
    for (const line of sections.filter(Boolean)) assert.match(line, /^## \S|^- \[[^\]]+\]\(https:\/\/[^)]+\): \S/)
    const links = sections.flatMap((line) => line.match(/\((https:[^)]+)\)/)?.[1] ?? [])
    const others = ['/openapi.json', '/openapi-3.0.json', '/mcp', '/odata']
    for (const link of links) {
      const { pathname } = new URL(link)
      assert.ok(made.has(decodeURIComponent(pathname).toLowerCase()) || others.includes(pathname), link)
    }
    for (const { path } of OWN)
      assert.ok(
        lines.some((line) => line.startsWith(`- [GET ${path}]`)),
        path,
      )
  })
})

test('every failure has an anchor on the page that problem documents link to, with its meaning and a remedy', () => {
  const page =
    referenceTexts(() => DOCUMENT, LISTED)
      .get('/docs/problems')
      ?.make() ?? ''
  for (const [code, [, , meaning, remedy]] of Object.entries(FAILURES)) {
    const row = page.split(` id="${code}"`)[1]?.split('<div class="failure"')[0] ?? ''
    assert.ok(row.includes(said(meaning).text) && row.includes(said(remedy).text), code)
  }
})

test('a call is quoted correctly for a shell and for every language, for any values', () => {
  const asked = {
    origin: ORIGIN,
    path: '/x',
    query: [['a', `it's "$HOME" \`\\`]] as const,
    keyHeader: 'x-key',
    key: undefined,
  }
  assert.equal(
    curlOf(asked),
    `curl -G 'https://homes.example/x' \\\n  -H "x-key: $PLAT_API_KEY" \\\n  --data-urlencode 'a=it'\\''s "$HOME" \`\\'`,
  )
  const [, typeScript, python] = LANGUAGES.map(([, write]) => write({ ...asked, key: 'k"1' }))
  assert.ok(typeScript?.includes(`a: 'it\\'s "$HOME" \`\\\\',`) && typeScript.includes(`'x-key': 'k"1'`))
  assert.ok(python?.includes(`"a": "it's \\"$HOME\\" \`\\\\",`) && python.includes(`{"x-key": "k\\"1"}`))
  assert.ok(!curlOf({ ...asked, keyHeader: undefined }).includes('-H'))
})

test('names of parameters become code, and addresses do not', () => {
  assert.equal(
    said('Give bed_min or maxHOA, as `a_b` at https://x.example/a_b.').text,
    'Give <code>bed_min</code> or <code>maxHOA</code>, as <code>a_b</code> at https://x.example/a_b.',
  )
})

const VOID = /<(meta|link|input|br)\b([^>]*)>/g

/**
 * Parses a page strictly, as XML, so that the test fails if tags or quotes do not match. Void elements are closed
 * first.
 */
function parsePage(page: string, path: string): void {
  const parser = new SaxesParser({ fragment: false })
  parser.on('error', (error) => assert.fail(`${path}: ${error.message}`))
  const closed = page.replace('<!doctype html>', '').replace(VOID, '<$1$2/>')
  const attributes = closed.replace(/<[a-z][^>]*>/g, (tag) => {
    const parts = tag.split(/("[^"]*")/)
    return parts
      .map((part, i) => (i % 2 ? part : part.replace(/ (hidden|open|data-required)(?=[\s>])/g, ' $1=""')))
      .join('')
  })
  parser.write(attributes).close()
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}

function unescaped(text: string): string {
  return text
    .replaceAll('&#39;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&gt;', '>')
    .replaceAll('&lt;', '<')
    .replaceAll('&amp;', '&')
}
