import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import fc from 'fast-check'
import { Refusal } from '../../../../kit/params/index.ts'
import { type SearchUrl, searchUrl } from './search-url.ts'

const STATE = { filterState: { keywords: 'a "b" {c} & d#e 50% + 1' }, mapZoom: 12 }
const ENCODED = encodeURIComponent(JSON.stringify(STATE))

function parsed(text: string): SearchUrl {
  const url = searchUrl.parse(text)
  assert(!(url instanceof Refusal), `${text} is refused: ${url instanceof Refusal ? url.why : ''}`)
  return url
}

function refusal(text: string): string {
  const url = searchUrl.parse(text)
  assert(url instanceof Refusal, `${text} is not refused`)
  return url.why
}

suite('the state in a URL is found', () => {
  const page = 'https://portal.example/homes/?searchQueryState='
  for (const [how, url] of [
    ['encoded', page + ENCODED],
    ['encoded twice', page + encodeURIComponent(ENCODED)],
    ['in a URL that is encoded as a whole', encodeURIComponent(page + ENCODED)],
    ['bare, with & and # within', page + JSON.stringify(STATE)],
    ['encoded, with spaces as +', page + ENCODED.replaceAll('%20', '+')],
    ['before another parameter', `${page}${ENCODED}&from=mail`],
    ['after another parameter', `https://portal.example/homes/?from=mail&searchQueryState=${ENCODED}`],
    ['bare before another parameter', `${page}${JSON.stringify(STATE)}&from=mail`],
  ] as const) {
    test(how, () => {
      const { state, others, pieces } = parsed(url)
      assert.deepEqual(state, STATE)
      assert.deepEqual(others, url.includes('from=mail') ? ['from'] : [])
      assert.deepEqual(pieces, ['homes'])
    })
  }

  test('bare, with spaces as +', () => {
    assert.deepEqual(parsed(`${page}{"usersSearchTerm":"Austin,+TX"}`).state, { usersSearchTerm: 'Austin, TX' })
    assert.deepEqual(parsed(`${page}{"mapZoom":1e+1}`).state, { mapZoom: 10 })
  })

  test('for any object and any encoding', () => {
    const states = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 }), { maxKeys: 4 })
    fc.assert(
      fc.property(states, (state) => {
        // JSON text may contain lone surrogates, but a URL may not
        const text = JSON.stringify(state).toWellFormed()
        assert.deepEqual(parsed(`/homes/?searchQueryState=${encodeURIComponent(text)}`).state, JSON.parse(text))
      }),
    )
  })
})

test('the host may be anything, or missing', () => {
  for (const start of ['https://portal.example', 'http://127.0.0.1:8080', 'www.portal.example', '']) {
    assert.deepEqual(parsed(`${start}/austin-tx/Winston%2DSalem,-NC_rb/`).pieces.slice(-2), [
      'austin-tx',
      'Winston-Salem,-NC_rb',
    ])
  }
})

test('the refusal of any other URL states what the URL must be', () => {
  for (const url of [
    'not a URL at all',
    'https://',
    'http://[',
    'mailto:a@b.example',
    'https://portal.example/',
    'https://portal.example/about/contact/',
    'https://portal.example/homedetails/1204-N-Lamar-Blvd-Austin-TX-78703/48749425_zpid/',
    'https://portal.example/b/the-lamar-austin-tx-5XkQ/',
    'https://portal.example/apartments/austin-tx/the-lamar/Tz4k/',
    `https://portal.example/homedetails/1_zpid/?searchQueryState=${ENCODED}`,
    'https://portal.example/homes/?searchQueryState=',
    'https://portal.example/homes/?searchQueryState=%7B%22a%22',
    'https://portal.example/homes/?searchQueryState={"a":1',
    'https://portal.example/homes/?searchQueryState=[]',
    'https://portal.example/homes/?searchQueryState=null',
    'https://portal.example/homes/?searchQueryState=%E0%A4%A',
    `https://portal.example/homes/?searchQueryState=${'['.repeat(10_000)}`,
    `https://portal.example/homes/?searchQueryState=${'{"a":'.repeat(3000)}1${'}'.repeat(300)}`,
    `https://portal.example/austin-tx/${'x'.repeat(20_000)}`,
  ]) {
    assert.match(refusal(url), /must be the URL of a page of search results/, url)
  }
})

test('no text makes the parser throw', () => {
  const pieces = fc.constantFrom(
    'searchQueryState=',
    '?',
    '&',
    '{',
    '}',
    '"',
    '\\',
    '%',
    '%7B',
    '+',
    '/',
    'https://',
    '_beds',
    '#',
  )
  fc.assert(
    fc.property(fc.array(fc.oneof(pieces, fc.string()), { maxLength: 20 }), (parts) => {
      searchUrl.parse(parts.join(''))
    }),
  )
})
