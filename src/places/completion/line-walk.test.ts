import assert from 'node:assert/strict'
import { test } from 'node:test'
import { linePrefixes } from './address-line.ts'
import type { LineSource } from './line-source.ts'
import { prefixesWithGaps } from './line-walk.ts'

const LINES = [
  '5600 cyn ave apt 101 seattle wa 98101',
  '5600 cyn ave apt 107 seattle wa 98101',
  '5600 cyn ave seattle wa 98101',
  '8600 n timber st salem or 97301',
  '8600 s timber ln seattle wa 98195',
]

function walk(typed: string, source: LineSource = sourceOf(LINES)): Promise<readonly string[]> {
  return prefixesWithGaps(linePrefixes(typed), typed, source)
}

function sourceOf(lines: readonly string[]): LineSource {
  return {
    addressLineFrom: async (text) => lines.find((line) => line >= text),
    addressesBeginning: async () => [],
    wordsOneSlipAway: async () => [],
    beginningsOneSlipAway: async () => [],
  }
}

test('a prefix without gaps is returned as it is', async () => {
  assert.deepEqual(await walk('5600 canyon av'), ['5600 cyn av'])
})

test('missing words are filled in, as few as possible', async () => {
  assert.deepEqual(await walk('5600 canyon ave 10'), ['5600 cyn ave apt 10'])
  assert.deepEqual(await walk('5600 canyon 98101'), ['5600 cyn ave seattle wa 98101'])
  assert.deepEqual(await walk('8600 timber ln'), ['8600 s timber ln'])
  assert.deepEqual(await walk('8600 timber'), ['8600 n timber', '8600 s timber'])
})

test('words that were cut short are completed', async () => {
  assert.deepEqual(await walk('5600 cany ave sea'), ['5600 cyn ave sea'])
  assert.deepEqual(await walk('8600 s tim ln'), ['8600 s timber ln'])
  assert.deepEqual(await walk('8600 tim ln'), ['8600 s timber ln'])
})

test('number and street are never filled in, and no direction replaces another', async () => {
  for (const typed of ['600 canyon', '5600 ave', '8600 ln', '8600 e timber', '5600 canyon ave apt 108', 'timber']) {
    assert.deepEqual(await walk(typed), [], typed)
  }
})

test('no text requests more lines than a fixed number', async () => {
  const letters = Array.from('abcdefghij')
  const words = letters.flatMap((first) => letters.map((second) => `${first}${second}`))
  const many = words.flatMap((word) => words.map((other) => `1 n ${word} st ${other} apt 1 a`)).sort()
  for (const typed of [`1 ${'a '.repeat(100)}`, '1 aa st z z z z', `1 ${'n s e w '.repeat(25)}`, 'st '.repeat(60)]) {
    let requests = 0
    const { addressLineFrom, ...rest } = sourceOf(many)
    const counting: LineSource = {
      ...rest,
      addressLineFrom: (text) => {
        requests++
        return addressLineFrom(text)
      },
    }
    await walk(typed, counting)
    assert.ok(requests <= 160, `${typed.slice(0, 20)}: ${requests} requests`)
  }
})
