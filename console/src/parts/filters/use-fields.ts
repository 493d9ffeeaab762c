import { useEffect, useState } from 'preact/hooks'
import { fieldsOf, type OperationField } from '../../service/operation-fields.ts'
import type { Area } from '../../service/query.ts'

/** The parameters of an operation. Filters can be set only once they are known; all else works without. */
export function useFields(path: string, area: Area = 'A'): readonly OperationField[] {
  const [fields, setFields] = useState<readonly OperationField[]>([])
  useEffect(() => {
    let isOver = false
    fieldsOf(path, area).then(
      (found) => !isOver && setFields(found),
      () => {}, // the search says why the service does not answer
    )
    return () => {
      isOver = true
    }
  }, [path, area])
  return fields
}
