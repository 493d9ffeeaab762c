import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Catalog } from '../../../src/catalog/catalog.ts'
import type { CatalogWriter } from '../../../src/catalog/catalog-writer.ts'
import type { Withheld } from '../../../src/catalog/withheld.ts'
import type { Person } from '../../../src/model/person.ts'
import type { Backend } from '../contract.ts'
import { home, person } from './records.ts'

/** Whoever has this id. */
function withholding(personId: string, erased: boolean): Withheld {
  const has = (one: Person) => one.personId === personId
  return { has, isErased: (one) => erased && has(one) }
}

/** What the port promises of people. */
export function peoplePromises(
  backendNow: () => Backend,
  written: (write: (writer: CatalogWriter) => void) => Catalog,
): void {
  test('people are found at every address of theirs, and follow a record that is put again', async () => {
    const catalog = written((writer) => {
      writer.put('person', person('p', '1 Main St', '9 Oak Ave'))
      writer.put('person', person('q', '1 Main St'))
      writer.put('person', person('q', '9 Oak Ave'))
      writer.put('home', home(1))
    })
    const at = async (number: string, street: string) =>
      (await catalog.addresses.peopleAt(number, street)).map(({ id, kind, display }) => [id, kind, display])
    assert.deepEqual(await at('1', 'main'), [['p', 'person', '1 Main St, Austin, TX 78704']])
    assert.deepEqual(
      (await at('9', 'oak')).map(([id]) => id),
      ['p', 'q'],
    )
    assert.deepEqual(await at('2', 'main'), [])
    assert.deepEqual(
      (await catalog.addresses.addressesAt('1', 'main')).map(({ id }) => id),
      [1],
    )
    assert.deepEqual(await catalog.addresses.addressesBeginning('9 oak', 5), []) // completion knows nothing of people
    catalog.close()
  })

  test('a person who is withheld is in no answer, and one who was erased is not taken in', async () => {
    const put = (writer: CatalogWriter) => {
      for (const id of ['p', 'q']) writer.put('person', person(id, '1 Main St'))
    }
    written(put).close()
    const without = backendNow().read(withholding('p', false))
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
    const whole = backendNow().read()
    assert.deepEqual(await whole.records.get('person', 'p'), person('p', '1 Main St'))
    assert.equal(whole.about().counts.person, 2)
    assert.deepEqual(
      (await whole.addresses.peopleAt('1', 'main')).map(({ id }) => id),
      ['p', 'q'],
    )
    whole.close()
  })
}
