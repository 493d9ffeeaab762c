import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isCompany, ownersIn, ownerWords } from './owner-name.ts'

test('spellings of one owner have the same key', () => {
  for (const spellings of [
    ['SMITH JOHN A', 'John A. Smith', 'SMITH, JOHN A', 'Smith John A Trustee', 'SMITH JOHN A TR', 'SMITH JOHN A ET AL'],
    ['ACME HOLDINGS LLC', 'Acme Holdings, L.L.C.', 'The ACME HLDGS LIMITED LIABILITY COMPANY'],
    ['BETA INC', 'Beta, Incorporated', 'BETA INC C/O GAMMA LLC', 'BETA INC % GAMMA'],
    ['DOE FAMILY TRUST', 'The Doe Family Trust', 'DOE FAMILY TR', 'DOE JANE TRUSTEE OF THE DOE FAMILY TRUST'],
    ['SMITH & SONS LLC', 'Smith and Sons L L C'],
    ["O'NEIL SEAN", 'Seán O’Neil', 'ONEIL, SEAN'],
  ]) {
    const keys = spellings.map((spelling) => ownersIn(spelling).map(({ key }) => key))
    for (const each of keys) assert.deepEqual(each, keys[0], String(spellings))
    assert.equal(keys[0]?.length, 1)
  }
})

test('two people in one text are two owners', () => {
  for (const [text, names] of [
    ['SMITH JOHN A & MARY B', ['SMITH JOHN A', 'SMITH MARY B']],
    ['SMITH, JOHN & MARY', ['SMITH, JOHN', 'SMITH MARY']],
    ['SMITH JOHN A ETUX MARY B', ['SMITH JOHN A', 'SMITH MARY B']],
    ['SMITH JOHN & JONES MARY', ['SMITH JOHN', 'JONES MARY']],
    ['JOHN & MARY SMITH', ['JOHN SMITH', 'MARY SMITH']],
    ['JOHN SMITH AND MARY JONES', ['JOHN SMITH', 'MARY JONES']],
    ['SMITH JOHN ET UX', ['SMITH JOHN']],
    ['ACME LLC & BETA LLC', ['ACME LLC', 'BETA LLC']],
    ['JOHNSON & JOHNSON INC', ['JOHNSON & JOHNSON INC']],
    ['ET AL', []],
    ['', []],
  ] as const) {
    assert.deepEqual(
      ownersIn(text).map(({ name }) => name),
      names,
      text,
    )
  }
})

test('companies, trusts and public bodies are not people', () => {
  for (const name of [
    'Acme Holdings, L.L.C.',
    'DOE LIVING TRUST',
    'CITY OF SEATTLE',
    'BANK OF EXAMPLE',
    'FIRST EXAMPLE BANK',
    'UNITED STATES OF AMERICA',
    'State of Texas',
    'GRACE BAPTIST CHURCH',
    'EXAMPLE ISD SCHOOL DISTRICT',
    'Smith & Sons Co.',
  ])
    assert.ok(isCompany(name), name)
  for (const name of ['SMITH JOHN', 'CHURCH MARY ANN', 'BANK PETER', 'Doe, Jane TTEE', 'COLE INCA', 'ST JOHN LEE'])
    assert.ok(!isCompany(name), name)
})

test('different owners have different keys', () => {
  const keys = ['SMITH JOHN', 'SMITH JOHN A', 'SMITH JOHN JR', 'SMITH LLC', 'SMITH INC'].map(
    (name) => ownersIn(name)[0]?.key,
  )
  assert.equal(new Set(keys).size, keys.length)
})

test('a search compares folded words', () => {
  assert.deepEqual(ownerWords('Acme L.L.C.'), ['acme', 'llc'])
  assert.deepEqual(ownerWords('John A. Smith, Trustee'), ['john', 'a', 'smith'])
})
