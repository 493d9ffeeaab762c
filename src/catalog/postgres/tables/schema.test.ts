import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { test } from 'node:test'
import { CATALOG_PART, PROPERTIES, SEARCHED_TABLES } from './schema.ts'

/** A database that has taken a step never takes it again. */
const STEPS = [
  '001-catalog bHGv6_8j6QnMlPrNmFHG8T',
  '002-changes aoC8fGTfXz_Wkisv50he0N',
  '003-log iXre4Jd78I6n2ikflwpvQA',
  '004-layers c5Q3Zy8RDSe73CjGBSauat',
  '005-withheld 76lTV5miaACXzr8ZAvEQyY',
  '006-property 47DEQpj8HBSa-_TImW-5JC',
  '007-agents Dq4msg_UxABLFeWPTG-clD',
]

test('a step that databases have taken stays as it is: what is to change is another step', () => {
  const steps = CATALOG_PART.migrations.map(({ name, sql }) => `${name} ${fingerprintOf(sql)}`)
  assert.deepEqual(steps, STEPS)
})

/** Tables that follow from the columns of nouns are left out: `SEARCH_COLUMNS` brings these up. */
function fingerprintOf(sql: string): string {
  return hash(
    'sha256',
    sql.replace(SEARCHED_TABLES, '').replace(PROPERTIES, '').replace(/\s+/g, ' '),
    'base64url',
  ).slice(0, 22)
}
