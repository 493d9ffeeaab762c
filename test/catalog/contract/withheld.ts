import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CatalogWriter } from '../../../src/catalog/ports/catalog-writer.ts'
import type { Withheld } from '../../../src/catalog/ports/withheld.ts'
import type { Person } from '../../../src/model/person.ts'
import type { CatalogWith } from '../catalog-with.ts'
import type { Backend } from '../contract.ts'
import { person } from './records.ts'

/** Hides the person with this id from all answers. */
function withholding(personId: string, erased: boolean): Withheld {
  const has = (one: Person) => one.personId === personId
  return { version: personId, has, isErased: (one) => erased && has(one) }
}

/** Tests what every port promises about people who are hidden at their request. */
export function withheldContract(backendNow: () => Backend, catalogWith: CatalogWith): void {
  test('no answer contains a withheld person, and an erased person is not stored again', async () => {
    const put = (writer: Pick<CatalogWriter, 'put'>) => {
      for (const id of ['p', 'q']) writer.put('person', person(id, '1 Main St'))
    }
    ;(await catalogWith(put)).close()
    const without = await backendNow().read(withholding('p', false))
    assert.equal(await without.records.get('person', 'p'), undefined)
    assert.deepEqual(
      (await without.addresses.peopleAt('1', 'main')).map(({ id }) => id),
      ['q'],
    )
    without.close()
    const writer = backendNow().write(withholding('r', true))
    writer.put('person', person('r', '1 Main St'))
    assert.equal(writer.get('person', 'r'), undefined)
    writer.commit()
    const whole = await backendNow().read()
    assert.deepEqual(await whole.records.get('person', 'p'), person('p', '1 Main St'))
    assert.equal(whole.about().counts.person, 2)
    assert.deepEqual(
      (await whole.addresses.peopleAt('1', 'main')).map(({ id }) => id),
      ['p', 'q'],
    )
    const withheldAgain = await backendNow().read(withholding('p', false))
    assert.notEqual(withheldAgain.version(), whole.version(), 'answers with the person must not be found again')
    for (const catalog of [whole, withheldAgain]) catalog.close()
  })
}
