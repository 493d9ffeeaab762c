import assert from 'node:assert/strict'
import { test } from 'node:test'
import { typescriptOf } from '../../console/src/service/code.ts'
import { queryOf } from '../../console/src/service/query.ts'

const TARGET = { origin: 'http://127.0.0.1:8080', keyHeader: 'x-api-key', key: undefined }

function codeOf(path: string, params: Readonly<Record<string, string>>): string {
  return typescriptOf(queryOf(path, params), TARGET) ?? ''
}

test('values are written as the client expects them, and places with commas stay whole', () => {
  const code = codeOf('/search/exp/bydestination', {
    searchDestinations: "Paris, France; L'Aquila",
    hostLanguages: 'English, French',
    adults: '2',
  })
  assert.match(code, /searchDestinations: 'Paris, France; L\\'Aquila',/)
  assert.match(code, /hostLanguages: \['English', 'French'\],\n {2}adults: 2,/)
  const homes = codeOf('/search/byaddress', {
    listPriceRange: 'min:1, max:2.5',
    squareFeetRange: 'min:1,000',
    explain: 'yes',
  })
  assert.match(homes, /listPriceRange: \{ min: 1, max: 2\.5 \},\n {2}squareFeetRange: 'min:1,000',\n {2}explain: true,/)
})

test('an invalid flag is left to the service, and empty items of a list are removed', () => {
  const code = codeOf('/search/byaddress', {
    haveGarage: 'maybe',
    singleStoryOnly: 'No',
    homeType: 'Houses,',
    pets: 'Allow cats, ,Allow small dogs',
  })
  assert.match(code, /haveGarage: 'maybe',\n {2}singleStoryOnly: false,\n {2}homeType: \['Houses'\],/)
  assert.match(code, /pets: \['Allow cats', 'Allow small dogs'\],/)
})
