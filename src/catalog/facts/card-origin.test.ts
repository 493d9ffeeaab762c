import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type Cards, withOrigin } from './card-origin.ts'

function cardsOf(texts: readonly string[]): Cards {
  const cardStarts = new Float64Array(texts.length + 1)
  texts.forEach((text, row) => {
    cardStarts[row + 1] = (cardStarts[row] as number) + Buffer.byteLength(text)
  })
  return { cards: Buffer.from(texts.join('')), cardStarts }
}

function textsOf({ cards, cardStarts }: Cards): string[] {
  const bytes = Buffer.from(cards)
  return Array.from({ length: cardStarts.length - 1 }, (_, row) =>
    bytes.subarray(cardStarts[row], cardStarts[row + 1]).toString(),
  )
}

const origin = fc.constantFrom(
  'http://127.0.0.1:8080',
  'http://127.0.0.1:9',
  'http://127.0.0.1:80801',
  'https://m.example',
)

/** Texts that look as much like a picture's URL as possible. */
const text = fc.array(
  fc.constantFrom('http://127.0.0.1:8080', 'http://127.0.0.1:80801', '/media/', '"', '\\', ',"', '":"', 'ż', ' ', '{'),
  { minLength: 1, maxLength: 8 },
)
const written = text.map((parts) => parts.join('')).filter((each) => !/^https?:[^"]*\/media\//.test(each))

test('cards come out as if made with the other origin, whatever texts they contain', () => {
  const record = fc.record({ before: written, pictures: fc.integer({ min: 0, max: 4 }), after: written })
  fc.assert(
    fc.property(fc.array(record), origin, origin, (records, made, wanted) => {
      const cards = (at: string) =>
        records.map(({ before, pictures, after }, id) =>
          JSON.stringify({
            before,
            urls: Array.from({ length: pictures }, (_, n) => `${at}/media/${id}/${n}.svg`),
            after,
          }),
        )
      assert.deepEqual(textsOf(withOrigin(cardsOf(cards(made)), made, wanted)), cards(wanted))
    }),
    { numRuns: 500 },
  )
})

test('cards of the same origin are not copied', () => {
  const { cards, cardStarts } = cardsOf(['{"url":"https://m.example/media/1.svg"}'])
  const same = withOrigin({ cards, cardStarts }, 'https://m.example', 'https://m.example')
  assert.equal(same.cards, cards)
  assert.equal(same.cardStarts, cardStarts)
})
