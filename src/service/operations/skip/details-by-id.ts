import { Fault } from '../../../kit/base/failure.ts'
import { personal, required, text } from '../../../kit/params/index.ts'
import { acquaintances } from '../../rendering/acquaintances.ts'
import { PERSON_DOCUMENT, PERSON_LISTS } from '../../rendering/documents/person-document.ts'
import { operation } from '../operation.ts'

export const skipDetailsById = operation({
  path: '/skip/detailsbyid',
  summary:
    'What is known about a person: phone numbers, e-mail addresses, current and past addresses, relatives, associates.',
  group: 'Skip tracing',
  credits: 6,
  skip: true,
  parameters: { peo_id: personal(required(text(200, 'p12m1'), 'Id of the person, as /skip/byaddress returns it.')) },
  subject: ({ peo_id }) => `person ${peo_id}`,
  failures: ['person.unknown'],
  answer: PERSON_DOCUMENT,
  run: async ({ peo_id }, { catalog, clock }) => {
    const person = await catalog.records.get('person', peo_id)
    if (person === undefined) throw unknown()
    const [relatives, associates] = await Promise.all([
      acquaintances(person.relatives, catalog.records),
      acquaintances(person.associates, catalog.records),
    ])
    return PERSON_DOCUMENT.of({ person, relatives, associates, nowMs: clock.now(), about: catalog.about() })
  },
})

/** Returns the refusal for an unknown id. It does not repeat the id, because a caller may have sent a name. */
function unknown(): Fault {
  return new Fault('person.unknown', '404: no person in this catalog has this id.', {
    container: Object.fromEntries(Object.keys(PERSON_LISTS.keys).map((key) => [key, []])),
  })
}
