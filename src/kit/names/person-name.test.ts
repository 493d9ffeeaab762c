import assert from 'node:assert/strict'
import { test } from 'node:test'
import { maySameName, nameReadings } from './person-name.ts'

test('names in different spellings, orders and lengths may be the same', () => {
  for (const [one, other] of [
    ['Mary O’Brien', 'Mary O Brien'],
    ['Mary O’Brien', 'OBRIEN, MARY'],
    ['James McDonald', 'Mc Donald, James'],
    ['José Núñez', 'jose nunez'],
    ['Ann Van Der Berg', 'Ann VanDerBerg'],
    ['Ann Smith-Jones', 'Ann Smith Jones'],
    ['Ann Smith-Jones', 'Ann Smith'],
    ['John Lee III', 'John Lee 3rd'],
    ['John Lee Jr', 'John Lee'],
    ['Rev. John Lee', 'Mr John Q Lee'],
    ['J Lee', 'John Lee'],
  ] as const) {
    assert.equal(maySameName(one, other), true, `${one}, ${other}`)
    assert.equal(maySameName(other, one), true, `${other}, ${one}`)
  }
})

test('a different name or generation is not the same, and a single word is not enough', () => {
  for (const [one, other] of [
    ['Ann Lee', 'Ann Leigh'],
    ['Ann Lee', 'Bob Lee'],
    ['Ann Marie Lee', 'Ann Kay Lee'],
    ['John Lee Jr', 'John Lee Sr'],
    ['John Lee III', 'John Lee IV'],
    ['Ann Lee', 'Lee'],
    ['Ann Lee', 'A L'],
    ['Lee Lee', 'Ann Lee'],
    ['', ''],
  ] as const)
    assert.equal(maySameName(one, other), false, `${one}, ${other}`)
})

test('a name is read as written first, then in other forms that records may have', () => {
  const has = (written: string, words: string) => nameReadings(written).some((reading) => reading.join(' ') === words)
  for (const [written, words] of [
    ['Mary O Brien', 'mary obrien'],
    ['Mary OBrien', 'mary o brien'],
    ['Mc Donald', 'mcdonald'],
    ['McDonald', 'mc donald'],
    ['Ms. Mary Lee, 3rd', 'mary lee iii'],
    ['Mary Lee III', 'mary lee 3rd'],
    ['maryann lee', 'mary ann lee'],
    ['Mary Ann Lee', 'maryann lee'],
    ['MaryAnnLee', 'mary ann lee'],
    ['De La Cruz', 'delacruz'],
    ['Smith-Jones', 'smithjones'],
  ] as const)
    assert.equal(has(written, words), true, `${written}: ${words}`)
  assert.deepEqual(nameReadings('Ann Lee')[0], ['ann', 'lee'])
  assert.deepEqual(nameReadings(' - '), [[]])
  assert.ok(nameReadings('x'.repeat(100)).length <= 20)
})
