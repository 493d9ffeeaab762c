import type { IdOf, Noun, Records } from './catalog.ts'

type IdReaders = { readonly [N in Noun]: (record: Records[N]) => IdOf<N> }

const ID_READERS: IdReaders = {
  home: (record) => record.zpid,
  building: (record) => record.lotId,
  agent: (record) => record.agentId,
  office: (record) => record.officeId,
  school: (record) => record.schoolId,
  person: (record) => record.personId,
  series: (record) => record.seriesId,
  rate: (record) => record.rateId,
  climate: (record) => record.scoreId,
  offer: (record) => record.offerId,
  experience: (record) => record.experienceId,
}

/** The id under which a catalogue keeps a record. */
export function recordId<N extends Noun>(noun: N, record: Records[N]): IdOf<N> {
  return ID_READERS[noun](record)
}
