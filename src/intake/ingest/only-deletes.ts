import { CommandFault, EXIT } from '../../kit/base/failure.ts'
import { MOMENT_FIELD } from './deletes.ts'
import type { Mapping } from './mapping.ts'
import { importNounOf } from './nouns.ts'

/** Returns a mapping for files whose rows only name records to delete. All other columns may be missing. */
export function onlyDeletes(mapping: Mapping): Mapping {
  const { keyed, partKey } = importNounOf(mapping.noun)
  if (!keyed) {
    throw new CommandFault(
      `Cannot delete by ${mapping.file}: records of the noun ${mapping.noun} have no key that names them.`,
      EXIT.usage,
    )
  }
  const needed = mapping.fields.flatMap(({ from, ...use }) => {
    if (use.field === partKey) return [{ ...use, from }]
    if (use.field !== MOMENT_FIELD || 'constant' in from) return []
    return [{ ...use, required: false, from: { ...from, optional: true } }]
  })
  const none = { where: [], deletedWhen: [], kept: [], limits: [], complete: false }
  return { ...mapping, ...none, fields: needed, records: [needed], deletes: true }
}
